package engine

import (
	"reflect"
	"testing"
	"time"
)

// A bound ends a run at a tour of its length, before a rule of the clock does.
func TestBoundEndsRun(t *testing.T) {
	for _, c := range []struct {
		bound int64 // of a tour of length 90; 0: not known
		want  StopReason
	}{{0, ""}, {89, ""}, {90, StopOptimal}, {91, StopOptimal}} {
		for _, limit := range []time.Duration{time.Hour, 1} {
			o := Options{Started: time.Now(), Bound: &Bound{}}
			a, colonies := &fakeAlgorithm{}, &fakeColonies{NewHost[name](nil, "")}
			r := New(Config[name, *fakeColonies]{
				Rules: Rules{TimeLimit: limit}, Options: o, Algorithm: a, Opened: opened(colonies), First: Tour{Length: 100},
			})
			a.Run = r
			colonies.MoveTo(10) // finds a tour of length 90
			o.Bound.Set(c.bound)
			r.applyRules(t.Context())
			want := c.want
			if want == "" && limit == 1 {
				want = StopTimeLimit
			}
			if r.StopReason() != want {
				t.Errorf("bound %d, limit %v: stopped by %q, want %q", c.bound, limit, r.StopReason(), want)
			}
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
		set := reflect.ValueOf(&rules).Elem().FieldByIndex(field.Index)
		if set.Kind() == reflect.Bool {
			set.SetBool(true)
		} else {
			set.Set(reflect.ValueOf(1).Convert(value.Type()))
		}
		if want := field.Name != "TimeLimit"; rules.MayEndSooner() != want {
			t.Errorf("%s: may end sooner is %v, want %v", field.Name, !want, want)
		}
	}
}
