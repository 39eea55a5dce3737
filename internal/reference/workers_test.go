package reference

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/aco-vk/aco-vk/aco/problem"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
)

// A colony has the same data after every iteration, however many workers run its stages.
func TestWorkers(t *testing.T) {
	for name, c := range map[string]struct {
		parameters problem.Parameters
		change     func(*problem.Parameters)
		iterations int
	}{
		"near":       {problem.AntSystem(), func(p *problem.Parameters) { p.Selection = problem.SelectNear }, 5},
		"hybrid":     {problem.AntSystem(), func(p *problem.Parameters) { p.Selection = problem.SelectHybrid }, 5},
		"cursor":     {problem.AntSystem(), func(p *problem.Parameters) { p.Selection = problem.SelectCursor }, 5},
		"one ant":    {problem.AntSystem(), func(p *problem.Parameters) { p.Ants = 1 }, 5},
		"matrix":     {problem.MaxMin(), func(p *problem.Parameters) { p.Memory, p.Ants = problem.MemoryMatrix, 10 }, convergencePeriod + 2},
		"candidates": {problem.MaxMin(), func(p *problem.Parameters) { p.Memory = problem.MemoryCandidates }, 5},
		"3-opt":      {problem.MaxMin(), func(p *problem.Parameters) { p.LocalSearch = problem.Search3Opt }, 5},
		"best ant": {problem.MaxMin(), func(p *problem.Parameters) {
			p.LocalSearch, p.LocalSearchAnts = problem.Search3Opt, problem.LocalSearchBestAnt
		}, 5},
		"ACS": {problem.AntColonySystem(), func(*problem.Parameters) {}, 5},
	} {
		t.Run(name, func(t *testing.T) {
			c.change(&c.parameters)
			colony := func(workers int) *Colony {
				colony := newColonyOf(t, tsptest.Generate(t, "clustered", 60, 3), c.parameters)
				colony.workers = workers
				return colony
			}
			sequential := colony(1)
			others := []*Colony{colony(2), colony(3), colony(100)}
			for range c.iterations {
				if err := sequential.Iterate(t.Context()); err != nil {
					t.Fatal(err)
				}
				for _, other := range others {
					if err := other.Iterate(t.Context()); err != nil {
						t.Fatal(err)
					}
					if diff := cmp.Diff(sequential, other, cmpopts.IgnoreUnexported(Colony{}), cmpopts.IgnoreFields(Colony{}, "Problem", "Lists")); diff != "" {
						t.Fatalf("iteration %d, %d workers: %s", sequential.State.Iteration, other.workers, diff)
					}
				}
			}
		})
	}
}
