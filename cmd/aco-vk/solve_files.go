package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/aco-vk/aco-vk/aco"
	"github.com/aco-vk/aco-vk/tsp/draw"
	"github.com/aco-vk/aco-vk/tsp/format"
)

// checkFiles returns an error for files that the run cannot use, before any work is done.
func (s *solveCommand) checkFiles(c console) error {
	if err := s.checkSeeds(); err != nil {
		return err
	}
	if err := s.checkArchive(); err != nil {
		return err
	}
	if err := s.inputsExist(); err != nil {
		return err
	}
	if s.Emulate != "" && !slices.ContainsFunc(s.Device, func(name string) bool { return name != aco.DeviceCPU }) {
		return usagef("--emulate with --device cpu: the processor has no limits that a file could lower; leave one of them out")
	}
	if s.Checkpoint == standard {
		return usagef("--checkpoint -: a checkpoint is replaced as a whole, which standard output cannot be; name a file")
	}
	if err := cmp.Or(s.checkStatistics(c), s.checkTrails(c)); err != nil {
		return err
	}
	_, err := newOutput(c, s.Checkpoint)
	return err
}

// inputsExist returns an error for an input besides the instance that cannot be found.
func (s *solveCommand) inputsExist() error {
	matrix := s.Matrix
	if matrix == standard {
		matrix = ""
	}
	for _, input := range []struct{ flag, name, content string }{
		{"--resume", s.Resume, "a checkpoint that --checkpoint wrote"},
		{"--replay", s.Replay, "a report that --json wrote"},
		{"--initial-tour", s.InitialTour, "a tour or a route"},
		{"--fix", s.Fix, "a list of edges, with two places on each line"},
		{"--matrix", matrix, "a matrix of the places"},
	} {
		if input.name == "" {
			continue
		}
		if _, err := os.Stat(input.name); err != nil {
			return usagef("%s %s: %w; name %s", input.flag, input.name, cause(err), input.content)
		}
	}
	return nil
}

// resultFiles are the files that a run writes at its end.
type resultFiles struct {
	tour, json output
	archive    output
	routes     []routeFile
	input      *format.Input
	read       time.Duration // that reading or generating the instance took
	wrote      time.Duration // that writing the tour and the routes took
	started    bool          // the tour begins where the user has said
}

// routeFile is a file of --output.
type routeFile struct {
	output
	check func(*format.Input) error // says before the run whether its routes can be written
	fill  func(io.Writer, *format.Route) error
}

// newFiles checks that the files can be written.
func (s *solveCommand) newFiles(c console) (*resultFiles, error) {
	f := &resultFiles{started: s.Start != ""}
	for _, name := range s.Output {
		route, err := newRouteFile(c, name)
		if err != nil {
			return nil, err
		}
		f.routes = append(f.routes, route)
	}
	var err error
	if f.tour, err = newOutput(c, s.TourFile); err == nil {
		f.json, err = newOutput(c, s.JSON)
	}
	if err == nil {
		f.archive, err = newOutput(c, s.Archive)
	}
	return f, err
}

// newRouteFile chooses what writes a route by the suffix of the file.
func newRouteFile(c console, name string) (r routeFile, err error) {
	if picture, err := draw.FormatOf(name); err == nil {
		r.check = func(input *format.Input) error { return draw.Check(input.Instance) }
		r.fill = func(w io.Writer, route *format.Route) error {
			return pictureOf(route.Input.Instance, route.Tour, route.Open).Write(w, picture)
		}
	} else if isList(name) {
		r.check = func(*format.Input) error { return nil }
		r.fill = func(w io.Writer, route *format.Route) error { return route.WriteList(w) }
	} else if text, err := format.OutputOf(name); err == nil {
		r.check = text.Check
		r.fill = func(w io.Writer, route *format.Route) error { return route.Write(w, text) }
	} else {
		return r, usagef("--output %s: the suffix is none of %s, %s, .html", name, suffixes(format.Outputs), suffixes(draw.Formats))
	}
	r.output, err = newOutput(c, name)
	return r, err
}

// isList reports whether a file of --output is a list to print.
func isList(name string) bool { return strings.EqualFold(filepath.Ext(name), ".html") }

// use sets the input of the run, or returns an error if its routes cannot be written.
func (f *resultFiles) use(input *format.Input) error {
	f.input = input
	for _, r := range f.routes {
		if err := r.check(input); err != nil {
			return usagef("--output %s: %w", r.name, err)
		}
	}
	return nil
}

// writeRoutes writes the route of a result to all files of --output.
func (f *resultFiles) writeRoutes(result *aco.Result) (err error) {
	if len(f.routes) == 0 {
		return nil
	}
	start := f.input.Start
	if f.started {
		start = result.Tour[0]
	}
	route := format.NewRoute(f.input, result.Tour, result.Path != nil, start)
	for _, r := range f.routes {
		err = errors.Join(err, r.write(func(w io.Writer) error { return r.fill(w, route) }))
	}
	return err
}

// printRoutes prints the names of the files of --output.
func (s *solveCommand) printRoutes(out io.Writer) {
	for _, name := range s.Output {
		fmt.Fprintf(out, "route       %s\n", name)
	}
}
