package main

import (
	"context"
	"math"
	"runtime/debug"
	"strings"

	"github.com/aco-vk/aco-vk/aco"
	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/generate"
)

// largeHeap is the least memory of a run for which limitHeap limits the heap. Smaller runs make more garbage than their data, and collecting it more
// often would cost time.
const largeHeap = 512 << 20

// limitHeap limits the heap to the memory that the run needs at its peak. Without a limit the garbage collector lets it grow to up to twice of that. The
// data of a large run are a few slices without pointers, so collecting more often costs next to nothing. A limit of the environment (GOMEMLIMIT)
// remains.
func limitHeap(ctx context.Context, instance *tsp.Instance, options aco.Options) error {
	if debug.SetMemoryLimit(-1) != math.MaxInt64 {
		return nil
	}
	plan, err := aco.PlanHost(ctx, instance, options)
	if err != nil || plan == nil || plan.Heap < largeHeap {
		return err
	}
	debug.SetMemoryLimit(int64(plan.Heap))
	return nil
}

// checkSize refuses a generated instance that is too large for the memory of the host before it is generated, if the run may be one of merged ants in
// the plane. The run checks all instances again, with its own parameters.
func (s *solveCommand) checkSize() error {
	spec, found := strings.CutPrefix(s.File, generatorPrefix)
	if !found || s.Algorithm != "auto" && s.Algorithm != string(aco.AlgorithmMerged) {
		return nil
	}
	kind, cities, _, err := generate.Parse(spec)
	if err != nil || kind == "oneway" || cities < model.MinCities || cities > model.MaxCities {
		return nil // generating it tells what is wrong
	}
	return aco.CheckCities(cities)
}
