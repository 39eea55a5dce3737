package main

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/aco-vk/aco-vk/aco"
	"github.com/aco-vk/aco-vk/internal/scratch"
	"github.com/aco-vk/aco-vk/internal/trails"
)

// trailsSuffixes say the format of a file of --trails.
var trailsSuffixes = []string{".npy", ".csv"}

// checkTrails returns an error for a file of --trails that cannot be written.
func (s *solveCommand) checkTrails(c console) error {
	switch {
	case s.Trails == "" && len(s.TrailsAt) > 0:
		return usagef("--trails-at: give --trails a file, too, or leave the flag out")
	case s.Trails == "":
		return nil
	case !slices.Contains(trailsSuffixes, suffixOf(s.Trails)):
		return usagef("--trails %s: the suffix is none of %s", s.Trails, strings.Join(trailsSuffixes, ", "))
	}
	out, err := newOutput(c, s.Trails)
	if err == nil && !out.whole {
		return usagef("--trails %s: it is no regular file; name a file", s.Trails)
	}
	return err
}

// trailsFile receives the pheromone of --trails. It replaces the file at the end of the run.
type trailsFile struct {
	output
	at     []int // iterations
	file   *os.File
	writer *trails.Writer
	err    error // the first one
}

// newTrailsFile begins the file of --trails, nil if there is none.
func (s *solveCommand) newTrailsFile(c console) (*trailsFile, error) {
	if s.Trails == "" {
		return nil, nil
	}
	out, err := newOutput(c, s.Trails)
	if err != nil {
		return nil, err
	}
	f := &trailsFile{output: out, at: s.TrailsAt}
	if f.file, err = scratch.Create(out.name); err == nil {
		f.writer, err = trails.NewWriter(f.file, suffixOf(s.Trails) == ".npy")
	}
	if err != nil {
		return nil, fmt.Errorf("write %s: %w", s.Trails, cause(err))
	}
	return f, nil
}

// receive sets the options of a run so that the file receives its pheromone.
func (f *trailsFile) receive(o *aco.Options) {
	if f != nil {
		o.Trails, o.TrailsAt = f.add, f.at
	}
}

func (f *trailsFile) add(t aco.Trails) {
	for trail := range t.All() {
		if f.err != nil {
			return
		}
		f.err = f.writer.Write(trails.Record{
			Iteration: uint32(t.Iteration), Colony: uint32(t.Colony),
			From: uint32(trail.From + 1), To: uint32(trail.To + 1), Pheromone: trail.Pheromone,
		})
	}
}

// close ends the file, and removes it if the run has failed.
func (f *trailsFile) close(failed bool) error {
	if f == nil {
		return nil
	}
	f.err = cmp.Or(f.err, f.writer.Close())
	if failed {
		return errors.Join(f.err, f.file.Close(), os.Remove(f.file.Name()))
	}
	if err := scratch.Install(f.file, f.name, f.err); err != nil {
		return fmt.Errorf("write %s: %w", f.name, cause(err))
	}
	return nil
}
