package reference

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/generate"
)

// After an iteration the total pheromone is the remainder of evaporation plus all deposits, and
// both directions of an edge have the same.
func TestPheromoneIsConserved(t *testing.T) {
	instance := must.Get(generate.Instance("clustered", 30, 7))(t)
	c := newTestColony(t, instance)
	n := c.Problem.Cities
	for range 5 {
		var before, deposited uint64
		want := append([]uint32(nil), c.Pheromone...)
		evaporate(c.Problem, want)
		for _, v := range want {
			before += uint64(v)
		}
		must.Do(t, c.Iterate(context.Background()))
		for _, amount := range c.Amounts {
			deposited += 2 * uint64(n) * uint64(amount)
		}
		var after uint64
		for i, v := range c.Pheromone {
			after += uint64(v)
			if mirror := c.Pheromone[i%n*n+i/n]; v != mirror {
				t.Fatalf("edge %d-%d has %d one way and %d the other", i/n, i%n, v, mirror)
			}
		}
		if after != before+deposited {
			t.Fatalf("%d units, want %d after evaporation plus %d deposited", after, before, deposited)
		}
	}
}

func TestAsymmetricDepositsKeepDirection(t *testing.T) {
	weights := []int32{0, 1, 9, 9, 9, 0, 1, 9, 9, 9, 0, 1, 1, 9, 9, 0}
	c := newTestColony(t, &tsp.Instance{Name: "ring", Kind: tsp.ATSP, Metric: tsp.Explicit, Weights: weights})
	for range 50 {
		must.Do(t, c.Iterate(context.Background()))
	}
	if c.State.BestLength != 4 {
		t.Errorf("best length %d, want 4, the ring 1-2-3-4", c.State.BestLength)
	}
	if forth, back := c.Pheromone[1], c.Pheromone[4]; forth < 100*back {
		t.Errorf("pheromone in the direction of the ring %d, in the other %d", forth, back)
	}
}

// countdownContext is a context that ends after a number of calls of Err.
type countdownContext struct {
	context.Context
	left atomic.Int64
}

func (e *countdownContext) Err() error {
	if e.left.Add(-1) < 0 {
		return context.Canceled
	}
	return nil
}

// Colonies stops at the first check of an ended context, at any point.
func TestColoniesStopsWithContext(t *testing.T) {
	instance := must.Get(generate.Instance("uniform", 25, 3))(t)
	p := must.Get(model.New(t.Context(), instance, model.AntSystem()))(t)
	for rows := range p.Cities {
		ctx := &countdownContext{Context: t.Context()}
		ctx.left.Store(int64(rows)) // rows of pheromone, which is filled first
		c, err := Colonies(ctx, p, model.StopRules{})
		if c != nil || !errors.Is(err, context.Canceled) || ctx.left.Load() != -1 {
			t.Errorf("context ended after %d rows: %v, %d more checks", rows, err, -1-ctx.left.Load())
		}
	}
}

// A stop rule ends a colony at the first iteration at which it holds.
func TestStopRulesHoldAtTheirIteration(t *testing.T) {
	instance := must.Get(generate.Instance("uniform", 25, 3))(t)
	p := must.Get(model.New(t.Context(), instance, model.AntSystem()))(t)
	run := func(rules model.StopRules) *Colony {
		all := must.Get(Colonies(t.Context(), p, rules))(t)
		for range 200 {
			must.Do(t, all[0].Iterate(context.Background()))
		}
		return all[0]
	}
	stalled := run(model.StopRules{Stall: 7}).State
	if stalled.Stop != model.Stalled || stalled.Iteration != stalled.BestIteration+7 {
		t.Errorf("stall 7 stopped with %+v", stalled)
	}
	free := run(model.StopRules{}).State
	reached := run(model.StopRules{Target: free.BestLength}).State
	want := model.State{
		Iteration: free.BestIteration, Stop: model.TargetReached, BestLength: free.BestLength,
		BestIteration: free.BestIteration, BestAnt: free.BestAnt, IterationAnt: free.BestAnt,
	}
	if diff := cmp.Diff(want, reached); diff != "" {
		t.Errorf("target %d (-want +got):\n%s", free.BestLength, diff)
	}
}
