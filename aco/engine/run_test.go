package engine

import (
	"context"
	"testing"
	"time"

	"github.com/aco-vk/aco-vk/tsp"
)

// fakeColonies make iterations without work.
type fakeColonies struct{ Host }

func (c *fakeColonies) Wait(ctx context.Context) error { return c.Iterate(ctx) }

func (*fakeColonies) Close() {}

// fakeAlgorithm makes three steps. Each finds a shorter tour, long after the last verification.
type fakeAlgorithm struct {
	*Run[*fakeColonies]
	calls int // of Verify
}

func (a *fakeAlgorithm) Next(Pace) (Step, bool) {
	return Step{Iterations: 1}, a.Scheduled < 3
}

func (a *fakeAlgorithm) ApplyBatches() StopReason {
	a.Length = uint64(100 - a.Completed())
	a.verified.at = time.Now().Add(-2 * verifyEvery)
	return ""
}

func (a *fakeAlgorithm) Verify() {
	a.calls++
	a.OfferTour(Tour{Length: a.Length})
}

func (*fakeAlgorithm) Reserve() time.Duration              { return 0 }
func (*fakeAlgorithm) Exchange(context.Context) StopReason { return "" }
func (*fakeAlgorithm) Distribute(int, Step)                {}
func (*fakeAlgorithm) Finish(context.Context)              {}
func (*fakeAlgorithm) Snapshot() (Snapshot, error)         { return Snapshot{}, nil }

// The engine calls Verify for each shorter tour, unless the algorithm verifies its tours.
func TestVerifyDue(t *testing.T) {
	for traits, want := range map[Traits]int{{}: 3, {SelfVerified: true}: 0} {
		a := &fakeAlgorithm{}
		colonies := &fakeColonies{NewHost(nil, "")}
		a.Run = New(Config[*fakeColonies]{
			Options: Options{Started: time.Now()}, Algorithm: a, Traits: traits, Sites: []*Site[*fakeColonies]{{Colonies: colonies}},
			First: Tour{Cities: func() tsp.Tour { return nil }, Length: 100},
		})
		a.Loop(t.Context())
		if a.calls != want || a.Completed() != 3 || a.Stop != StopIterations {
			t.Errorf("%+v: %d calls of Verify in %d iterations, want %d in 3; stopped by %q", traits, a.calls, a.Completed(), want, a.Stop)
		}
	}
}
