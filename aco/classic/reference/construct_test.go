package reference

import (
	"context"
	"errors"
	"testing"

	"pgregory.net/rapid"

	"github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/aco/philox"
	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/generate"
)

// scanned draws an unvisited city by its weight.
func scanned(weights []uint32, visited []bool, word uint32) uint32 {
	return roulette(weights, visited, philox.Bounded(word, unvisitedSum(weights, visited)))
}

func TestRouletteChoosesUnvisitedCities(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		weights := rapid.SliceOfN(rapid.Uint32Range(1, 1<<26), 1, 60).Draw(t, "weights")
		visited := rapid.SliceOfN(rapid.Bool(), len(weights), len(weights)).Draw(t, "visited")
		visited[rapid.IntRange(0, len(weights)-1).Draw(t, "free")] = false
		word := rapid.Uint32().Draw(t, "word")
		if city := scanned(weights, visited, word); int(city) >= len(weights) || visited[city] {
			t.Fatalf("chose city %d", city)
		}
	})
}

func TestConstructBuildsTours(t *testing.T) {
	instance := must.Get(generate.Instance("uniform", 37, 5))(t)
	for _, selection := range model.Selections {
		t.Run(string(selection), func(t *testing.T) { constructBuildsTours(t, instance, selection) })
	}
}

func constructBuildsTours(t *testing.T, instance *tsp.Instance, selection model.Selection) {
	c := newTestColonyWith(t, instance, selection)
	for range 3 {
		iterateToTours(t, c)
	}
}

// iterateToTours makes an iteration. Every ant has a valid tour, with its length.
func iterateToTours(t *testing.T, c *Colony) {
	t.Helper()
	must.Do(t, c.Iterate(t.Context()))
	n := c.Problem.Cities
	for ant, length := range c.Lengths {
		tour := make(tsp.Tour, n)
		for i, city := range c.Tours[ant*n : (ant+1)*n] {
			tour[i] = int32(city)
		}
		if err := tour.Validate(n); err != nil || c.Problem.Length(tour) != length {
			t.Fatalf("ant %d: length %d, evaluated %d: %v", ant, c.Problem.Length(tour), length, err)
		}
	}
}

func TestConstructStopsWithContext(t *testing.T) {
	instance := must.Get(generate.Instance("uniform", 20, 5))(t)
	c := newTestColony(t, instance)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	before := c.State
	if err := c.Iterate(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want context.Canceled", err)
	}
	if c.State != before {
		t.Errorf("the state changed to %+v", c.State)
	}
}

func newTestColony(t *testing.T, instance *tsp.Instance) *Colony {
	t.Helper()
	return newTestColonyWith(t, instance, "")
}

func newTestColonyWith(t *testing.T, instance *tsp.Instance, selection model.Selection) *Colony {
	t.Helper()
	parameters := model.AntSystem()
	parameters.Selection = selection
	return newColonyOf(t, instance, parameters)
}

// newColonyOf returns the first colony of the parameters.
func newColonyOf(t *testing.T, instance *tsp.Instance, parameters model.Parameters) *Colony {
	t.Helper()
	p := must.Get(model.New(t.Context(), instance, parameters))(t)
	all := must.Get(Colonies(t.Context(), p, model.StopRules{}))(t)
	return all[0]
}
