package engine

import (
	"math"
	"testing"
	"time"
)

// Each phase ends when the later ones need the rest of the time, and the iterations end when all
// need it. Without a limit nothing has to end.
func TestBudget(t *testing.T) {
	started := time.Unix(1_000_000, 0)
	b := newBudget(started, 10*time.Second)
	for phase := range phases {
		b.Expect(phase, time.Second<<phase)
	}
	b.Expect(Saving, 0)
	ends := map[int]time.Duration{
		Recombining: -26 * time.Second, Shortening: -24 * time.Second, Saving: -24 * time.Second,
		Verifying: -16 * time.Second, Returning: 0,
	}
	for phase, before := range ends {
		if got := b.EndOf(phase).Sub(started.Add(10 * time.Second)); got != before {
			t.Errorf("phase %d ends %v from the limit, want %v", phase, got, before)
		}
	}
	if end, reserve := b.IterationsEnd(), b.Reserve(); reserve != 27*time.Second || !end.Equal(started.Add(10*time.Second-reserve)) {
		t.Errorf("the iterations end after %v, with a reserve of %v", end.Sub(started), reserve)
	}
	free := newBudget(started, 0)
	free.Expect(Returning, time.Second)
	if !free.IterationsEnd().IsZero() || !free.EndOf(Saving).IsZero() || free.Left() != math.MaxInt64 {
		t.Error("a run without a limit has to end")
	}
}
