package merged

import (
	"testing"

	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
)

// Of equal tours the earliest counts, in whatever order they are reported. A stall and the states
// after an exchange depend on it.
func TestEarliestOfEqualTours(t *testing.T) {
	m := must.Get(model.New(t.Context(), tsptest.Generate(t, "uniform", 100, 3), parameters(3)))(t)
	states := [3]model.State{{Best: m.StartLength - 1, BestIteration: 30}, {Best: m.StartLength - 2, BestIteration: 20}, {Best: m.StartLength - 2, BestIteration: 10}}
	report := func(order ...int) *run {
		own := &fixedColonies{states: []model.State{{Best: m.StartLength}, {Best: m.StartLength}, {Best: m.StartLength}}}
		r := mustRun(t, Options{}, m, m.Instance, own)
		for _, c := range order {
			own.states[c] = states[c]
			r.recordImprovements()
		}
		own.states = states[:]
		r.recordImprovements()
		return r
	}
	for _, order := range [][]int{{}, {0, 1, 2}, {2, 1, 0}, {1}, {2}} {
		if r := report(order...); r.BestLength() != m.StartLength-2 || r.foundAt != 10 {
			t.Errorf("reported in the order %v: length %d after %d iterations, want %d after 10", order, r.BestLength(), r.foundAt, m.StartLength-2)
		}
	}
}
