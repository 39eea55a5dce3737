// Package vktest opens a device for the tests of other packages.
package vktest

import (
	"os"
	"testing"

	"github.com/aco-vk/aco-vk/vk"
)

// Open returns the first usable device and closes it when the test ends; a handle that the test left open fails it. Without a
// device the test is skipped, or fails where ACO_VK_REQUIRE_DEVICE=1. ACO_VK_VALIDATE=1 turns the validation layer on.
func Open(t testing.TB) *vk.Device {
	t.Helper()
	instance, err := vk.Open(vk.Options{Validate: os.Getenv("ACO_VK_VALIDATE") == "1"})
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
		device, err := instance.OpenDevice(info.Index, vk.DeviceOptions{CacheDir: t.TempDir()})
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

func missing(t testing.TB, why string) {
	t.Helper()
	if os.Getenv("ACO_VK_REQUIRE_DEVICE") == "1" {
		t.Fatal(why)
	}
	t.Skip(why)
}
