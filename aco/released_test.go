package aco

import (
	"slices"
	"testing"
)

// TestReleasedCheckpoints resumes whole runs that an earlier version interrupted. They end like runs without interruption. Every later version
// reads these files.
func TestReleasedCheckpoints(t *testing.T) {
	for name, c := range map[string]struct {
		cities, end int     // end is the iteration at which the whole run ends
		whole       Method  // without interruption
		resumed     Options // what the resumed run changes
	}{
		"merged": {150, 400, Merged{Ants: 4, Colonies: 2, PheromoneGuide: "strong", Noise: new(float64)}, Options{}}, // one tour for all colonies
		"mmas":   {40, 60, MMAS{Ants: 4, Colonies: 2}, Options{Iterations: 60}},
		"acs":    {40, 60, ACS{Ants: 4, Colonies: 2, Memory: MemorySelective}, Options{Iterations: 60}},
	} {
		c.resumed.Method = Resume{File: "testdata/" + name + ".format1.checkpoint"}
		want := mustSolve(t, generated(t, c.cities), Options{Method: c.whole, Iterations: c.end})
		got := mustSolve(t, generated(t, c.cities), c.resumed)
		if len(got.Resumed) != 1 || got.Resumed[0] == 0 || got.Resumed[0] >= c.end || got.Iterations != c.end {
			t.Errorf("%s: resumed after iterations %v, ended at %d", name, got.Resumed, got.Iterations)
		}
		if !slices.Equal(got.Tour, want.Tour) || antsBest(got) != antsBest(want) || !slices.Equal(got.Colonies, want.Colonies) {
			t.Errorf("%s: length %d, best of ants %d, colonies %+v; without interruption %d, %d, %+v",
				name, got.Length, antsBest(got), got.Colonies, want.Length, antsBest(want), want.Colonies)
		}
	}
}

// antsBest returns the length of the shortest tour of an ant, 0 with the default solver.
func antsBest(r *Result) int64 {
	if own, ok := r.Method.(*ClassicResult); ok {
		return own.AntsBest
	}
	return 0
}
