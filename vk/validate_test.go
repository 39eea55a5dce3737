//go:build cgo

package vk

import (
	"errors"
	"strings"
	"testing"

	"github.com/aco-vk/aco-vk/internal/must"
)

// openValidated opens a device under the validation layer; without one the test is skipped.
func openValidated(t *testing.T) *Device {
	t.Helper()
	in := openInstanceWith(t, Options{Validate: true})
	return openOn(t, in, firstUsable(t, in), DeviceOptions{})
}

// recordRace records two dispatches. The second one reads what the first one writes.
func recordRace(t *testing.T, d *Device, barrier bool) *CommandBuffer {
	t.Helper()
	a, b := newBuffer(t, d, "a", 256*4, DeviceLocal), newBuffer(t, d, "b", 256*4, DeviceLocal)
	p := newPipeline(t, d, PipelineSpec{Name: "reverse", SPIRV: shader(t, "reverse"), Bindings: 2})
	c := newCommands(t, d, 0)
	begin(t, c)
	c.Dispatch(bind(t, p, a, b), nil, [3]uint32{4, 1, 1})
	if barrier {
		c.Barrier([]*Buffer{a, b}, Compute, Compute)
	}
	c.Dispatch(bind(t, p, b, a), nil, [3]uint32{4, 1, 1})
	return c
}

func TestValidationSeesAMissingBarrier(t *testing.T) {
	d := openValidated(t)
	err := recordRace(t, d, false).End()
	var v *ValidationError
	if !errors.As(err, &v) {
		t.Fatalf("no validation error: %v", err)
	}
	if !strings.Contains(v.Messages[0], "SYNC-HAZARD") || !strings.Contains(v.Op, t.Name()) {
		t.Errorf("message %q of %q", v.Messages[0], v.Op)
	}
}

func TestValidationIsSilentWithTheBarrier(t *testing.T) {
	d := openValidated(t)
	c := recordRace(t, d, true)
	run(t, c)
}

// Close returns messages that no operation has returned.
func TestCloseReturnsPendingMessages(t *testing.T) {
	in := openValidated(t).in
	d, err := in.OpenDevice(firstUsable(t, in), DeviceOptions{CacheDir: t.TempDir()})
	must.Do(t, err)
	recordRace(t, d, false) // never finished
	err = d.Close()
	var v *ValidationError
	if !errors.As(err, &v) {
		t.Errorf("no validation error: %v", err)
	}
	wantError(t, err, "still open")
}
