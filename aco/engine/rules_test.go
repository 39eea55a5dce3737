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

// A run ends when its stages have taken the device time together.
func TestDeviceTime(t *testing.T) {
	for took, want := range map[time.Duration]StopReason{499: "", 500: StopDeviceTime, 501: StopDeviceTime} {
		a, colonies := &fakeAlgorithm{}, &fakeColonies{NewHost[name](nil, "")}
		colonies.times = map[string]time.Duration{"a": took, "b": 500}
		r := New(Config[name, *fakeColonies]{
			Rules: Rules{DeviceTime: 1000}, Options: Options{Started: time.Now()}, Algorithm: a, Opened: opened(colonies),
			First: Tour{Length: 100},
		})
		a.Run = r
		r.applyRules(t.Context())
		if r.StopReason() != want {
			t.Errorf("after %v: stopped by %q, want %q", took+500, r.StopReason(), want)
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
