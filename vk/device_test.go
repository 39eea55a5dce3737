package vk

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"
	"time"
)

// openInstance opens the system's Vulkan. Without one the test is skipped, unless ACO_VK_REQUIRE_DEVICE=1.
// ACO_VK_VALIDATE=1 switches on validation.
func openInstance(t *testing.T) *Instance {
	t.Helper()
	in, err := Open(Options{Validate: os.Getenv("ACO_VK_VALIDATE") == "1"})
	if errors.Is(err, ErrNoLoader) || errors.Is(err, ErrNoDevices) {
		if os.Getenv("ACO_VK_REQUIRE_DEVICE") == "1" {
			t.Fatal(err)
		}
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := in.Close(); err != nil {
			t.Error(err)
		}
	})
	return in
}

// openDevice opens the first device that can be used, with a pipeline cache of its own.
func openDevice(t *testing.T) *Device {
	t.Helper()
	in := openInstance(t)
	return openOn(t, in, firstUsable(t, in))
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

func openOn(t *testing.T, in *Instance, index int) *Device {
	t.Helper()
	d, err := in.OpenDevice(index, DeviceOptions{CacheDir: t.TempDir()})
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

func newBuffer(t *testing.T, d *Device, name string, bytes uint64, p Placement) *Buffer {
	t.Helper()
	b, err := d.NewBuffer(name, bytes, p)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(b.Close)
	return b
}

func newPipeline(t *testing.T, d *Device, s PipelineSpec) *Pipeline {
	t.Helper()
	p, err := d.NewPipeline(s)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Close)
	return p
}

func bind(t *testing.T, p *Pipeline, buffers ...*Buffer) *BindingSet {
	t.Helper()
	s, err := p.Bind(buffers)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func newCommands(t *testing.T, d *Device, maxTimestamps int) *Commands {
	t.Helper()
	c, err := d.NewCommands(t.Name(), maxTimestamps)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return c
}

func shader(t *testing.T, name string) []byte {
	t.Helper()
	code, err := os.ReadFile("testdata/" + name + ".spv")
	if err != nil {
		t.Fatal(err)
	}
	return code
}

// run ends, submits and waits.
func run(t *testing.T, c *Commands) {
	t.Helper()
	if err := c.End(); err != nil {
		t.Fatal(err)
	}
	replay(t, c)
}

func replay(t *testing.T, c *Commands) {
	t.Helper()
	if err := c.Submit(); err != nil {
		t.Fatal(err)
	}
	if done, err := c.Wait(time.Minute); err != nil || !done {
		t.Fatalf("wait: done %v, error %v", done, err)
	}
}

func begin(t *testing.T, c *Commands) {
	t.Helper()
	if err := c.Begin(); err != nil {
		t.Fatal(err)
	}
}

func upload(t *testing.T, b *Buffer, words []uint32) {
	t.Helper()
	if err := b.d.Upload(b, 0, toBytes(words)); err != nil {
		t.Fatal(err)
	}
}

func download(t *testing.T, b *Buffer) []uint32 {
	t.Helper()
	out := make([]byte, b.Bytes())
	if err := b.d.Download(b, 0, out); err != nil {
		t.Fatal(err)
	}
	return toWords(out)
}

func toBytes(words []uint32) []byte {
	out := make([]byte, 0, 4*len(words))
	for _, w := range words {
		out = binary.NativeEndian.AppendUint32(out, w)
	}
	return out
}

func toWords(b []byte) []uint32 {
	out := make([]uint32, len(b)/4)
	for i := range out {
		out[i] = binary.NativeEndian.Uint32(b[4*i:])
	}
	return out
}

// counting is 0, 1, 2, ...
func counting(n int) []uint32 {
	out := make([]uint32, n)
	for i := range out {
		out[i] = uint32(i)
	}
	return out
}

// wantError asserts an error of this package whose text has all the parts.
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

func TestOpenAndCloseManyTimes(t *testing.T) {
	openDevice(t) // warms the loader up, and skips without one
	before := openFiles(t)
	for range 50 {
		in := openInstance(t)
		d, err := in.OpenDevice(firstUsable(t, in), DeviceOptions{CacheDir: t.TempDir()})
		if err != nil {
			t.Fatal(err)
		}
		b, err := d.NewBuffer("b", 100, DeviceLocal)
		if err != nil {
			t.Fatal(err)
		}
		if err := d.Fill(b, 1); err != nil {
			t.Fatal(err)
		}
		b.Close()
		if got := len(d.memory.blocks); got != 0 {
			t.Fatalf("%d blocks of memory are left of a closed buffer", got)
		}
		if err := errors.Join(d.Close(), d.Close(), in.Close(), in.Close()); err != nil {
			t.Fatal(err)
		}
	}
	if after := openFiles(t); after > before+5 {
		t.Errorf("open files went from %d to %d", before, after)
	}
}

// openFiles counts the process's file descriptors, drivers' own included; 0 where the system does not show them.
func openFiles(t *testing.T) int {
	entries, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Logf("files are not counted here: %v", err)
	}
	return len(entries)
}

func TestTwoDevicesAtOnce(t *testing.T) {
	in := openInstance(t)
	index := firstUsable(t, in)
	other := index
	for _, info := range in.Devices() { // preferably of another driver
		if info.Index != index && info.Unusable() == "" && info.DriverID != in.Devices()[index].DriverID {
			other = info.Index
		}
	}
	devices := []*Device{openOn(t, in, index), openOn(t, openInstance(t), other)}
	var wait sync.WaitGroup
	for i, d := range devices {
		words := make([]uint32, 1000)
		for j := range words {
			words[j] = uint32(i + 1)
		}
		b := newBuffer(t, d, "words", 4000, DeviceLocal)
		wait.Go(func() {
			for range 20 {
				if err := d.Upload(b, 0, toBytes(words)); err != nil {
					t.Error(err)
				}
				out := make([]byte, 4000)
				if err := d.Download(b, 0, out); err != nil || !bytes.Equal(out, toBytes(words)) {
					t.Errorf("device %d: other bytes came back, error %v", i, err)
				}
			}
		})
	}
	wait.Wait()
	wantError(t, devices[0].Upload(newBuffer(t, devices[1], "foreign", 4, DeviceLocal), 0, make([]byte, 4)),
		"foreign", "another device")
}

func TestCloseReportsLeaks(t *testing.T) {
	in := openInstance(t)
	index := firstUsable(t, in)
	leaky, err := Open(Options{})
	if err != nil {
		t.Fatal(err)
	}
	d, err := leaky.OpenDevice(index, DeviceOptions{CacheDir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	b, err := d.NewBuffer("pheromone", 64, DeviceLocal)
	if err != nil {
		t.Fatal(err)
	}
	p, err := d.NewPipeline(PipelineSpec{Name: "count", SPIRV: shader(t, "increment"), Bindings: 1})
	if err != nil {
		t.Fatal(err)
	}
	s := bind(t, p, b)
	c, err := d.NewCommands("batch", 2)
	if err != nil {
		t.Fatal(err)
	}
	begin(t, c)
	wantError(t, d.Close(), "1 buffer", `buffer "pheromone"`, `pipeline "count"`, `commands "batch"`)
	if err := d.Close(); err != nil {
		t.Errorf("second close: %v", err)
	}

	// What outlived the device refuses everything, quietly.
	b.Close()
	p.Close()
	s.Close()
	c.Close()
	if b.Mapped() != nil {
		t.Error("a closed buffer is mapped")
	}
	wantError(t, c.End(), "closed")
	wantError(t, c.Begin(), "closed")
	_, err = p.Bind([]*Buffer{b})
	wantError(t, err, "closed")
	_, err = d.NewBuffer("late", 4, DeviceLocal)
	wantError(t, err, "late", "device is closed")

	if _, err := leaky.OpenDevice(index, DeviceOptions{CacheDir: t.TempDir()}); err != nil {
		t.Fatal(err)
	}
	wantError(t, leaky.Close(), "1 device", in.Devices()[index].Name)
	if err := leaky.Close(); err != nil {
		t.Errorf("second close: %v", err)
	}
	_, err = leaky.OpenDevice(index, DeviceOptions{})
	wantError(t, err, "instance is closed")
}

func TestOpenDeviceRefusesUnknownIndices(t *testing.T) {
	in := openInstance(t)
	for _, index := range []int{-1, len(in.Devices()), 1 << 30} {
		_, err := in.OpenDevice(index, DeviceOptions{})
		wantError(t, err, "open device", fmt.Sprint(index))
	}
}

func TestNilHandlesRefuse(t *testing.T) {
	var in *Instance
	var d *Device
	var b *Buffer
	var p *Pipeline
	var s *BindingSet
	var c *Commands
	_, openErr := in.OpenDevice(0, DeviceOptions{})
	_, bufferErr := d.NewBuffer("b", 1, DeviceLocal)
	_, pipelineErr := d.NewPipeline(PipelineSpec{})
	_, commandsErr := d.NewCommands("c", 0)
	_, bindErr := p.Bind(nil)
	_, waitErr := c.Wait(0)
	_, timesErr := c.Timestamps()
	for i, err := range []error{openErr, bufferErr, pipelineErr, commandsErr, bindErr, waitErr, timesErr,
		d.Upload(b, 0, nil), d.Download(b, 0, nil), d.Fill(b, 0), c.Begin(), c.End(), c.Submit()} {
		if err == nil {
			t.Errorf("operation %d on a nil handle: no error", i)
		}
	}
	c.Dispatch(s, nil, [3]uint32{})
	c.Barrier(nil, Compute, Compute)
	c.Copy(b, b, 0, 0, 0)
	c.Timestamp()
	for _, close := range []func(){b.Close, p.Close, s.Close, c.Close} {
		close()
	}
	if err := errors.Join(in.Close(), d.Close()); err != nil {
		t.Error(err)
	}
	if len(in.Devices()) != 0 || b.Bytes() != 0 || b.Mapped() != nil || p.Statistics() != nil || d.Info().Name != "" {
		t.Error("a nil handle has contents")
	}
}
