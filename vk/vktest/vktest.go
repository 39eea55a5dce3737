// Package vktest opens a device for the tests of other packages.
package vktest

import (
	"os"
	"testing"

	"github.com/aco-vk/aco-vk/vk"
)

// Open returns the first usable device and closes it when the test ends; a handle that the test left open fails it. Without a
// device the test is skipped, or fails where ACO_VK_REQUIRE_DEVICE=1. ACO_VK_VALIDATE=1 turns the validation layer on, and
// ACO_VK_EMULATE=FILE has the tests see a device of the limits in that file, whose path is absolute; see vk.LoadLimits. The device
// has these faults.
func Open(t testing.TB, faults ...vk.Fault) *vk.Device {
	t.Helper()
	instance, err := vk.Open(environment(t))
	if err != nil {
		missing(t, err.Error())
	}
	t.Cleanup(func() {
		if err := instance.Close(); err != nil {
			t.Errorf("closing the instance: %v", err)
		}
	})
	for _, info := range instance.Devices() {
		if info.Unusable() != "" {
			continue
		}
		device, err := instance.OpenDevice(info.Index, vk.DeviceOptions{CacheDir: t.TempDir(), Faults: faults})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			if err := device.Close(); err != nil {
				t.Errorf("closing the device: %v", err)
			}
		})
		return device
	}
	missing(t, "there is no usable Vulkan device")
	return nil
}

// environment reads what the environment says of the device that tests run on.
func environment(t testing.TB) vk.Options {
	t.Helper()
	o := vk.Options{Validate: os.Getenv("ACO_VK_VALIDATE") == "1"}
	if name := os.Getenv("ACO_VK_EMULATE"); name != "" {
		var err error
		if o.Limits, err = vk.LoadLimits(name); err != nil {
			t.Fatal(err)
		}
	}
	return o
}

// swiftShader is a driver that takes seconds for each pipeline.
const swiftShader = "SwiftShader driver"

// OpenWithoutSubgroups is Open, and the device is taken for one without operations of subgroups. Where pipelines take seconds, short tests
// leave that out.
func OpenWithoutSubgroups(t testing.TB) *vk.Device {
	t.Helper()
	device := Open(t)
	if testing.Short() && device.Info().DriverName == swiftShader {
		t.Skip("this device takes seconds for each pipeline")
	}
	device.Info().SubgroupOperations = nil
	return device
}

// Each runs a test on the device, and once more without subgroups.
func Each(t *testing.T, test func(t *testing.T, device *vk.Device)) {
	t.Helper()
	t.Run("subgroups", func(t *testing.T) { test(t, Open(t)) })
	t.Run("no subgroups", func(t *testing.T) { test(t, OpenWithoutSubgroups(t)) })
}

func missing(t testing.TB, why string) {
	t.Helper()
	if os.Getenv("ACO_VK_REQUIRE_DEVICE") == "1" {
		t.Fatal(why)
	}
	t.Skip(why)
}
