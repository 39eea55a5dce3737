package engine

import (
	"testing"
	"time"
)

// The time of an iteration follows the last batches and excludes pauses.
func TestPace(t *testing.T) {
	var clock stopwatch
	clock.restart()
	at := clock.last
	batch := func(made int, took time.Duration) {
		at = at.Add(took)
		clock.measure(at, made)
	}
	batch(0, time.Second) // completes nothing: its time counts for the next batch
	batch(10, time.Second)
	if want := 200 * time.Millisecond; clock.Each != want {
		t.Errorf("10 iterations in 2 s: %v each, want %v", clock.Each, want)
	}
	for made := 20; made <= 100; made += 10 {
		batch(made, 10*time.Millisecond)
	}
	if clock.Each < time.Millisecond || clock.Each > 2*time.Millisecond {
		t.Errorf("after batches of 10 iterations in 10 ms: %v each", clock.Each)
	}
	each := clock.Each
	at = at.Add(time.Hour)
	clock.last = at // as restart does
	batch(110, 10*each)
	if clock.Each != each || clock.at(210).Sub(at) != 100*each {
		t.Errorf("after a pause: %v each, want %v", clock.Each, each)
	}
}
