package reference

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
)

// An iteration of ants that is interrupted and continued submits the same changes as one without
// interruption. DropAnts removes all changes submitted so far.
func TestInterruptedAnts(t *testing.T) {
	m := newTestModel(t, 200, 6, 4, 60)
	colony := func() *Colony {
		c := NewColony(m, 0)
		c.Settings = model.Settings{Kick: 30, Scales: 3, Temperature: 1 << 20}
		return c
	}
	same := func(name string, got, want *Colony) {
		t.Helper()
		if diff := cmp.Diff(want, got, cmpopts.IgnoreUnexported(Colony{}), cmpopts.IgnoreFields(Colony{}, "Model"), cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
	want, got := colony(), colony()
	for range 5 {
		before := got.State
		for interrupted := range 7 {
			if err := got.AntsUntil(tsptest.EndingAt(t.Context(), 3+interrupted)); err == nil {
				t.Fatal("the ended context did not interrupt the ants")
			}
			if interrupted == 3 {
				got.DropAnts()
				claimed := slices.ContainsFunc(got.Claims[before.Iteration&1], func(key uint32) bool { return key != 0 })
				if got.State != before || len(got.LongChanges) > 0 || claimed {
					t.Error("DropAnts did not remove all changes")
				}
			}
		}
		want.Ants()
		got.Ants()
		same("ants", got, want)
		for i, stage := range want.Merge() {
			stage.Run()
			got.Merge()[i].Run()
		}
		if want.State.Counts.Accepted == 0 {
			t.Fatal("no change was accepted")
		}
	}
	same("tours", got, want)
}
