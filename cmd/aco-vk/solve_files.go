package main

import (
	"errors"
	"fmt"
	"os"
	"slices"

	"github.com/aco-vk/aco-vk/aco"
)

// checkFiles returns an error for files that the run cannot use, before any work is done.
func (s *solveCommand) checkFiles(c console) error {
	if err := s.checkSeeds(); err != nil {
		return err
	}
	if err := s.inputsExist(); err != nil {
		return err
	}
	if err := s.differentFiles(); err != nil {
		return err
	}
	if s.Emulate != "" && !slices.ContainsFunc(s.Device, func(name string) bool { return name != aco.DeviceCPU }) {
		return usageError{errors.New("--emulate with --device cpu: the processor has no limits that a file could lower; leave one of them out")}
	}
	if s.Checkpoint == standard {
		return usageError{errors.New("--checkpoint -: a checkpoint is replaced as a whole, which standard output cannot be; name a file")}
	}
	_, err := newOutput(c, s.Checkpoint)
	return err
}

// inputsExist returns an error for an input besides the instance that cannot be found.
func (s *solveCommand) inputsExist() error {
	for _, input := range []struct{ flag, name, content string }{
		{"--resume", s.Resume, "a checkpoint that --checkpoint wrote"},
		{"--replay", s.Replay, "a report that --json wrote"},
		{"--initial-tour", s.InitialTour, "a tour in TSPLIB format"},
		{"--fix", s.Fix, "a list of edges, with two cities on each line"},
	} {
		if input.name == "" {
			continue
		}
		if _, err := os.Stat(input.name); err != nil {
			return usageError{fmt.Errorf("%s %s: %w; name %s", input.flag, input.name, cause(err), input.content)}
		}
	}
	return nil
}

// differentFiles returns an error if two outputs are one file, or if an output is an input. The checkpoint may be the resumed one.
func (s *solveCommand) differentFiles() error {
	pairs := [][2]string{{s.TourFile, s.JSON}, {s.InitialTour, s.Checkpoint}, {s.Replay, s.Checkpoint}, {s.Fix, s.Checkpoint}}
	for _, route := range s.Output {
		pairs = append(pairs, [2]string{s.TourFile, route}, [2]string{s.JSON, route})
		if s.File != standard {
			pairs = append(pairs, [2]string{s.File, route})
		}
	}
	for _, other := range append([]string{s.TourFile, s.JSON}, s.Output...) {
		pairs = append(pairs, [2]string{s.Checkpoint, other}, [2]string{s.Resume, other}, [2]string{s.Fix, other})
	}
	if s.File != standard { // where two streams have one name
		pairs = append(pairs, [2]string{s.File, s.TourFile}, [2]string{s.File, s.JSON}, [2]string{s.File, s.Checkpoint})
	}
	for _, pair := range pairs {
		if sameFile(pair[0], pair[1]) {
			return usageError{fmt.Errorf("%s would be overwritten: give --tour, --output, --json and --checkpoint different files, and none that is read", pair[1])}
		}
	}
	return nil
}
