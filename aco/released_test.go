package aco

import (
	"slices"
	"testing"
)

// TestReleasedCheckpoints resumes whole runs that an earlier version interrupted. They end like runs without interruption. Every later version
// reads these files.
func TestReleasedCheckpoints(t *testing.T) {
	for _, c := range []struct {
		cities, end int     // end is the iteration at which the whole run ends
		whole       Options // without interruption
		resumed     Options // what the resumed run changes
	}{
		{150, 400, Options{Algorithm: Merged, Ants: 4, Colonies: 2, Merged: MergedOptions{Pheromone: "strong", Noise: new(float64)}}, Options{}}, // one tour for all colonies
		{40, 60, Options{Algorithm: MMAS, Ants: 4, Colonies: 2}, Options{Iterations: 60}},
		{40, 60, Options{Algorithm: ACS, Ants: 4, Colonies: 2, Pheromone: PheromoneOptions{Memory: "selective"}}, Options{Iterations: 60}},
	} {
		c.whole.Iterations = c.end
		c.resumed.Resume = "testdata/" + string(c.whole.Algorithm) + ".format1.checkpoint"
		want, got := mustSolve(t, generated(t, c.cities), c.whole), mustSolve(t, generated(t, c.cities), c.resumed)
		if len(got.Resumed) != 1 || got.Resumed[0] == 0 || got.Resumed[0] >= c.end || got.Iterations != c.end {
			t.Errorf("%s: resumed after iterations %v, ended at %d", got.Algorithm, got.Resumed, got.Iterations)
		}
		if !slices.Equal(got.Tour, want.Tour) || got.AntsBest != want.AntsBest || !slices.Equal(got.Colonies, want.Colonies) {
			t.Errorf("%s: length %d, best of ants %d, colonies %+v; without interruption %d, %d, %+v",
				got.Algorithm, got.Length, got.AntsBest, got.Colonies, want.Length, want.AntsBest, want.Colonies)
		}
	}
}
