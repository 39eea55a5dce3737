package engine

import (
	"context"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/aco-vk/aco-vk/tsp"
)

// timedColonies need the same time for each iteration.
type timedColonies struct {
	fakeColonies
	each time.Duration
}

func (c *timedColonies) Wait(ctx context.Context) error {
	time.Sleep(c.each)
	return c.Iterate(ctx)
}

// endlessAlgorithm has steps as long as the rules allow. It finds its last shorter tour in the
// tenth iteration.
type endlessAlgorithm struct {
	fakeAlgorithm
	*Run[name, *timedColonies]
}

func (a *endlessAlgorithm) Next(Pace) (Step[name], bool) { return Step[name]{Iterations: 1000}, true }

func (a *endlessAlgorithm) ApplyBatches() StopReason {
	if length := uint64(100 - min(a.Completed(), 10)); length < a.BestLength() {
		a.RecordImprovement(Improvement{Iteration: a.Completed(), Elapsed: a.Elapsed(), Length: int64(length)})
	}
	return ""
}

func (a *endlessAlgorithm) Verify() { a.OfferTour(Tour{Length: a.BestLength()}) }

// A run ends by the clock at its limit, or at the end of its idle time after the last improvement,
// within an iteration.
func TestRulesOfTheClock(t *testing.T) {
	for _, each := range []time.Duration{10 * time.Millisecond, 100 * time.Millisecond} {
		for _, c := range []struct {
			rules Rules
			stop  StopReason
			at    time.Duration
		}{
			{Rules{TimeLimit: 10 * time.Second}, StopTimeLimit, 10 * time.Second},
			{Rules{TimeLimit: time.Minute, Idle: 4 * time.Second}, StopIdle, 4*time.Second + 10*each},
		} {
			synctest.Test(t, func(t *testing.T) {
				a := &endlessAlgorithm{}
				colonies := &timedColonies{fakeColonies{NewHost[name](nil, "")}, each}
				a.Run = New(Config[name, *timedColonies]{
					Rules: c.rules, Options: Options{Started: time.Now()}, Algorithm: a, Traits: Traits{
						Divisible: true,
					},
					Opened: opened(colonies),
					First:  Tour{Cities: func() tsp.Tour { return nil }, Length: 100},
				})
				a.Loop(t.Context())
				took, stop := a.Elapsed(), a.StopReason()
				if stop != c.stop || took < c.at-each || took > c.at+each {
					t.Errorf(
						"iterations of %v: stopped by %q after %v, want %q after %v", each, stop, took, c.stop, c.at,
					)
				}
			})
		}
	}
}

// exchangingAlgorithm has steps with exchanges that take a second.
type exchangingAlgorithm struct {
	fakeAlgorithm
	*Run[name, *timedColonies]
	begins []time.Duration // of the steps
}

func (a *exchangingAlgorithm) Next(now Pace) (Step[name], bool) {
	a.begins = append(a.begins, now.Elapsed)
	return Step[name]{Iterations: 10, Exchange: true}, len(a.begins) <= 3
}

func (*exchangingAlgorithm) ApplyBatches() StopReason { return "" }

func (a *exchangingAlgorithm) Verify() { a.OfferTour(Tour{Length: a.BestLength()}) }

func (*exchangingAlgorithm) Exchange(context.Context) StopReason {
	time.Sleep(time.Second)
	return ""
}

// A step after an exchange is planned from the end of the exchange on.
func TestExchangesTakeTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := &exchangingAlgorithm{}
		a.Run = New(Config[name, *timedColonies]{
			Options: Options{Started: time.Now()}, Algorithm: a,
			Opened: opened(&timedColonies{fakeColonies{NewHost[name](nil, "")}, 100 * time.Millisecond}),
			First:  Tour{Cities: func() tsp.Tour { return nil }, Length: 100},
		})
		a.Loop(t.Context())
		if want := []time.Duration{0, 2 * time.Second, 4 * time.Second, 6 * time.Second}; !slices.Equal(a.begins, want) {
			t.Errorf("the steps begin after %v, want %v", a.begins, want)
		}
	})
}
