package chained

import (
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/aco-vk/aco-vk/aco/engine"
	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
)

// A recombination that is interrupted, wherever it is, can be repeated.
func TestInterruptedRecombination(t *testing.T) {
	in := tsptest.Generate(t, "uniform", 200, 1)
	m := must.Get(model.New(t.Context(), in, Parameters{Colonies: 3, Candidates: 8, Seed: 1}.model(200)))(t)
	p := newPopulation(m)
	p.state.Fresh = 0
	ended := map[[2]bool]bool{} // after rounds, and after rounds of edge assembly
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
	for looks := 0; ; looks = looks*7/5 + 1 {
		want, cut, err := p.mergeAll(tsptest.EndingAt(t.Context(), looks))
		if err == nil {
			break
		}
		ended[[2]bool{cut.Rounds > 0, cut.AssemblyRounds > 0}] = true
		got, err := p.mergeRounds(t.Context(), cut)
		if err != nil || got.length != want.length || !slices.Equal(got.tour, want.tour) {
			t.Errorf("ended at look %d: length %d after %+v, repeated %d (%v)", looks, want.length, cut, got.length, err)
		}
	}
	if len(ended) != 3 {
		t.Errorf("the contexts ended in %v of the first round, the rounds and the assembly", ended)
	}
}

// solveByTime returns a run that its time limit ends, with as many iterations as the machine makes
// in it. The limit is the first one, of 100 ms, 200 ms and so on, in which it makes one.
func solveByTime(t *testing.T, in *tsp.Instance, o Options) *Result {
	t.Helper()
	for limit := 100 * time.Millisecond; ; limit *= 2 {
		o.Rules = engine.Rules{TimeLimit: limit}
		if timed := solve(t, in, o); timed.Iterations > 0 {
			return timed
		}
	}
}

// A run that its time limit ended is repeated by its iterations, what its last recombination did, and
// its last kicks.
func TestLastKicks(t *testing.T) {
	in := tsptest.Generate(t, "uniform", 400, 1)
	o := iterations(0)
	timed := solveByTime(t, in, o)
	o = iterations(timed.Iterations)
	o.Parameters, o.Cut, o.LastKicks = timed.Parameters, timed.Cut, timed.LastKicks
	if again := solve(t, in, o); !slices.Equal(again.Tour, timed.Tour) || again.LastKicks != timed.LastKicks {
		t.Errorf("length %d after %d last kicks, repeated %d after %d", timed.Length, timed.LastKicks, again.Length, again.LastKicks)
	}
	o.LastKicks = 0
	without := solve(t, in, o)
	if o.LastKicks = 400; solve(t, in, o).Length > without.Length {
		t.Error("kicks have made the tour longer")
	}
}

// A run that its time limit ended, and that is resumed with the same rules, ends at once.
func TestResumeAfterTimeLimit(t *testing.T) {
	in := tsptest.Generate(t, "uniform", 300, 2)
	name := filepath.Join(t.TempDir(), "checkpoint")
	o := iterations(0)
	o.Checkpoint.File = name
	timed := solveByTime(t, in, o)
	resumed := resume(t, name)
	again := solve(t, in, resumed)
	if again.Iterations != timed.Iterations || again.LastKicks > 0 || again.Stop != engine.StopTimeLimit {
		t.Errorf("%d iterations, resumed %d, %d last kicks, %s", timed.Iterations, again.Iterations, again.LastKicks, again.Stop)
	}
	if resumed.Rules = (engine.Rules{Iterations: timed.Iterations + 1}); solve(t, in, resumed).Iterations != timed.Iterations+1 {
		t.Error("the run does not go on with other rules")
	}
}

// Tours meet different ones in the pairings of a round.
func TestPartnersDiffer(t *testing.T) {
	m, err := model.New(t.Context(), tsptest.Generate(t, "uniform", 60, 1), Parameters{Colonies: 5, Candidates: 5, Seed: 1}.model(60))
	if err != nil {
		t.Fatal(err)
	}
	p := newPopulation(m)
	var got []int
	for range p.pairings() + 1 {
		got = append(got, p.apart())
		p.state.Pairings++
	}
	if want := []int{1, 2, 4, 4}; !slices.Equal(got, want) {
		t.Errorf("distances %v, want %v", got, want)
	}
}
