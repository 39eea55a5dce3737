package main

import (
	"slices"
	"testing"
	"time"

	"github.com/aco-vk/aco-vk/aco"
	"github.com/aco-vk/aco-vk/internal/vkdevice"
)

// Nothing lists or opens devices for a run that ends before one would be open, unless the caller names it.
func TestQuickSolveListsNoDevices(t *testing.T) {
	auto, limit := []string{aco.DeviceAuto}, seconds(vkdevice.OpeningTime)
	for _, test := range []struct {
		device    []string
		timeLimit seconds
		seeds     int
		want      string
	}{
		{auto, limit, 0, aco.DeviceCPU},
		{auto, seconds(time.Millisecond), 0, aco.DeviceCPU},
		{auto, limit + 1, 0, aco.DeviceAuto},
		{auto, 0, 0, aco.DeviceAuto},
		{auto, limit, 2, aco.DeviceAuto}, // runs that share the device
		{[]string{"0"}, limit, 0, "0"},
	} {
		s := &solveCommand{}
		s.Device, s.TimeLimit, s.Seeds = test.device, test.timeLimit, test.seeds
		if got := s.devices(nil); !slices.Equal(got, []string{test.want}) {
			t.Errorf("%+v: %v", test, got)
		}
	}
}
