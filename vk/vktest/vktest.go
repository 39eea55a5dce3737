// Package vktest opens devices for the tests of other packages.
//
//	func TestStage(t *testing.T) {
//		device := vktest.Open(t)
//		...
//	}
//
// Each call opens an instance of its own, so that tests may run in parallel. The device belongs to
// the test's goroutine.
package vktest

import (
	"os"
	"testing"

	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/internal/testkind"
	"github.com/aco-vk/aco-vk/vk"
)

// Open returns the first usable device and closes it when the test ends. Handles that the test
// leaves open fail it. The test is skipped where no device is found, or fails if
// ACO_VK_REQUIRE_DEVICE=1. ACO_VK_VALIDATE=1 turns the validation layer on. ACO_VK_EMULATE=FILE
// gives the device the limits in that file, by its absolute path; see vk.LoadLimits. faults are
// injected into the device.
func Open(t testing.TB, faults ...vk.Fault) *vk.Device {
	t.Helper()
	return open(t, environment(t), vk.DeviceOptions{Faults: faults})
}

// OpenLimited is Open for a device with lower limits. change lowers them; fields that it leaves
// alone do not limit the device.
func OpenLimited(t testing.TB, change func(*vk.Limits)) *vk.Device {
	t.Helper()
	o := environment(t)
	if o.Limits == nil {
		var err error
		if o.Limits, err = vk.ParseLimits([]byte(`{"name": "the limits of the test"}`)); err != nil {
			t.Fatal(err)
		}
	}
	change(o.Limits)
	return open(t, o, vk.DeviceOptions{})
}

// OpenRewriting is Open for a device that compiles other modules; rewrite is for vk.DeviceOptions.
func OpenRewriting(t testing.TB, rewrite func(vk.PipelineSpec) []byte) *vk.Device {
	t.Helper()
	return open(t, environment(t), vk.DeviceOptions{Rewrite: rewrite})
}

func open(t testing.TB, o vk.Options, d vk.DeviceOptions) *vk.Device {
	t.Helper()
	instance, err := vk.Open(o)
	if err != nil {
		Missing(t, err.Error())
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
		d.CacheDir = t.TempDir()
		device := must.Get(instance.OpenDevice(info.Index, d))(t)
		t.Cleanup(func() {
			if err := device.Close(); err != nil {
				t.Errorf("closing the device: %v", err)
			}
		})
		return device
	}
	Missing(t, "there is no usable Vulkan device")
	return nil
}

// environment returns the options that environment variables set.
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

// OpenWithoutSubgroups is Open for a device without subgroup operations.
func OpenWithoutSubgroups(t testing.TB) *vk.Device {
	t.Helper()
	return OpenLimited(t, func(l *vk.Limits) { l.SubgroupOperations = []string{} })
}

// WithAndWithoutSubgroups runs a test on the device, and at the same time on another one without
// subgroup operations.
func WithAndWithoutSubgroups(t *testing.T, test func(t *testing.T, device *vk.Device)) {
	t.Helper()
	t.Run("subgroups", func(t *testing.T) {
		t.Parallel()
		test(t, Open(t))
	})
	t.Run("no subgroups", func(t *testing.T) {
		testkind.NoSubgroups(t)
		t.Parallel()
		test(t, OpenWithoutSubgroups(t))
	})
}

// Missing skips a test that has no device, or fails it if ACO_VK_REQUIRE_DEVICE=1.
func Missing(t testing.TB, why string) {
	t.Helper()
	if os.Getenv("ACO_VK_REQUIRE_DEVICE") == "1" {
		t.Fatal(why)
	}
	t.Skip(why)
}
