package engine

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A step extends the last one if the settings are the same and no exchange is between them.
func TestAddStep(t *testing.T) {
	var steps []Step[name]
	for _, step := range []Step[name]{
		{Iterations: 3, Settings: "a"}, {Iterations: 4, Settings: "a", Exchange: true, Exchanged: Exchanged{Rounds: 2}},
		{Iterations: 1, Settings: "a", Renew: true}, {Iterations: 5, Settings: "b"},
	} {
		steps = addStep(steps, step)
	}
	want := []Step[name]{
		{Iterations: 7, Settings: "a", Exchange: true, Exchanged: Exchanged{Rounds: 2}}, {Iterations: 1, Settings: "a", Renew: true},
		{Iterations: 5, Settings: "b"},
	}
	if diff := cmp.Diff(want, steps); diff != "" {
		t.Errorf("steps (-want +got):\n%s", diff)
	}
}

// The first part of a step has its beginning, the second part its exchange.
func TestSplitSteps(t *testing.T) {
	a := Step[name]{Iterations: 3, Settings: "a"}
	b := Step[name]{Iterations: 5, Settings: "b", Renew: true, Exchange: true, Exchanged: Exchanged{Rounds: 2}}
	first := Step[name]{Iterations: 1, Settings: "b", Renew: true}
	rest := Step[name]{Iterations: 4, Settings: "b", Exchange: true, Exchanged: Exchanged{Rounds: 2}}
	for at, want := range map[int][2][]Step[name]{
		0: {{}, {a, b}}, 3: {{a}, {b}}, 4: {{a, first}, {rest}}, 8: {{a, b}, nil},
	} {
		before, after := splitSteps([]Step[name]{a, b}, at)
		if diff := cmp.Diff(want, [2][]Step[name]{before, after}); diff != "" {
			t.Errorf("split after %d iterations (-want +got):\n%s", at, diff)
		}
	}
}
