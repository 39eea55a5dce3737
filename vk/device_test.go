package vk

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"sync"
	"testing"
)

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

	if d, err = leaky.OpenDevice(index, DeviceOptions{CacheDir: t.TempDir()}); err != nil {
		t.Fatal(err)
	}
	if _, err := d.NewBuffer("orphan", 4, DeviceLocal); err != nil {
		t.Fatal(err)
	}
	wantError(t, leaky.Close(), "1 device", in.Devices()[index].Name, `buffer "orphan"`)
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
