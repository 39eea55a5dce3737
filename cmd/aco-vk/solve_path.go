package main

import (
	"context"
	"errors"
	"os"
	"slices"

	"github.com/aco-vk/aco-vk/aco"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/format"
	"github.com/aco-vk/aco-vk/tsp/tsplib"
)

// path returns the ends of an open path, nil for a closed tour.
func (f *pathFlags) path(instance *tsp.Instance) (*tsp.Ends, error) {
	ends := tsp.Ends{tsp.FreeEnd, tsp.FreeEnd}
	for i, flag := range []struct{ name, city string }{{"--start", f.Start}, {"--end", f.End}} {
		if flag.city == "" {
			continue
		}
		var err error
		if ends[i], err = instance.City(flag.city); err != nil {
			reason := err.Error()
			if unknown, ok := errors.AsType[*tsp.Error](err); ok {
				reason = unknown.Reason
			}
			return nil, usagef("%s: %s", flag.name, reason)
		}
	}
	switch {
	case !f.Open && f.End == "":
		return nil, nil
	case !f.Open && f.Start == "":
		return nil, usagef("--end without --start: add --open for a path that begins anywhere, or --start with the first city")
	case ends[0] == ends[1] && f.Start != "":
		return nil, usagef(
			"--start and --end: an open path has two different ends, not %s twice; leave out --end for a closed tour that begins there", f.Start)
	}
	return &ends, nil
}

// withFixed returns the instance with the edges of --fix.
func (f *fixFlag) withFixed(ctx context.Context, instance *tsp.Instance) (*tsp.Instance, error) {
	if f.Fix == "" {
		return instance, nil
	}
	return interruptible(ctx, func() (*tsp.Instance, error) {
		file, err := os.Open(f.Fix)
		if err != nil {
			return nil, err
		}
		defer file.Close()
		return tsplib.ReadFixed(file, f.Fix, instance)
	})
}

// prepare gives an input the edges of --fix, and steps for them and for the ends of the run, which it
// returns: of the flags or of the file, nil for a closed tour. A run that is repeated has ends of its
// own, which recorded returns; else it is nil.
func (f *pathFlags) prepare(
	ctx context.Context, input *format.Input, recorded func(given *tsp.Ends) (*tsp.Ends, error),
) (ends *tsp.Ends, err error) {
	if input.Instance, err = f.withFixed(ctx, input.Instance); err != nil {
		return nil, err
	}
	ends, err = f.path(input.Instance)
	switch {
	case err != nil:
	case recorded != nil:
		ends, err = recorded(ends)
	case ends == nil && f.Start == "":
		ends = input.Ends
	}
	if err != nil {
		return nil, err
	}
	return ends, input.Rescale(ctx, ends)
}

// recordedPath returns a function for the ends of the run to repeat, nil if there is none. The flags
// may leave them out.
func (s *solveCommand) recordedPath(replay *replayed) func(given *tsp.Ends) (*tsp.Ends, error) {
	if replay == nil {
		return nil
	}
	return func(given *tsp.Ends) (*tsp.Ends, error) {
		recorded := replay.ends
		asRecorded := !s.Open && s.End == "" && (s.Start == "" || recorded == nil)
		if asRecorded || given != nil && recorded != nil && *given == *recorded {
			return recorded, nil
		}
		return nil, usagef("--replay %s: the run did not have these ends; leave out --start, --end and --open", s.Replay)
	}
}

// beginAtStart turns a closed tour so that it begins at the city of --start.
func (s *solveCommand) beginAtStart(instance *tsp.Instance, result *aco.Result) error {
	if s.Start == "" || result.Path != nil {
		return nil
	}
	city, err := instance.City(s.Start)
	if err == nil {
		at := slices.Index(result.Tour, city)
		result.Tour = slices.Concat(result.Tour[at:], result.Tour[:at])
	}
	return err
}
