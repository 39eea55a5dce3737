package engine

import (
	"reflect"
	"testing"
	"time"
)

// Settled asks for its time, for half of the run's time, and for iterations without improvement.
// Idle asks for its time alone.
func TestIdleEnd(t *testing.T) {
	started := time.Now()
	for _, c := range []struct {
		rules      Rules
		traits     Traits
		found      time.Duration // time of the last improvement, after 10 iterations
		iterations int
		want       time.Duration // 0: the run does not end
	}{
		{Rules{}, Traits{}, time.Second, 1000, 0},
		{Rules{Idle: 3 * time.Second}, Traits{}, 9 * time.Second, 11, 12 * time.Second},
		{Rules{Settled: 2 * time.Second}, Traits{}, time.Second, 60, 3 * time.Second},
		{Rules{Settled: 2 * time.Second}, Traits{}, 9 * time.Second, 60, 18 * time.Second},
		{Rules{Settled: 2 * time.Second}, Traits{}, time.Second, 59, 0},
		{Rules{Settled: 2 * time.Second}, Traits{Sweep: 3}, time.Second, 159, 0},
		{Rules{Settled: 2 * time.Second}, Traits{Sweep: 3}, time.Second, 160, 3 * time.Second},
	} {
		colonies := &fakeColonies{NewHost[name](nil, "")}
		r := New(Config[name, *fakeColonies]{
			Rules: c.rules, Options: Options{Started: started}, Algorithm: &fakeAlgorithm{}, Traits: c.traits,
			Opened: opened(colonies),
		})
		colonies.MoveTo(c.iterations)
		r.trace = []Improvement{{Iteration: 10, Elapsed: c.found}}
		want := time.Time{}
		if c.want > 0 {
			want = started.Add(c.want)
		}
		if got := r.idleEnd(); !got.Equal(want) {
			t.Errorf("%+v: idle end %v after the start, want %v", c, got.Sub(started), c.want)
		}
	}
}

// Each rule but the time limit may end a run sooner.
func TestRulesMayEndSooner(t *testing.T) {
	if (Rules{}).MayEndSooner() {
		t.Error("without rules: a run may end sooner than its time limit")
	}
	for field, value := range reflect.ValueOf(new(Rules)).Elem().Fields() {
		var rules Rules
		reflect.ValueOf(&rules).Elem().FieldByIndex(field.Index).Set(reflect.ValueOf(1).Convert(value.Type()))
		if want := field.Name != "TimeLimit"; rules.MayEndSooner() != want {
			t.Errorf("%s: may end sooner is %v, want %v", field.Name, !want, want)
		}
	}
}
