package pipeline

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Passes of a loop alternate, unit by unit. The pass after the loop follows the last unit.
func TestPassesOfALoopAlternate(t *testing.T) {
	passes := []Pass{{Units: 9}, {Units: 9, Loop: 1}, {Units: 9, Loop: 1}, {Units: 9, Loop: 2}}
	var after []int
	for pass := range passes {
		after = append(after, LoopEnd(passes, pass))
	}
	if diff := cmp.Diff([]int{1, 3, 3, 4}, after); diff != "" {
		t.Errorf("passes after each (-want +got):\n%s", diff)
	}
	for _, c := range []struct {
		slice Slice
		want  []Slice
	}{
		{Slice{0, 2, 5}, []Slice{{0, 2, 5}}},
		{Slice{1, 4, 2}, []Slice{{1, 4, 1}, {2, 4, 1}, {1, 5, 1}, {2, 5, 1}}},
		{Slice{3, 0, 2}, []Slice{{3, 0, 1}, {3, 1, 1}}},
	} {
		if diff := cmp.Diff(c.want, expandLoop(passes, c.slice)); diff != "" {
			t.Errorf("dispatches of %+v (-want +got):\n%s", c.slice, diff)
		}
	}
	if with, without := MaxIterationsInFlight(passes), MaxIterationsInFlight(passes[:3]); with >= without {
		t.Errorf("%d iterations of three slices and %d of two can be in flight", with, without)
	}
}
