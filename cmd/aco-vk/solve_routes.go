package main

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/aco-vk/aco-vk/aco"
	"github.com/aco-vk/aco-vk/tsp/draw"
	"github.com/aco-vk/aco-vk/tsp/format"
)

// resultFiles are the files that a run writes at its end.
type resultFiles struct {
	tour, json output
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
	for i, name := range s.Output {
		if slices.Contains(s.Output[:i], name) {
			return nil, usageError{fmt.Errorf("--output %s is given twice", name)}
		}
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
	return f, err
}

// newRouteFile chooses what writes a route by the suffix of the file.
func newRouteFile(c console, name string) (r routeFile, err error) {
	if picture, err := draw.FormatOf(name); err == nil {
		r.check = func(input *format.Input) error { return draw.Check(input.Instance) }
		r.fill = func(w io.Writer, route *format.Route) error {
			return pictureOf(route.Input.Instance, route.Tour, route.Open).Write(w, picture)
		}
	} else if text, err := format.OutputOf(name); err == nil {
		r.check = text.Check
		r.fill = func(w io.Writer, route *format.Route) error { return route.Write(w, text) }
	} else {
		return r, usageError{fmt.Errorf("--output %s: the suffix is none of .csv, .tsv, .geojson, .gpx, .json, .tour, .svg, .png and .pdf", name)}
	}
	r.output, err = newOutput(c, name)
	return r, err
}

// use sets the input of the run, or returns an error if its routes cannot be written.
func (f *resultFiles) use(input *format.Input) error {
	f.input = input
	for _, r := range f.routes {
		if err := r.check(input); err != nil {
			return usageError{fmt.Errorf("--output %s: %w", r.name, err)}
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
