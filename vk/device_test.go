//go:build cgo

package vk

import (
	"errors"
	"fmt"
	"os"
	"reflect"
	"slices"
	"sync"
	"testing"

	"github.com/aco-vk/aco-vk/internal/must"
)

func TestOpenAndCloseManyTimes(t *testing.T) {
	openDevice(t) // initializes the loader; skips the test without one
	before := openFiles(t)
	for range 50 {
		in := openInstance(t)
		d := openOn(t, in, firstUsable(t, in), DeviceOptions{})
		b := must.Get(d.NewBuffer("b", 100, DeviceLocal))(t)
		must.Do(t, d.Fill(b, 1))
		b.Close()
		if got := len(d.memory.blocks); got != 0 {
			t.Fatalf("%d memory blocks are left after closing the buffer", got)
		}
		must.Do(t, errors.Join(d.Close(), d.Close(), in.Close(), in.Close()))
	}
	if after := openFiles(t); after > before+5 {
		t.Errorf("open files went from %d to %d", before, after)
	}
}

// openFiles counts the file descriptors of the process and its drivers. It returns 0 if the system
// does not list them.
func openFiles(t *testing.T) int {
	entries, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Logf("cannot count open files: %v", err)
	}
	return len(entries)
}

// Devices of different instances, preferably of different drivers, are used concurrently.
func TestDevicesOfDifferentInstancesAreConcurrent(t *testing.T) {
	in := openInstance(t)
	index := firstUsable(t, in)
	other := index
	for _, info := range in.Devices() {
		if info.Index != index && info.Unusable() == "" && info.DriverID != in.Devices()[index].DriverID {
			other = info.Index
		}
	}
	devices := []*Device{openOn(t, in, index, DeviceOptions{}), openOn(t, openInstance(t), other, DeviceOptions{})}
	var wait sync.WaitGroup
	for i, d := range devices {
		wait.Go(func() {
			if err := useDevice(d, incrementSpec(t), uint32(i)); err != nil {
				t.Errorf("device %d: %v", i, err)
			}
		})
	}
	wait.Wait()
	wantError(t, devices[0].Upload(newBuffer(t, devices[1], "foreign", 4, DeviceLocal), 0, make([]byte, 4)),
		"foreign", "another device")
}

// Goroutines open, use and close devices of one instance concurrently. The race detector checks
// that this package allows it, the results that the driver does.
func TestDevicesOfOneInstanceAreConcurrent(t *testing.T) {
	in := openInstance(t)
	index, increment := firstUsable(t, in), incrementSpec(t)
	var wait sync.WaitGroup
	for worker := range 4 {
		wait.Go(func() {
			for range 3 {
				d, err := in.OpenDevice(index, DeviceOptions{CacheDir: t.TempDir()})
				if err != nil {
					t.Error(err)
					return
				}
				if info := in.Devices()[index]; !reflect.DeepEqual(info, *d.Info()) {
					t.Errorf("worker %d: the instance describes the device as %+v, the device as %+v", worker,
						info, d.Info())
				}
				if err := errors.Join(useDevice(d, increment, uint32(worker)), d.Close()); err != nil {
					t.Errorf("worker %d: %v", worker, err)
				}
			}
		})
	}
	wait.Wait()
}

// useDevice adds to words that are value at first. The error is the device's, or names a wrong result.
func useDevice(d *Device, increment PipelineSpec, value uint32) error {
	const words, times = 1 << 12, 10
	for range 3 {
		got, err := increments(d, increment, slices.Repeat([]uint32{value}, words), times)
		if err != nil {
			return err
		}
		if want := value + times; slices.Min(got) != want || slices.Max(got) != want {
			return fmt.Errorf("words from %d to %d, want %d", slices.Min(got), slices.Max(got), want)
		}
	}
	return nil
}

// Info and Devices return copies: changes to one reach neither the device nor the instance.
func TestInfoIsACopy(t *testing.T) {
	in := openInstance(t)
	d := openOn(t, in, firstUsable(t, in), DeviceOptions{})
	want := *d.Info()
	want.SubgroupOperations, want.Heaps = slices.Clone(want.SubgroupOperations), slices.Clone(want.Heaps)
	listed := in.Devices()[want.Index]
	for _, info := range []*Info{d.Info(), &listed} {
		info.Name, info.MaxWorkgroupCount = "changed", [3]uint32{}
		for i := range info.SubgroupOperations {
			info.SubgroupOperations[i] = "changed"
		}
		for i := range info.Heaps {
			info.Heaps[i] = Heap{}
		}
	}
	if got := *d.Info(); !reflect.DeepEqual(got, want) {
		t.Errorf("the device's description is %+v, was %+v", got, want)
	}
	if got := in.Devices()[want.Index]; !reflect.DeepEqual(got, want) {
		t.Errorf("the instance's description is %+v, was %+v", got, want)
	}
}

func TestCloseOfADeviceReportsLeaks(t *testing.T) {
	d := openDevice(t)
	b := must.Get(d.NewBuffer("pheromone", 64, DeviceLocal))(t)
	p := must.Get(d.NewPipeline(PipelineSpec{Name: "count", SPIRV: shader(t, "increment"), Bindings: 1}))(t)
	s := bind(t, p, b)
	c, err := d.NewCommandBuffer("batch", 2)
	must.Do(t, err)
	begin(t, c)
	wantError(t, d.Close(), `buffer "pheromone"`, `pipeline "count"`, `command buffer "batch"`)
	if err := d.Close(); err != nil {
		t.Errorf("second close: %v", err)
	}

	// Handles that outlive the device return errors.
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
}

func TestCloseOfAnInstanceReportsLeaks(t *testing.T) {
	in := openInstance(t)
	index := firstUsable(t, in)
	leaky := must.Get(Open(Options{}))(t)
	d, err := leaky.OpenDevice(index, DeviceOptions{CacheDir: t.TempDir()})
	must.Do(t, err)
	if _, err := d.NewBuffer("orphan", 4, DeviceLocal); err != nil {
		t.Fatal(err)
	}
	wantError(t, leaky.Close(), `device "`, in.Devices()[index].Name, `buffer "orphan"`)
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
	var c *CommandBuffer
	_, openErr := in.OpenDevice(0, DeviceOptions{})
	_, bufferErr := d.NewBuffer("b", 1, DeviceLocal)
	_, pipelineErr := d.NewPipeline(PipelineSpec{})
	_, commandsErr := d.NewCommandBuffer("c", 0)
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
