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

// What an iteration without kicks took does not count once there are kicks, and the first step of these is one iteration.
func TestFirstKicksAreMeasured(t *testing.T) {
	start := time.Now()
	tempo := tempo{last: start, from: 30}
	tempo.took(start.Add(30*time.Millisecond), 30)
	if tempo.each != time.Millisecond || tempo.kicked(tempo.made) {
		t.Errorf("before kicks: %+v", tempo)
	}
	p := newPlan(sized(20_000, nil), Options{TimeLimit: time.Hour})
	p.Descent = 0
	if step, _ := p.next(pace{iterations: 30, elapsed: time.Second, each: tempo.each}); step.Kick == 0 || step.Iterations != 1 {
		t.Errorf("the first step with kicks is %+v", step)
	}
	tempo.took(start.Add(50*time.Millisecond), 31)
	if tempo.each != 20*time.Millisecond || !tempo.kicked(tempo.made) {
		t.Errorf("with kicks: %+v", tempo)
	}
}
