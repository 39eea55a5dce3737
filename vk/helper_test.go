//go:build cgo

package vk

import (
	"errors"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/internal/view"
)

// openInstance opens the system's Vulkan. Without one the test is skipped, unless
// ACO_VK_REQUIRE_DEVICE=1. ACO_VK_VALIDATE=1 enables validation.
func openInstance(t *testing.T) *Instance {
	t.Helper()
	return openInstanceWith(t, Options{Validate: os.Getenv("ACO_VK_VALIDATE") == "1"})
}

// openInstanceWith is openInstance with options. Without the validation layer the test is skipped, unless
// ACO_VK_VALIDATE=1.
func openInstanceWith(t *testing.T, o Options) *Instance {
	t.Helper()
	in, err := Open(o)
	if errors.Is(err, ErrNoLayer) && os.Getenv("ACO_VK_VALIDATE") != "1" {
		t.Skip(err)
	}
	if errors.Is(err, ErrNoLoader) || errors.Is(err, ErrNoDevices) {
		if os.Getenv("ACO_VK_REQUIRE_DEVICE") == "1" {
			t.Fatal(err)
		}
		t.Skip(err)
	}
	must.Do(t, err)
	t.Cleanup(func() {
		if err := in.Close(); err != nil {
			t.Error(err)
		}
	})
	return in
}

// openDevice opens the first usable device, with its own pipeline cache.
func openDevice(t *testing.T) *Device {
	t.Helper()
	return openWith(t, DeviceOptions{})
}

// openWith is openDevice with options.
func openWith(t *testing.T, o DeviceOptions) *Device {
	t.Helper()
	in := openInstance(t)
	return openOn(t, in, firstUsable(t, in), o)
}

func firstUsable(t *testing.T, in *Instance) int {
	t.Helper()
	why := ""
	for _, info := range in.Devices() {
		if why = info.Unusable(); why == "" {
			return info.Index
		}
	}
	if os.Getenv("ACO_VK_REQUIRE_DEVICE") == "1" {
		t.Fatal("no device can be used: " + why)
	}
	t.Skip("no device can be used: " + why)
	return 0
}

// openOn opens a device of an instance. Its pipeline cache is its own unless the options have one.
func openOn(t *testing.T, in *Instance, index int, o DeviceOptions) *Device {
	t.Helper()
	if o.CacheDir == "" {
		o.CacheDir = t.TempDir()
	}
	d := must.Get(in.OpenDevice(index, o))(t)
	t.Cleanup(func() {
		if err := d.Close(); err != nil {
			t.Error(err)
		}
	})
	return d
}

func newBuffer(t *testing.T, d *Device, name string, bytes uint64, p Placement) *Buffer {
	t.Helper()
	b := must.Get(d.NewBuffer(name, bytes, p))(t)
	t.Cleanup(b.Close)
	return b
}

func newPipeline(t *testing.T, d *Device, s PipelineSpec) *Pipeline {
	t.Helper()
	p := must.Get(d.NewPipeline(s))(t)
	t.Cleanup(p.Close)
	return p
}

func bind(t *testing.T, p *Pipeline, buffers ...*Buffer) *BindingSet {
	t.Helper()
	s := must.Get(p.Bind(buffers))(t)
	return s
}

func newCommands(t *testing.T, d *Device, maxTimestamps int) *CommandBuffer {
	t.Helper()
	c := must.Get(d.NewCommandBuffer(t.Name(), maxTimestamps))(t)
	t.Cleanup(c.Close)
	return c
}

func shader(t *testing.T, name string) []byte {
	t.Helper()
	code := must.Get(os.ReadFile("testdata/" + name + ".spv"))(t)
	return code
}

// incrementSpec is the pipeline of a shader that adds 1 to each word, in work-groups of 64.
func incrementSpec(t *testing.T) PipelineSpec {
	t.Helper()
	return PipelineSpec{Name: "increment", SPIRV: shader(t, "increment"), Bindings: 1}
}

// increments uploads words into a buffer, adds 1 to each of them a number of times, each in a submission,
// and returns them.
func increments(d *Device, spec PipelineSpec, words []uint32, times int) ([]uint32, error) {
	b, err := d.NewBuffer("words", uint64(4*len(words)), HostRead)
	if err != nil {
		return nil, err
	}
	defer b.Close()
	p, err := d.NewPipeline(spec)
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
	if err := errors.Join(d.Upload(b, 0, view.Bytes(words)), c.Begin()); err != nil {
		return nil, err
	}
	c.Dispatch(s, nil, [3]uint32{uint32(len(words) / 64), 1, 1})
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

// run ends, submits and waits.
func run(t *testing.T, c *CommandBuffer) {
	t.Helper()
	must.Do(t, c.End())
	replay(t, c)
}

func replay(t *testing.T, c *CommandBuffer) {
	t.Helper()
	must.Do(t, c.Submit())
	if done, err := c.Wait(time.Hour); err != nil || !done {
		t.Fatalf("wait: done %v, error %v", done, err)
	}
}

func begin(t *testing.T, c *CommandBuffer) {
	t.Helper()
	must.Do(t, c.Begin())
}

func upload(t *testing.T, b *Buffer, words []uint32) {
	t.Helper()
	must.Do(t, b.d.Upload(b, 0, view.Bytes(words)))
}

func download(t *testing.T, b *Buffer) []uint32 {
	t.Helper()
	out := make([]byte, b.Bytes())
	must.Do(t, b.d.Download(b, 0, out))
	return view.Words(out)
}

// counting returns the words 0, 1, 2, ...
func counting(n int) []uint32 {
	out := make([]uint32, n)
	for i := range out {
		out[i] = uint32(i)
	}
	return out
}

// wantError fails unless err is an error of this package whose text contains all parts.
func wantError(t *testing.T, err error, parts ...string) {
	t.Helper()
	if err == nil {
		t.Errorf("no error, want one with %q", parts)
		return
	}
	for _, part := range append(parts, "vk: ") {
		if !strings.Contains(err.Error(), part) {
			t.Errorf("error %q lacks %q", err, part)
		}
	}
}
