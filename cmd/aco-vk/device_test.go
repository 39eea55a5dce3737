package main

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/aco-vk/aco-vk/aco"
	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/internal/vkdevice"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
	"github.com/aco-vk/aco-vk/vk"
	"github.com/aco-vk/aco-vk/vk/vktest"
)

// If a run loses a device and continues, a message and the report say so.
func TestLostDevice(t *testing.T) {
	hung := &aco.Loss{Iteration: 120, Elapsed: 3 * time.Second, Err: fmt.Errorf("iteration 121: %w", vk.ErrHung)}
	cpu := openProcessor(t)[0]
	result := &aco.Result{
		Algorithm: aco.AlgorithmMMAS, Devices: []aco.DeviceResult{{}, {Lost: hung}, {}},
		Colonies: []aco.ColonyResult{{Device: 0, BestLength: 41}, {Device: 1, BestLength: 40},
			{Device: 2, BestLength: 42}},
	}
	var message strings.Builder
	reportLost(&message, result.Devices)
	hasAll(t, message.String(), "--device number 2, failed after 3.0 s and iteration 120", "hangs")
	report := newReport(tsptest.Generate(t, "uniform", 4, 1), deviceSet{cpu, cpu, cpu}, result, 0)
	text := must.Get(json.Marshal(report))(t)
	hasAll(t, string(text),
		`"lost":{"iteration":120,"elapsed_s":3,"error":"iteration 121: the device or its driver hangs`,
		`"colonies":[{"device":0,"best_length":41,`, `"algorithm":"mmas"`)
}

// A command ends although the driver of a device is still being tried, and closes the other devices.
func TestCloseWhileOpening(t *testing.T) {
	vktest.Open(t) // there is a device
	done := make(chan struct{})
	open := func(o vk.DeviceOptions) *aco.Device {
		o.CacheDir = t.TempDir()
		device, err := openAs(aco.DeviceVulkan, vkdevice.Options{Open: func(instance *vk.Instance, index int) (*vk.Device, error) {
			return instance.OpenDevice(index, o)
		}})
		if err != nil {
			t.Fatal(err)
		}
		return device
	}
	tried := open(vk.DeviceOptions{Before: func() error { <-done; return nil }})
	ready := open(vk.DeviceOptions{})
	var err error
	deviceSet{tried, ready}.closeAfter(&err)
	if err != nil || vkdevice.Of(ready) != nil || !vkdevice.IsBusy(tried) {
		t.Errorf("%v; the device that is ready is open: %t", err, vkdevice.Of(ready) != nil)
	}
	close(done)
	if err := tried.Close(); err != nil {
		t.Error(err)
	}
}
