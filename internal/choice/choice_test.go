package choice

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/aco-vk/aco-vk/aco"
)

// The options that are given choose the method.
func TestMethod(t *testing.T) {
	chained := &aco.ChainedReplay{Iterations: 3}
	recommended := aco.MMAS{Defaults: aco.Recommended}
	for name, c := range map[string]struct {
		request Request
		want    aco.Method
	}{
		"none": {Request{}, aco.Automatic{}},
		"shared": {Request{Given: []Option{{"Ants", 3}, {"Colonies", 2}}},
			aco.Automatic{Ants: 3, Colonies: 2}},
		"default solver": {Request{Given: []Option{{"Kick", 9}, {"Candidates", 5}}},
			aco.Merged{Kick: 9, Candidates: 5}},
		"named": {Request{Algorithm: "acs", Given: []Option{{"Q0", new(0.0)}}}, aco.ACS{Q0: new(0.0)}},
		"what Ant System does": {Request{Algorithm: "as",
			Given: []Option{{"Colonies", 1}, {"LocalSearch.Kind", "none"},
				{"Exchange.Every", new(0)}}}, aco.AntSystem{}},
		"preset": {Request{Preset: "p", Given: []Option{{"Ants", 3}, {"Kernels.Distances", "matrix"}}},
			aco.Preset{Name: "p", Ants: 3, Kernels: aco.PresetKernels{Distances: aco.DistancesMatrix}}},
		"resumed": {Request{Resume: "f", Given: []Option{{"Kernels.Deposit", "rows"}}},
			aco.Resume{File: "f", Kernels: aco.Kernels{Deposit: aco.DepositRows}}},
		"replayed": {Request{Replay: &aco.Replay{}, Algorithm: "merged"}, aco.Replay{}},
		"chained, replayed": {Request{Replay: &aco.Replay{Chained: chained}, Algorithm: "chained"},
			aco.Replay{Chained: chained}},
		"other": {Request{Cities: 8, Given: []Option{{"Pheromone.Rho", new(0.1)}}},
			with(recommended, func(m *aco.MMAS) { m.Pheromone.Rho = new(0.1) })},
		"local search": {Request{Cities: 8, Given: []Option{{"LocalSearch.Kind", "none"}}},
			with(recommended, func(m *aco.MMAS) { m.LocalSearch.Kind = aco.SearchNone })},
		"large": {Request{Cities: 200_001, Given: []Option{{"Synchronous", true}}},
			aco.ACS{Defaults: aco.Recommended, Synchronous: true}},
	} {
		got, err := c.request.Method()
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if diff := cmp.Diff(c.want, got, cmp.AllowUnexported(aco.Schedule{})); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

func with[T any](value T, change func(*T)) T {
	change(&value)
	return value
}

// An option that the method does not have is refused by its name.
func TestRefusedOptions(t *testing.T) {
	kick, rho := Option{"Kick", 9}, Option{"Pheromone.Rho", new(0.1)}
	for _, c := range []struct {
		request      Request
		option, with string
	}{
		{Request{Algorithm: "swarm"}, "Method", ""},
		{Request{Algorithm: "mmas", Given: []Option{kick}}, "Kick", ""},
		{Request{Algorithm: "as", Given: []Option{{"Colonies", 2}}}, "Colonies", ""},
		{Request{Given: []Option{kick, rho}}, "Pheromone.Rho", ""},
		{Request{Cities: 8, Given: []Option{{"Q0", new(0.5)}}}, "Q0", ""},
		{Request{Preset: "p", Given: []Option{rho}}, "Pheromone.Rho", "Preset"},
		{Request{Preset: "p", Algorithm: "as"}, "Method", "Preset"},
		{Request{Replay: &aco.Replay{}, Given: []Option{kick}}, "Kick", "Replay"},
		{Request{Replay: &aco.Replay{}, Algorithm: "mmas"}, "Method", "Replay"},
		{Request{Replay: &aco.Replay{Chained: &aco.ChainedReplay{}}, Given: []Option{{"Colonies", 3}}}, "Colonies", "Replay"},
		{Request{Replay: &aco.Replay{Chained: &aco.ChainedReplay{}}, Algorithm: "merged"}, "Method", "Replay"},
		{Request{Resume: "f", Given: []Option{rho}}, "Pheromone.Rho", "Resume"},
		{Request{Resume: "f", Preset: "p"}, "Preset", "Resume"},
	} {
		_, err := c.request.Method()
		var refused *aco.OptionError
		if !errors.As(err, &refused) || refused.Option != c.option || refused.With != c.with {
			t.Errorf("%+v: %v, want an error of %s with %q", c.request, err, c.option, c.with)
		}
	}
}
