package aco

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/aco-vk/aco-vk/vk/vktest"
)

// A device keeps its pipelines in the folder that its options name, or nowhere.
func TestCacheOfDevice(t *testing.T) {
	user, own := t.TempDir(), t.TempDir()
	t.Setenv("XDG_CACHE_HOME", user)
	showDrivers(t)
	for _, c := range []struct {
		options DeviceOptions
		files   int // in own
	}{{DeviceOptions{NoCache: true}, 0}, {DeviceOptions{CacheDir: own}, 1}} {
		device, err := OpenDevice(DeviceVulkan, c.options)
		if err != nil {
			vktest.Missing(t, err.Error())
		}
		if _, err := Solve(t.Context(), generated(t, 40), Options{Devices: []*Device{device}, Method: AntSystem{}, Iterations: 1}); err != nil {
			t.Error(err)
		}
		if err := device.Close(); err != nil {
			t.Error(err)
		}
		files, err := filepath.Glob(filepath.Join(own, "*.pipelines"))
		if err != nil || len(files) != c.files {
			t.Errorf("%+v: files %v in its folder (%v), want %d", c.options, files, err, c.files)
		}
		if _, err := os.Stat(filepath.Join(user, "aco-vk")); err == nil {
			t.Errorf("%+v: files in the user's cache folder", c.options)
		}
	}
	if _, err := OpenDevice(DeviceVulkan, DeviceOptions{NoCache: true, CacheDir: own}); !isOption(err, "NoCache") {
		t.Errorf("error %v of two options that exclude each other", err)
	}
}
