package aco

import (
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"

	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
	"github.com/aco-vk/aco-vk/tsp/verify"
)

// A run on node pairs reports directed tours, and is continued and repeated from them.
func TestNodePairsOptions(t *testing.T) {
	random := rand.New(rand.NewPCG(16, 25))
	in := tsptest.Matrix(tsp.ATSP, 50, func() int32 { return random.Int32N(1000) })
	seen, saved := 0, filepath.Join(t.TempDir(), "run")
	options := Options{Method: Merged{Ants: 32}, Iterations: 20, Checkpoint: saved, Progress: func(p Progress) {
		if tour, length := p.Tour(); tour != nil {
			seen++
			if verified, err := verify.Tour(in, tour); err != nil || verified != length {
				t.Errorf("the best tour so far has length %d, verified %d: %v", length, verified, err)
			}
		}
	}}
	first := mustSolve(t, in, options)
	if again := mustSolve(t, in, Options{Method: first.Replay()}); !slices.Equal(again.Tour, first.Tour) || seen == 0 {
		t.Errorf("%d tours in the progress; the replay has length %d, not %d", seen, again.Length, first.Length)
	}
	if resumed := mustSolve(t, in,
		Options{Method: Resume{File: saved}, Iterations: 40}); resumed.Length > first.Length {
		t.Errorf("resumed: length %d after %d", resumed.Length, first.Length)
	}
	again := mustSolve(t, in, Options{Method: Merged{}, Iterations: 20, Target: first.Length, InitialTour: first.Tour})
	if again.Stop != StopTarget || again.FirstLength != first.Length || again.Length != first.Length {
		t.Errorf("from the tour of the first run: stopped by %s, first length %d, length %d", again.Stop,
			again.FirstLength, again.Length)
	}
}
