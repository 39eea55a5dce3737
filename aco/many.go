package aco

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"

	"github.com/aco-vk/aco-vk/internal/parallel"
	"github.com/aco-vk/aco-vk/tsp"
)

// SolveMany solves instances with the same options, as many at once as the processor has cores. The
// results are in the order of the instances. A time limit is each run's own; a number of
// iterations makes the same tours as Solve. Functions of the options are called by several runs at once.
//
// The result of an instance that cannot be solved is nil, and the error names all of them, counted from
// 0. Options that are of one instance are refused: Checkpoint, Resume and Replay. When ctx ends, runs return their best tours, and instances whose runs have not begun have an error.
func (s *Solver) SolveMany(ctx context.Context, instances []*tsp.Instance, options Options) ([]*Result, error) {
	if ctx == nil {
		return nil, errNoContext
	}
	switch options.Method.(type) {
	case Resume, Replay:
		return nil, refuse("Method", "it repeats or continues the run of one instance; use Solve")
	}
	if options.Checkpoint != "" {
		return nil, refuse("Checkpoint", "a file has one run; use Solve for each instance")
	}
	results, errs := make([]*Result, len(instances)), make([]error, len(instances))
	ended := parallel.Each(ctx, runtime.GOMAXPROCS(0), len(instances), func(_, i int) {
		results[i], errs[i] = s.Solve(ctx, instances[i], options)
	})
	for i, result := range results {
		if result == nil {
			errs[i] = fmt.Errorf("instance %d: %w", i, cmp.Or(errs[i], ended))
		}
	}
	return results, errors.Join(errs...)
}
