package aco

import (
	"context"
	"errors"
	"os"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/internal/vkdevice"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/vk"
	"github.com/aco-vk/aco-vk/vk/vktest"
)

// systemDrivers names the Vulkan drivers, also of older loaders. TestMain hides them from the other
// tests.
var systemDrivers, systemICDs = os.Getenv("VK_DRIVER_FILES"), os.Getenv("VK_ICD_FILENAMES")

// openVulkan opens the first Vulkan device, which counts the pipelines that its driver makes.
func openVulkan(t *testing.T) (device *Device, made func() int) {
	t.Helper()
	var mutex sync.Mutex
	pipelines := 0
	trace := func(call, _ string) {
		if call == "vkCreateComputePipelines" {
			mutex.Lock()
			defer mutex.Unlock()
			pipelines++
		}
	}
	return openVulkanWith(t, vk.DeviceOptions{Trace: trace}), func() int {
		mutex.Lock()
		defer mutex.Unlock()
		return pipelines
	}
}

// openVulkanWith opens the first Vulkan device.
func openVulkanWith(t *testing.T, o vk.DeviceOptions) *Device {
	t.Helper()
	return openVulkanBy(t, func(instance *vk.Instance, index int) (*vk.Device, error) {
		return instance.OpenDevice(index, o)
	})
}

// showDrivers lets a test see the Vulkan drivers that TestMain hides.
func showDrivers(t *testing.T) {
	t.Helper()
	for name, value := range map[string]string{"VK_DRIVER_FILES": systemDrivers, "VK_ICD_FILENAMES": systemICDs} {
		if t.Setenv(name, value); value == "" {
			os.Unsetenv(name) // an empty list has no driver
		}
	}
}

// openVulkanBy opens the first Vulkan device by a function.
func openVulkanBy(t *testing.T, open func(*vk.Instance, int) (*vk.Device, error)) *Device {
	t.Helper()
	showDrivers(t)
	device, err := openDevice(DeviceVulkan, vkdevice.Options{Open: open})
	if err != nil {
		vktest.Missing(t, err.Error())
	}
	t.Cleanup(func() {
		if err := device.Close(); err != nil {
			t.Error(err)
		}
	})
	return device
}

// solveOn makes a few iterations on a device. It may be called by any goroutine.
func solveOn(ctx context.Context, device *Device, instance *tsp.Instance, o Options) (*Result, error) {
	o.Devices, o.Iterations, o.Method = []*Device{device}, 2, Merged{Colonies: 2}
	return Solve(ctx, instance, o)
}

// A run opens the device again that an earlier one has lost.
func TestLostDevice(t *testing.T) {
	instance, opened := generated(t, 40), 0
	device := openVulkanBy(t, func(of *vk.Instance, index int) (*vk.Device, error) {
		var o vk.DeviceOptions
		if opened++; opened == 1 {
			o.Faults = []vk.Fault{{Call: "vkQueueSubmit", Operation: `"submission`, After: 1, Result: vk.DeviceLost}}
		}
		return of.OpenDevice(index, o)
	})
	s := must.Get(NewSolver(device))(t)
	o := Options{Method: Merged{Colonies: 2}, Iterations: 10}
	if lost, err := s.Solve(t.Context(), instance, o); err == nil && lost.Devices[0].Lost == nil {
		t.Fatalf("the device was not lost: %+v", lost)
	}
	for range 2 {
		if whole, err := s.Solve(t.Context(), instance, o); err != nil || whole.Stop != StopIterations || whole.Devices[0].Lost != nil {
			t.Errorf("a later run: %+v, %v", whole, err)
		}
	}
	if opened != 2 {
		t.Errorf("the device was opened %d times", opened)
	}
}

// One device, whose pipelines are made once, is used by all tests. The last one closes it.
func TestDeviceUse(t *testing.T) {
	device, made := openVulkan(t)
	t.Run("concurrent", func(t *testing.T) { testConcurrentRuns(t, device, made) })
	t.Run("wait", func(t *testing.T) { testWaitForDevice(t, device) })
	t.Run("in progress", func(t *testing.T) { testUseInProgress(t, device) })
	t.Run("twice", func(t *testing.T) { testDeviceTwice(t, device) })
	t.Run("closed during a run", func(t *testing.T) { testCloseDuringRun(t, device) })
	t.Run("closed", func(t *testing.T) {
		testClosed(t, device)
		testClosed(t, onProcessor(t)[0])
	})
}

// Concurrent runs on one device have the results that they have one after the other, and only the
// first one makes pipelines.
func testConcurrentRuns(t *testing.T, device *Device, made func() int) {
	instance := generated(t, 40)
	requireEqualRuns(t, made, func() (*Result, error) { return solveOn(t.Context(), device, instance, Options{}) })
}

// requireEqualRuns makes runs at once. It requires the tour of a run alone, and that only that one makes
// pipelines.
func requireEqualRuns(t *testing.T, made func() int, run func() (*Result, error)) {
	t.Helper()
	want := must.Get(run())(t)
	first := made()
	var running sync.WaitGroup
	for range 4 {
		running.Go(func() {
			got, err := run()
			if err != nil || got.Tour.SHA256(true) != want.Tour.SHA256(true) || got.Devices[0].Name != want.Devices[0].Name {
				t.Errorf("%v, %v", got, err)
			}
		})
	}
	running.Wait()
	if first == 0 || made() != first {
		t.Errorf("the first run has made %d pipelines, and later ones %d", first, made()-first)
	}
}

// A run waits for its device as long as its context lasts.
func testWaitForDevice(t *testing.T, device *Device) {
	instance := generated(t, 40)
	if taken, err := device.take(t.Context(), nil); err != nil || !taken {
		t.Fatal(taken, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := solveOn(ctx, device, instance, Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v of a run whose device is in use", err)
	}
	device.give()
	for range 2 {
		if _, err := solveOn(t.Context(), device, instance, Options{}); err != nil {
			t.Errorf("the device is not free after a run: %v", err)
		}
	}
}

// The clock of a run begins when it has its device: a wait of an hour does not count.
func TestClockBeginsWithDevice(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		device := openVulkanWith(t, vk.DeviceOptions{})
		s := must.Get(NewSolver(device))(t)
		for name, devices := range map[string][]*Device{"named": {device}, "of the solver": nil} {
			if _, err := s.take(t.Context(), s.free); err != nil {
				t.Fatal(err)
			}
			if taken, err := device.take(t.Context(), nil); err != nil || !taken {
				t.Fatal(taken, err)
			}
			time.AfterFunc(time.Hour, func() {
				s.free <- device
				device.give()
			})
			began := time.Now()
			result, err := s.Solve(t.Context(), generated(t, 40), Options{Method: Merged{Colonies: 2}, Devices: devices, Iterations: 2})
			if err != nil {
				t.Fatal(err)
			}
			if whole := time.Since(began); whole < time.Hour || result.Elapsed > whole-time.Hour {
				t.Errorf("%s: elapsed %v of %v, of which the run waited an hour", name, result.Elapsed, whole)
			}
		}
	})
}

// A run that uses the device of the run whose progress it is called by would wait for itself.
func testUseInProgress(t *testing.T, device *Device) {
	instance, calls := generated(t, 40), 0
	_, err := solveOn(t.Context(), device, instance, Options{Progress: func(p Progress) {
		calls++
		if _, err := solveOn(p.Context(), p.Devices[0], instance, Options{}); !errors.Is(err, ErrDeviceInUse) {
			t.Errorf("error %v of a run", err)
		}
		within := func(inner Progress) { // as deep as it may be
			if _, err := solveOn(inner.Context(), device, instance, Options{}); !errors.Is(err, ErrDeviceInUse) {
				t.Errorf("error %v of a run in a run", err)
			}
		}
		if _, err := solveOn(p.Context(), onProcessor(t)[0], instance, Options{Progress: within}); err != nil {
			t.Error(err)
		}
	}})
	if err != nil || calls == 0 {
		t.Errorf("%v after %d calls", err, calls)
	}
	if _, err := solveOn(t.Context(), device, instance, Options{}); err != nil {
		t.Errorf("the device is not free after the run: %v", err)
	}
}

// A closed device is an error, not the processor.
func testClosed(t *testing.T, device *Device) {
	name := device.Name()
	for range 2 {
		must.Do(t, device.Close())
	}
	_, err := solveOn(t.Context(), device, generated(t, 40), Options{})
	if !errors.Is(err, ErrDeviceClosed) || !errors.Is(err, ErrNoDevice) {
		t.Errorf("%s: error %v", name, err)
	}
	_, err = Plan(t.Context(), generated(t, 40), Options{Devices: []*Device{device}})
	if !errors.Is(err, ErrDeviceClosed) {
		t.Errorf("%s: error %v of a plan", name, err)
	}
	if device.Name() != name {
		t.Errorf("the device is called %q, then %q", name, device.Name())
	}
}

// A device that is closed during a run is closed after it.
func testCloseDuringRun(t *testing.T, device *Device) {
	closed := make(chan error, 1)
	var once sync.Once
	progress := func(Progress) { once.Do(func() { go func() { closed <- device.Close() }() }) }
	if _, err := solveOn(t.Context(), device, generated(t, 40), Options{Progress: progress}); err != nil {
		t.Error(err)
	}
	if err := <-closed; err != nil {
		t.Error(err)
	}
}

// A run whose time ends while its device is tried, or while the driver makes pipelines, has a result
// meanwhile. The device is in use until then.
func TestEndBeforeDevice(t *testing.T) {
	for name, slow := range map[string]func(o *vk.DeviceOptions, wait func()){
		"while it is tried": func(o *vk.DeviceOptions, wait func()) { o.Before = func() error { wait(); return nil } },
		"while pipelines are tried": func(o *vk.DeviceOptions, wait func()) {
			o.Check = func(context.Context, *vk.Device, []vk.PipelineSpec) error { wait(); return nil }
		},
		"while a pipeline is made": func(o *vk.DeviceOptions, wait func()) {
			o.Trace = func(call, _ string) {
				if call == "vkCreateComputePipelines" {
					wait()
				}
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			done := make(chan struct{})
			var o vk.DeviceOptions
			slow(&o, func() { <-done })
			device := openVulkanWith(t, o)
			result, err := Solve(t.Context(), generated(t, 40), Options{Devices: []*Device{device}, TimeLimit: 200 * time.Millisecond})
			if err != nil || result.Stop != StopTimeLimit {
				t.Errorf("%v, %+v", err, result)
			}
			if !vkdevice.IsBusy(device) {
				t.Error("the device is free")
			}
			close(done)
			if err := device.Close(); err != nil || vkdevice.IsBusy(device) {
				t.Errorf("the device is in use after its end: %v", err)
			}
		})
	}
}

// The same device twice would wait for itself.
func testDeviceTwice(t *testing.T, device *Device) {
	_, err := Solve(t.Context(), generated(t, 40), Options{Devices: []*Device{device, device}, Iterations: 1})
	if refused := (*OptionError)(nil); !errors.As(err, &refused) || refused.Option != "Devices" {
		t.Errorf("error %v", err)
	}
	if _, err := solveOn(t.Context(), device, generated(t, 40), Options{}); err != nil {
		t.Errorf("the device is not free after the refusal: %v", err)
	}
}
