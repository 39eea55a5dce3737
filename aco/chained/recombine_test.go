package chained

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
)

// A recombination that is interrupted, wherever it is, can be repeated.
func TestInterruptedRecombination(t *testing.T) {
	in := tsptest.Generate(t, "uniform", 200, 1)
	m, err := model.New(t.Context(), in, Parameters{Colonies: 3, Candidates: 8, Seed: 1}.model(200))
	if err != nil {
		t.Fatal(err)
	}
	p := newPopulation(m)
	whole, made, err := p.mergeAll(t.Context())
	if err != nil || made.Rounds == 0 || made.AssemblyRounds == 0 {
		t.Fatalf("%+v rounds (%v)", made, err)
	}
	for _, cut := range []Cut{{}, {Rounds: 1}, {Rounds: made.Rounds}, {made.Rounds, 1}, made} {
		got, err := p.mergeRounds(t.Context(), cut)
		if err != nil || cut == made && !slices.Equal(got.tour, whole.tour) || cut == (Cut{}) && got.tour != nil {
			t.Errorf("%+v: length %d, of all rounds %d (%v)", cut, got.length, whole.length, err)
		}
	}
	took := p.recombineTime
	for part := range time.Duration(4) {
		ctx, cancel := context.WithTimeout(t.Context(), took*part/4)
		want, made, err := p.mergeAll(ctx)
		cancel()
		if err == nil {
			continue // it was fast enough
		}
		got, err := p.mergeRounds(t.Context(), made)
		if err != nil || got.length != want.length || !slices.Equal(got.tour, want.tour) {
			t.Errorf("%d/4 of the time: length %d after %+v, repeated %d (%v)", part, want.length, made, got.length, err)
		}
	}
}
