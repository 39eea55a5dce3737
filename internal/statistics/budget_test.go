package statistics

import (
	"math"
	"slices"
	"testing"
)

func TestExpectedCost(t *testing.T) {
	for name, c := range map[string]struct {
		attempts  []Attempt
		cost      float64
		successes int
	}{
		// Two of four runs succeed: (100 + 300 + 1000 + 1000) / 2.
		"two of four": {[]Attempt{{true, 100}, {false, 1000}, {true, 300}, {false, 1000}}, 1200, 2},
		"all":         {[]Attempt{{true, 1}, {true, 3}}, 2, 2},
		"none of two": {[]Attempt{{false, 10}, {false, 10}}, math.Inf(1), 0},
	} {
		if cost, successes := ExpectedCost(c.attempts); cost != c.cost || successes != c.successes {
			t.Errorf("%s: %v, %d", name, cost, successes)
		}
	}
	if cost, _ := ExpectedCost(nil); !math.IsNaN(cost) {
		t.Errorf("without runs: %v", cost)
	}
}

func TestReachedShare(t *testing.T) {
	got := ReachedShare([]Attempt{{true, 5}, {true, 2}, {false, 9}, {true, 5}})
	if want := []Step{{2, 0.25}, {5, 0.75}}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

// The first solver is the fastest of one problem in three, and fails at another.
func TestProfile(t *testing.T) {
	got := Profile([][]float64{{1, 2}, {6, 3}, {math.Inf(1), 4}, {math.Inf(1), math.Inf(1)}})
	want := [][]Step{{{1, 0.25}, {2, 0.5}}, {{1, 0.5}, {2, 0.75}}}
	for i := range want {
		if !slices.Equal(got[i], want[i]) {
			t.Errorf("solver %d: %v, want %v", i, got[i], want[i])
		}
	}
}
