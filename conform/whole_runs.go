package conform

import (
	"context"
	"fmt"

	"github.com/aco-vk/aco-vk/aco/classic"
	classicmodel "github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/aco/engine"
	"github.com/aco-vk/aco-vk/aco/merged"
	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/pipeline"
	"github.com/aco-vk/aco-vk/tsp"
)

const (
	wholeCities     = 70
	wholeIterations = 10
	// wholeSearchIterations is for runs with a local search, which converge early.
	wholeSearchIterations = 2
	// wholeMergedIterations covers the first local search and a round of annealing.
	wholeMergedIterations = 60
)

// wholeRuns returns whole runs of each algorithm with default parameters and, unless the test is quick, of the presets and of a population.
func wholeRuns(quick bool) []namedCase {
	classics := []recipe{
		{name: "as", parameters: classicmodel.AntSystem()}, {name: "mmas", parameters: classicmodel.MaxMin()},
		{name: "acs", parameters: withoutRace(classicmodel.AntColonySystem())},
	}
	merged := mergedRecipes()
	if quick {
		merged = merged[:1]
	} else {
		classics = append(classics, presetRecipes(0)...)
	}
	var all []namedCase
	add := func(name string, c Case) {
		c.Whole = true
		all = append(all, namedCase{name, c})
	}
	for _, r := range classics {
		iterations := wholeIterations
		if r.parameters.HasLocalSearch() {
			iterations = wholeSearchIterations
		}
		add(r.name, r.caseOn(Input{Kind: "uniform", Cities: wholeCities, Seed: 2}, iterations))
	}
	if !quick {
		population := recipe{merged: &model.Parameters{Ants: 40, Colonies: 3, Kick: 10, Temperature: 0.2, Noise: 0.4}}
		add("merged, population", population.caseOn(Input{Kind: "clustered", Cities: 3 * wholeCities, Seed: 2}, 4*wholeMergedIterations)) // enough for three rounds
	}
	for _, r := range merged {
		if r.large { // whole runs take these shaders by themselves, if the instance is large
			continue
		}
		name := fmt.Sprintf("merged, colonies %d", r.merged.Colonies)
		if r.merged.Windows > 0 {
			name = fmt.Sprintf("merged, %d windows", r.merged.Windows)
		}
		add(name, r.caseOn(Input{Kind: "uniform", Cities: 5 * wholeCities, Seed: 2}, wholeMergedIterations))
	}
	return all
}

// compareTours compares the final tours of whole runs.
func (k *comparer) compareTours(ctx context.Context, c Case, r *caseResult) error {
	instance, err := c.Input.instance()
	if err != nil {
		return err
	}
	got, want, err := k.solveBoth(ctx, instance, c)
	if err != nil {
		return err
	}
	r.TourSHA256, r.Reference = got.Tour.SHA256(instance.Symmetric()), want.Tour.SHA256(instance.Symmetric())
	r.AntsBest = got.AntsBest
	if !got.SameAs(want, instance) {
		r.Verdict = Differs
	}
	return nil
}

func (k *comparer) solveBoth(ctx context.Context, instance *tsp.Instance, c Case) (got, want *classic.Result, err error) {
	if c.Algorithm == merged.Algorithm {
		return k.solveMerged(ctx, instance, c)
	}
	verdict, err := k.verifier.Solve(ctx, instance, k.device, classic.Options{Parameters: c.Parameters, Kernel: c.Kernel, Rules: engine.Rules{Iterations: c.Iterations}})
	return verdict.Device, verdict.Reference, err
}

// solveMerged runs merged ants on the device and in the reference.
func (k *comparer) solveMerged(ctx context.Context, instance *tsp.Instance, c Case) (got, want *classic.Result, err error) {
	var results []*classic.Result
	for _, device := range []*pipeline.Device{k.device, nil} {
		result, err := merged.Solve(ctx, instance, []*pipeline.Device{device}, merged.Options{Parameters: c.Merged, Rules: engine.Rules{Iterations: c.Iterations}}, nil)
		if err != nil {
			return nil, nil, err
		}
		if result.Failure != nil {
			return nil, nil, result.Failure
		}
		results = append(results, &classic.Result{Result: result.Result})
	}
	return results[0], results[1], nil
}
