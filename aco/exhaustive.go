package aco

import (
	"context"
	"time"

	classicmodel "github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/aco/merged"
	"github.com/aco-vk/aco-vk/tsp/construct"
	"github.com/aco-vk/aco-vk/tsp/reduce"
	"github.com/aco-vk/aco-vk/tsp/verify"
	"github.com/aco-vk/aco-vk/vk/pipeline"
)

// exhaustiveRunner compares all tours, by their lengths in units.
type exhaustiveRunner struct{}

// suitsExhaustive reports whether there is only one tour, or whether fixed edges, coincident places or a
// short open path leave fewer cities than an algorithm needs.
func (r *request) suitsExhaustive(minCities int) bool {
	if r.instance.Dimension() < classicmodel.MinCities {
		return true
	}
	if !r.isReduced() {
		return false
	}
	if !r.instance.Symmetric() { // its contraction has no fixed edges
		return len(r.instance.Fixed) > 0
	}
	return r.hasFewer(minCities)
}

// hasFewer reports whether there are fewer cities to order than a number. Only the ends of a path of
// fixed edges count.
func (r *request) hasFewer(cities int) bool {
	if n := r.instance.Dimension(); len(r.instance.Fixed) == 0 || n-len(r.instance.Fixed) >= cities {
		return n < cities
	}
	ends := 0
	for _, path := range reduce.FixedPaths(r.instance) {
		ends += min(len(path), 2)
	}
	return ends < cities
}

// mostCompared is the most cities whose tours Automatic compares all. It takes a few milliseconds,
// less than the start of a method.
const mostCompared = 9

// suitsComparison reports whether Automatic compares all tours in place of a search. A run that
// counts iterations keeps its method, and so does one with a parameter of it.
func (r *request) suitsComparison() bool {
	o := &r.options
	a, ok := o.Method.(Automatic)
	if !ok || a.Ants != 0 || a.Colonies != 0 || a.Candidates != 0 || o.Iterations != 0 || o.Stall != 0 {
		return false
	}
	most := mostCompared
	if o.Path != nil {
		most++ // a free end is one more city
	}
	return r.hasFewer(most + 1)
}

// isReduced reports whether the algorithm may have fewer cities to order than the caller has
// given.
func (r *request) isReduced() bool {
	return len(r.instance.Fixed) > 0 || r.options.Path != nil || r.reduction.coincidence != nil
}

// newExhaustiveRunner refuses a replay. The run ends in so short a time that a checkpoint has no use.
func newExhaustiveRunner(r *request) (runner, error) {
	if _, ok := r.options.Method.(Replay); ok {
		return nil, refuse("Replay", "there are so few tours that all are compared at once; leave it out")
	}
	return exhaustiveRunner{}, nil
}

func (exhaustiveRunner) plans(r *request) ([]pipeline.MemoryPlan, error) {
	return make([]pipeline.MemoryPlan, len(r.devices)), nil
}

func (exhaustiveRunner) host(*request) (merged.HostPlan, error) { return nil, nil }

func (exhaustiveRunner) solve(_ context.Context, r *request) (*Result, error) {
	r.tell(Progress{Phase: PhaseSetup, Algorithm: AlgorithmExhaustive, TimeLimit: r.options.TimeLimit,
		Elapsed: time.Since(r.options.Started)})
	tour := construct.ExhaustiveBy(r.instance, r.reduction.unitDistance)
	length, err := verify.Tour(r.instance, tour)
	if err != nil {
		return nil, err
	}
	elapsed := time.Since(r.options.Started)
	result := &Result{
		Tour: tour, Length: length, Reference: r.referenceOf(length), Stop: StopOptimal, Algorithm: AlgorithmExhaustive,
		Seed:  r.options.seed(),
		Setup: elapsed, Elapsed: elapsed, Trace: []Improvement{{Elapsed: elapsed, Length: length}},
	}
	for _, d := range r.devices {
		result.Devices = append(result.Devices, DeviceResult{Name: d.Name()})
	}
	return result, nil
}
