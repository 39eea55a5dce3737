package timeline

import (
	"context"
	"testing"
	"testing/synctest"
	"time"
)

// A part that happens again is one part, with its first start and the sum of its times.
func TestAdd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		zero := time.Now().Add(-time.Hour)
		times := New(zero)
		times.Add(Pipeline, zero.Add(20*time.Minute))
		times.Add(Input, zero.Add(30*time.Minute))
		times.Add(Pipeline, zero.Add(10*time.Minute))
		parts := times.Parts()
		if len(parts) != 2 || parts[0].Name != Pipeline || parts[1].Name != Input {
			t.Fatalf("parts %v", parts)
		}
		if p := parts[0]; p.Start != 10*time.Minute || p.Count != 2 || p.Sum != 90*time.Minute {
			t.Errorf("%+v", p)
		}
		parts[0].Count = 0
		if times.Parts()[0].Count != 2 {
			t.Error("the parts are not a copy")
		}
	})
}

// The process is at least as old as its processor time, and began today.
func TestProcessAge(t *testing.T) {
	if least, age := ProcessorTime(), processAge(); age < least || age > 24*time.Hour {
		t.Errorf("the process is %v old, after %v of processor time", age, least)
	}
}

func TestContext(t *testing.T) {
	times := OfProcess()
	ctx := context.WithoutCancel(With(t.Context(), times))
	From(ctx).Add(Output, time.Now())
	if parts := times.Parts(); len(parts) != 2 || parts[0].Name != Program || parts[1].Name != Output {
		t.Errorf("parts %v", parts)
	}
	From(t.Context()).Add(Output, time.Now()) // records nothing
	if parts := From(t.Context()).Parts(); parts != nil {
		t.Errorf("parts without a timeline: %v", parts)
	}
}
