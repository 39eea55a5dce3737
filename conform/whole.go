package conform

import (
	"context"
	"fmt"

	"github.com/aco-vk/aco-vk/aco/classic"
	"github.com/aco-vk/aco-vk/aco/merged"
	"github.com/aco-vk/aco-vk/aco/problem"
	"github.com/aco-vk/aco-vk/pipeline"
	"github.com/aco-vk/aco-vk/tsp"
)

const (
	// wholeIterations are those of whole runs, wholeMerged of merged ants: a descent, and a round of annealing.
	wholeIterations, wholeMerged = 10, 60
	// wholeSearches are those of runs with a local search, which find short tours at once.
	wholeSearches = 2
	wholeCities   = 70
)

// wholeRuns are the algorithms as the program chooses, and the papers' systems with all their ants.
func wholeRuns(quick bool) []job {
	all := []recipe{
		{name: "as", parameters: problem.AntSystem()}, {name: "mmas", parameters: problem.MaxMin()}, {name: "acs", parameters: alone(problem.AntColonySystem())},
	}
	if !quick {
		all = append(all, presets(0)...)
	}
	merged := mergedAnts()
	if quick {
		merged = merged[:1]
	}
	var jobs []job
	for _, r := range all {
		iterations := wholeIterations
		if r.parameters.HasLocalSearch() {
			iterations = wholeSearches
		}
		c := r.on(Input{Kind: "uniform", Cities: wholeCities, Seed: 2}, iterations)
		c.Whole = true
		jobs = append(jobs, job{r.name, c})
	}
	for _, r := range merged {
		c := r.on(Input{Kind: "uniform", Cities: 5 * wholeCities, Seed: 2}, wholeMerged)
		c.Whole = true
		name := fmt.Sprintf("merged, pheromone %s", c.Merged.Pheromone)
		if c.Merged.Windows > 0 {
			name = fmt.Sprintf("merged, %d windows", c.Merged.Windows)
		}
		jobs = append(jobs, job{name, c})
	}
	return jobs
}

// whole compares the tours of whole runs.
func (k *checker) whole(ctx context.Context, c Case, r *caseResult) error {
	instance, err := c.Input.instance()
	if err != nil {
		return err
	}
	var got, want *classic.Result
	if c.Algorithm == AlgorithmMerged {
		got, want, err = k.wholeMerged(ctx, instance, c)
	} else {
		var verdict classic.Verdict
		verdict, err = k.verifier.Solve(ctx, instance, k.device, classic.Options{Parameters: c.Parameters, Kernel: c.Kernel, Iterations: c.Iterations})
		got, want = verdict.Device, verdict.Reference
	}
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

// wholeMerged runs merged ants on both sides.
func (k *checker) wholeMerged(ctx context.Context, instance *tsp.Instance, c Case) (got, want *classic.Result, err error) {
	var results []*classic.Result
	for _, device := range []*pipeline.Device{k.device, nil} {
		result, err := merged.Solve(ctx, instance, []*pipeline.Device{device}, merged.Options{Parameters: c.Merged, Iterations: c.Iterations}, nil)
		if err != nil {
			return nil, nil, err
		}
		if result.Failure != nil {
			return nil, nil, result.Failure
		}
		if times := result.Schedule.Faults; times > 0 {
			return nil, nil, fmt.Errorf("%w, and the run went back %d times", pipeline.ErrWrongResult, times)
		}
		results = append(results, &result.Result)
	}
	return results[0], results[1], nil
}
