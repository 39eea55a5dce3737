package vkdevice

import (
	"errors"
	"testing"

	"github.com/aco-vk/aco-vk/vk"
)

// usable returns a device that this program can use.
func usable(name, driver, kind, uuid string) vk.Info {
	return vk.Info{
		Name: name, DriverName: driver, Type: kind, UUID: uuid, APIVersion: "1.3.0",
		MaxWorkgroupInvocations: 256, MaxWorkgroupCount: [3]uint32{65535, 65535, 65535},
		SubgroupSizeMin: 4, SubgroupOperations: []string{"basic", "vote", "arithmetic", "ballot", "shuffle",
			"shuffle_relative"}, StorageRangeBytes: 1 << 27,
	}
}

func TestChoose(t *testing.T) {
	software := usable("llvmpipe (LLVM 15.0.6, 256 bits)", "llvmpipe", "cpu", "aa00")
	integrated := usable("Intel(R) Graphics", "Intel open-source Mesa driver", "integrated", "bb11")
	discrete := usable("NVIDIA H200", "NVIDIA", "discrete", "cc22")
	broken := usable("NVIDIA GT 610", "NVIDIA", "discrete", "dd33")
	broken.APIVersion = "1.0.3"
	emulating := software
	emulating.Emulates = "NVIDIA H200"
	all := []vk.Info{software, integrated, broken, discrete}
	for _, c := range []struct {
		wanted  string
		devices []vk.Info
		index   int // -1: the processor, -2: refused
	}{
		{"auto", all, 3},
		{"auto", all[:3], 1},
		{"auto", all[:1], -1}, // the processor is better than a software device
		{"auto", []vk.Info{emulating}, 0},
		{"vulkan", all, 3},
		{"vulkan", all[:1], 0},
		{"vulkan", []vk.Info{broken}, -2},
		{"vulkan", nil, -2},
		{"auto", nil, -1},
		{"auto", []vk.Info{broken}, -1},
		{"0", all, 0},
		{"4", all, -2},
		{"-1", all, -2},
		{"2", all, -2}, // it cannot be used
		{"lavapipe", all, 0},
		{"LLVMPIPE", all, 0},
		{"h200", all, 3},
		{"nvidia", all, -2}, // there are two
		{"mesa", all, 1},    // by the driver's name
		{"cc22", all, 3},
		{"CC-22", all, 3},
		{"cc22", []vk.Info{broken, discrete, usable("NVK H200", "NVK", "discrete", "cc22")}, 1},
		{"radeon", all, -2},
	} {
		index, err := Choose(c.devices, c.wanted)
		switch {
		case c.index == -2 && !errors.Is(err, ErrNone):
			t.Errorf("%s of %d devices: index %d, %v; want it refused", c.wanted, len(c.devices), index, err)
		case c.index != -2 && (err != nil || index != c.index):
			t.Errorf("%s of %d devices: index %d, %v; want %d", c.wanted, len(c.devices), index, err, c.index)
		}
	}
}
