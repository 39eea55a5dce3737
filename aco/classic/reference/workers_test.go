package reference

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
)

// A colony has the same data after every iteration, however many workers run its stages.
func TestWorkers(t *testing.T) {
	const cities = 30
	for name, c := range map[string]struct {
		parameters model.Parameters
		change     func(*model.Parameters)
		iterations int
	}{
		"near":    {model.AntSystem(), func(p *model.Parameters) { p.Selection = model.SelectNear }, 5},
		"hybrid":  {model.AntSystem(), func(p *model.Parameters) { p.Selection = model.SelectHybrid }, 5},
		"cursor":  {model.AntSystem(), func(p *model.Parameters) { p.Selection = model.SelectCursor }, 5},
		"one ant": {model.AntSystem(), func(p *model.Parameters) { p.Ants = 1 }, 5},
		"matrix": {model.MaxMin(), func(p *model.Parameters) { p.Memory, p.Ants = model.MemoryMatrix, 10 },
			convergencePeriod + 2},
		"candidates": {model.MaxMin(), func(p *model.Parameters) { p.Memory = model.MemoryCandidates }, 5},
		"3-opt":      {model.MaxMin(), func(p *model.Parameters) { p.LocalSearch = model.Search3Opt }, 5},
		"best ant": {model.MaxMin(), func(p *model.Parameters) {
			p.LocalSearch, p.LocalSearchAnts = model.Search3Opt, model.LocalSearchBestAnt
		}, 5},
		"ACS": {model.AntColonySystem(), func(*model.Parameters) {}, 5},
	} {
		t.Run(name, func(t *testing.T) {
			c.change(&c.parameters)
			colony := func(workers int) *Colony {
				colony := newColonyOf(t, tsptest.Generate(t, "clustered", cities, 3), c.parameters)
				colony.workers = workers
				return colony
			}
			sequential := colony(1)
			others := []*Colony{colony(2), colony(3), colony(100)}
			for range c.iterations {
				must.Do(t, sequential.Iterate(t.Context()))
				for _, other := range others {
					must.Do(t, other.Iterate(t.Context()))
					if diff := cmp.Diff(sequential, other, cmpopts.IgnoreUnexported(Colony{}),
						cmpopts.IgnoreFields(Colony{}, "Problem", "Lists")); diff != "" {
						t.Fatalf("iteration %d, %d workers: %s", sequential.State.Iteration, other.workers, diff)
					}
				}
			}
		})
	}
}
