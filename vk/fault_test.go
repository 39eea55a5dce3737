//go:build cgo

package vk

import (
	"errors"
	"slices"
	"testing"

	"github.com/aco-vk/aco-vk/internal/view"
)

// openFaulty opens the first usable device with faults.
func openFaulty(t *testing.T, faults ...Fault) *Device {
	t.Helper()
	in := openInstance(t)
	d, err := in.OpenDevice(firstUsable(t, in), DeviceOptions{CacheDir: t.TempDir(), Faults: faults})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := d.Close(); err != nil {
			t.Error(err)
		}
	})
	return d
}

// increments adds one to each word of a buffer a number of times, and returns the words.
func increments(d *Device, code []byte, times int) (words []uint32, err error) {
	b, err := d.NewBuffer("words", 4*64, HostRead)
	if err != nil {
		return nil, err
	}
	defer b.Close()
	p, err := d.NewPipeline(PipelineSpec{Name: "increment", SPIRV: code, Bindings: 1})
	if err != nil {
		return nil, err
	}
	defer p.Close()
	s, err := p.Bind([]*Buffer{b})
	if err != nil {
		return nil, err
	}
	c, err := d.NewCommandBuffer("work", 0)
	if err != nil {
		return nil, err
	}
	defer c.Close()
	if err := errors.Join(d.Upload(b, 0, view.Bytes(counting(64))), c.Begin()); err != nil {
		return nil, err
	}
	c.Dispatch(s, nil, [3]uint32{1, 1, 1})
	if err := c.End(); err != nil {
		return nil, err
	}
	for range times {
		if err := c.Submit(); err != nil {
			return nil, err
		}
		if err := c.Finish(); err != nil {
			return nil, err
		}
	}
	out := make([]byte, b.Bytes())
	err = d.Download(b, 0, out)
	return view.Words(out), err
}

// Each Vulkan call that fails gives an error with the operation, the cause and what to do, and
// leaves nothing open.
func TestFaultsAreErrors(t *testing.T) {
	code := shader(t, "increment")
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
		_, err := increments(d, code, 3)
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
	in, code := openInstance(t), shader(t, "increment")
	dir := t.TempDir()
	for _, times := range []int{0, 1, 2} { // 0: no failure, and a file for the next rounds; 1: creation with the data of the file fails; 2: creation without data fails as well
		var faults []Fault
		if times > 0 {
			faults = []Fault{{Call: "vkCreatePipelineCache", Times: times, Result: InitializationFailed}}
		}
		d, err := in.OpenDevice(firstUsable(t, in), DeviceOptions{CacheDir: dir, Faults: faults})
		if err != nil {
			t.Fatal(err)
		}
		words, err := increments(d, code, 2)
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
	words, err := increments(d, shader(t, "increment"), 4)
	if err != nil {
		t.Fatal(err)
	}
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
	b, err := d.NewBuffer("b", 100, DeviceLocal)
	if err != nil {
		t.Fatal(err)
	}
	if h := d.Usage(); h.Handles != 1 || h.Bytes < 100 {
		t.Errorf("%+v with a buffer", h)
	}
	b.Close()
	if h := d.Usage(); h != (Usage{}) {
		t.Errorf("%+v without it", h)
	}
}
