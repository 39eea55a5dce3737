package merged

import (
	"testing"
	"time"
)

// What an iteration takes follows the last batches, and a pause is none of it.
func TestTempo(t *testing.T) {
	var tempo tempo
	tempo.restart()
	at := tempo.last
	batch := func(made int, took time.Duration) {
		at = at.Add(took)
		tempo.took(at, made)
	}
	batch(0, time.Second) // which brought nothing: its time belongs to the next
	batch(10, time.Second)
	if want := 200 * time.Millisecond; tempo.each != want {
		t.Errorf("10 iterations in 2 s: %v each, want %v", tempo.each, want)
	}
	for made := 20; made <= 100; made += 10 {
		batch(made, 10*time.Millisecond)
	}
	if tempo.each < time.Millisecond || tempo.each > 2*time.Millisecond {
		t.Errorf("after batches of 10 iterations in 10 ms: %v each", tempo.each)
	}
	each := tempo.each
	at = at.Add(time.Hour)
	tempo.last = at // as restart does
	batch(110, 10*each)
	if tempo.each != each || tempo.until(210).Sub(at) != 100*each {
		t.Errorf("after a pause: %v each, want %v", tempo.each, each)
	}
}
