package engine

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/aco-vk/aco-vk/tsp"
)

// name is the settings of steps in tests.
type name string

func (name) PushConstants() map[string]uint32 { return nil }

// fakeColonies make iterations without work.
type fakeColonies struct{ Host[name] }

func (c *fakeColonies) Wait(ctx context.Context) error { return c.Iterate(ctx) }

func (*fakeColonies) Close() {}

// fakeAlgorithm makes three steps. Each finds a shorter tour, long after the last verification.
type fakeAlgorithm struct {
	*Run[name, *fakeColonies]
	calls int // of Verify
}

func (a *fakeAlgorithm) Next(Pace) (Step[name], bool) {
	return Step[name]{Iterations: 1}, a.Scheduled() < 3
}

func (a *fakeAlgorithm) ApplyBatches() StopReason {
	a.length = uint64(100 - a.Completed())
	a.verified.at = time.Now().Add(-2 * verifyEvery)
	return ""
}

func (a *fakeAlgorithm) Verify() {
	a.calls++
	a.OfferTour(Tour{Length: a.BestLength()})
}

func (*fakeAlgorithm) Exchange(context.Context) StopReason    { return "" }
func (*fakeAlgorithm) Distribute(int, Step[name])             {}
func (*fakeAlgorithm) Finish(_, _ context.Context) StopReason { return "" }
func (*fakeAlgorithm) LastRelevant() int                      { return 0 }
func (*fakeAlgorithm) Snapshot() (Snapshot, error)            { return Snapshot{}, nil }

// opened returns the site of some colonies.
func opened[C closer](colonies C) Opened[C] {
	return Opened[C]{Sites: []*Site[C]{{Colonies: colonies}}}
}

// The engine calls Verify for each shorter tour.
func TestVerifyDue(t *testing.T) {
	synctest.Test(t, func(t *testing.T) { // a verification takes no time
		a := &fakeAlgorithm{}
		a.Run = New(Config[name, *fakeColonies]{
			Options: Options{Started: time.Now()}, Algorithm: a, Opened: opened(&fakeColonies{NewHost[name](nil, "")}),
			First: Tour{Cities: func() tsp.Tour { return nil }, Length: 100},
		})
		a.Loop(t.Context())
		if a.calls != 3 || a.Completed() != 3 || a.StopReason() != StopIterations {
			t.Errorf(
				"%d calls of Verify in %d iterations, want 3 in 3; stopped by %q", a.calls, a.Completed(), a.StopReason(),
			)
		}
	})
}

// eagerColonies have begun all iterations of a step, as devices do.
type eagerColonies struct{ fakeColonies }

func (c *eagerColonies) Wait(ctx context.Context) error { return c.Iterate(ctx) }

func (*eagerColonies) Committed() int { return 3 }

// stallingAlgorithm makes a step of three iterations with an exchange. It stalls in the last
// iteration.
type stallingAlgorithm struct {
	fakeAlgorithm
	*Run[name, *eagerColonies]
	exchanges int
}

func (a *stallingAlgorithm) Next(Pace) (Step[name], bool) {
	return Step[name]{Iterations: 3, Exchange: true}, a.Scheduled() < 6
}

func (a *stallingAlgorithm) ApplyBatches() StopReason {
	if a.Completed() >= 3 {
		return StopStall
	}
	a.length, a.verified.at = 99, time.Now().Add(-2*verifyEvery)
	return ""
}

func (a *stallingAlgorithm) Verify() { a.OfferTour(Tour{Length: a.BestLength()}) }

func (a *stallingAlgorithm) Exchange(context.Context) StopReason {
	a.exchanges++
	return ""
}

// A rule that holds at the end of a step ends the run before the exchange, also if the run pauses
// within the step.
func TestRuleInPause(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := &stallingAlgorithm{}
		colonies := &eagerColonies{fakeColonies{NewHost[name](nil, "")}}
		a.Run = New(Config[name, *eagerColonies]{
			Options: Options{Started: time.Now()}, Algorithm: a, Opened: opened(colonies),
			First: Tour{Cities: func() tsp.Tour { return nil }, Length: 100},
		})
		a.Loop(t.Context())
		if a.StopReason() != StopStall || a.exchanges != 0 || a.Completed() != 3 {
			t.Errorf("%d exchanges in %d iterations, stopped by %q", a.exchanges, a.Completed(), a.StopReason())
		}
	})
}
