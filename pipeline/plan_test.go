package pipeline

import (
	"errors"
	"strings"
	"testing"
)

func TestPlanRefusesWhatDoesNotFit(t *testing.T) {
	plan := (&Recording{Buffers: []Buffer{{"matrix", 1 << 20}, {"tours", 1 << 18}}, Report: []string{"tours"}}).Plan()
	if plan.Bytes() != 5<<20 {
		t.Errorf("the plan takes %d bytes, want 5 MiB", plan.Bytes())
	}
	if plan.Host != stagingBytes+inFlight<<20 {
		t.Errorf("the plan takes %d bytes of the host", plan.Host)
	}
	roomy := Limits{StorageRange: 4 << 20, MaxAllocation: 4 << 20, DeviceMemory: 5 << 20}
	if err := plan.Fit(roomy); err != nil {
		t.Errorf("exactly enough: %v", err)
	}
	for want, tighten := range map[string]func(*Limits){
		"can address 4.0 MiB of one buffer": func(l *Limits) { l.StorageRange-- },
		"one allocation holds":              func(l *Limits) { l.MaxAllocation-- },
		"it takes 5.0 MiB":                  func(l *Limits) { l.DeviceMemory-- },
	} {
		limits := roomy
		tighten(&limits)
		var tooLarge *TooLarge
		err := plan.Fit(limits)
		if !errors.As(err, &tooLarge) || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "matrix") {
			t.Errorf("want an error with %q and the plan, got %v", want, err)
		}
	}
}

func TestBytesForPeople(t *testing.T) {
	for n, want := range map[uint64]string{0: "0 B", 1023: "1023 B", 1536: "1.5 KiB", 128 << 20: "128.0 MiB", 3 << 40: "3.0 TiB"} {
		if got := Bytes(n); got != want {
			t.Errorf("Bytes(%d) = %q, want %q", n, got, want)
		}
	}
}
