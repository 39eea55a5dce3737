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

// eagerColonies have begun all iterations of a step, as devices do.
type eagerColonies struct{ fakeColonies }

func (c *eagerColonies) Wait(ctx context.Context) error { return c.Iterate(ctx) }

func (*eagerColonies) Committed() int { return 3 }

// stallingAlgorithm makes a step of three iterations with an exchange. It stalls in the last iteration.
type stallingAlgorithm struct {
	fakeAlgorithm
	*Run[*eagerColonies]
	exchanges int
}

func (a *stallingAlgorithm) Next(Pace) (Step, bool) {
	return Step{Iterations: 3, Exchange: true}, a.Scheduled < 6
}

func (a *stallingAlgorithm) ApplyBatches() StopReason {
	if a.Completed() >= 3 {
		return StopStall
	}
	a.Length, a.verified.at = 99, time.Now().Add(-2*verifyEvery)
	return ""
}

func (a *stallingAlgorithm) Verify() { a.OfferTour(Tour{Length: a.Length}) }

func (a *stallingAlgorithm) Exchange(context.Context) StopReason {
	a.exchanges++
	return ""
}

// A rule that holds at the end of a step ends the run before the exchange, also if the run pauses within the step.
func TestRuleInPause(t *testing.T) {
	a := &stallingAlgorithm{}
	colonies := &eagerColonies{fakeColonies{NewHost(nil, "")}}
	a.Run = New(Config[*eagerColonies]{
		Options: Options{Started: time.Now()}, Algorithm: a, Sites: []*Site[*eagerColonies]{{Colonies: colonies}},
		First: Tour{Cities: func() tsp.Tour { return nil }, Length: 100},
	})
	a.Loop(t.Context())
	if a.Stop != StopStall || a.exchanges != 0 || a.Completed() != 3 {
		t.Errorf("%d exchanges in %d iterations, stopped by %q", a.exchanges, a.Completed(), a.Stop)
	}
}
