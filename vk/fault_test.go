//go:build cgo

package vk

import (
	"errors"
	"slices"
	"testing"

	"github.com/aco-vk/aco-vk/internal/must"
)

// openFaulty opens the first usable device with faults.
func openFaulty(t *testing.T, faults ...Fault) *Device {
	t.Helper()
	return openWith(t, DeviceOptions{Faults: faults})
}

// Each Vulkan call that fails gives an error with the operation, the cause and what to do, and
// leaves nothing open.
func TestFaultsAreErrors(t *testing.T) {
	for _, c := range []struct {
		fault Fault
		want  []string
	}{
		{Fault{Call: "vkQueueSubmit", Operation: `"work"`, After: 2, Result: DeviceLost},
			[]string{`submit command buffer "work"`, "DEVICE_LOST", "open it again"}},
		{Fault{Call: "vkWaitForFences", Operation: `"work"`, Result: DeviceLost},
			[]string{`wait for command buffer "work"`, "DEVICE_LOST", "open it again"}},
		{Fault{Call: "vkQueueSubmit", Operation: "transfer", Result: OutOfHostMemory},
			[]string{"submit", "OUT_OF_HOST_MEMORY", "close other programs"}},
		{Fault{Call: "vkQueueSubmit", Operation: `"work"`, Result: OutOfDeviceMemory},
			[]string{"submit", "OUT_OF_DEVICE_MEMORY", "another device"}},
		{Fault{Call: "vkAllocateMemory", Result: OutOfDeviceMemory}, []string{`create buffer "words"`,
			"OUT_OF_DEVICE_MEMORY", "another device"}},
		{Fault{Call: "vkAllocateMemory", Result: OutOfHostMemory}, []string{`create buffer "words"`,
			"OUT_OF_HOST_MEMORY", "close other programs"}},
		{Fault{Call: "vkMapMemory", Result: MemoryMapFailed}, []string{"create buffer", "MEMORY_MAP_FAILED",
			"close other programs"}},
		{Fault{Call: "vkCreateComputePipelines", Result: InitializationFailed}, []string{`create pipeline "increment"`,
			"INITIALIZATION_FAILED", "update"}},
		{Fault{Call: "vkWaitForFences", Operation: `"work"`, After: 1, Result: Timeout},
			[]string{`wait for command buffer "work"`, "hangs", "not finished after", "reset"}},
		{Fault{Call: "vkWaitForFences", Operation: "transfer", Result: Timeout},
			[]string{`wait for command buffer "transfer"`, "hangs"}},
	} {
		d := openFaulty(t, c.fault)
		_, err := increments(d, incrementSpec(t), counting(64), 3)
		wantError(t, err, c.want...)
		if !IsFailure(err) {
			t.Errorf("%+v: IsFailure(%v) is false", c.fault, err)
		}
		if errors.Is(err, ErrHung) != (c.fault.Result == Timeout) {
			t.Errorf("%+v: %v", c.fault, err)
		}
		if err := d.Close(); err != nil {
			t.Errorf("%+v: %v", c.fault, err)
		}
	}
}

// After a hang, every call of the device fails at once.
func TestHungDeviceRefuses(t *testing.T) {
	d := openFaulty(t, Fault{Call: "vkWaitForFences", Result: Timeout})
	if err := d.Fill(newBuffer(t, d, "a", 4, DeviceLocal), 0); !errors.Is(err, ErrHung) {
		t.Fatal(err)
	}
	_, err := d.NewBuffer("b", 4, DeviceLocal)
	wantError(t, err, "create buffer", "hangs")
	_, err = d.NewCommandBuffer("c", 0)
	wantError(t, err, "create command buffer", "hangs")
}

// If the driver refuses to create a pipeline cache, with or without data, pipelines are still
// created.
func TestRefusedCache(t *testing.T) {
	in := openInstance(t)
	dir := t.TempDir()
	for _, times := range []int{0, 1, 2} { // 0: no failure, and a file for the next rounds; 1: creation with the data of the file fails; 2: creation without data fails as well
		var faults []Fault
		if times > 0 {
			faults = []Fault{{Call: "vkCreatePipelineCache", Times: times, Result: InitializationFailed}}
		}
		d := openOn(t, in, firstUsable(t, in), DeviceOptions{CacheDir: dir, Faults: faults})
		words, err := increments(d, incrementSpec(t), counting(64), 2)
		if err != nil || words[63] != 65 {
			t.Errorf("%d failures: %v, %v", times, words, err)
		}
		if err := d.Close(); err != nil {
			t.Errorf("%d failures: %v", times, err)
		}
	}
}

// A buffer is corrupted after the chosen submission only.
func TestCorruptedBuffer(t *testing.T) {
	d := openFaulty(t, Fault{Operation: `"work"`, After: 1, Times: 1, Buffer: "words",
		Corrupt: func(words []uint32) { words[5] = 1000 }})
	words := must.Get(increments(d, incrementSpec(t), counting(64), 4))(t)
	want := counting(64)
	for i := range want {
		want[i] += 4
	}
	if want[5] = 1002; !slices.Equal(words, want) {
		t.Errorf("%v, want %v", words, want)
	}
}

// Usage counts open handles and their memory.
func TestUsage(t *testing.T) {
	d := openDevice(t)
	if h := d.Usage(); h != (Usage{}) {
		t.Fatalf("a new device uses %+v", h)
	}
	b := must.Get(d.NewBuffer("b", 100, DeviceLocal))(t)
	if h := d.Usage(); h.Handles != 1 || h.Bytes < 100 {
		t.Errorf("%+v with a buffer", h)
	}
	b.Close()
	if h := d.Usage(); h != (Usage{}) {
		t.Errorf("%+v without it", h)
	}
}
