//go:build cgo

package vk

import (
	"slices"
	"strings"
	"testing"
)

// The devices have the limits that the specification requires (Vulkan 1.1, "Required Limits").
func TestInfosArePlausible(t *testing.T) {
	in := openInstance(t)
	for i, info := range in.Devices() {
		for what, wrong := range map[string]bool{
			"index":  info.Index != i,
			"name":   info.Name == "",
			"vendor": info.Vendor == "",
			"uuid":   len(info.UUID) != 32,
			"driver": info.DriverVersion == "",
			"subgroup": info.SubgroupSize == 0 || info.SubgroupSizeMin > info.SubgroupSize ||
				info.SubgroupSizeMax < info.SubgroupSize,
			"invocations":   info.MaxWorkgroupInvocations < 128,
			"counts":        info.MaxWorkgroupCount[2] < 65535,
			"size":          info.MaxWorkgroupSize[0] < 128,
			"shared memory": info.SharedMemoryBytes < 16384,
			"push":          info.PushConstantBytes < 128,
			"buffers":       info.StorageBuffers < 4,
			"allocation":    info.MaxAllocationBytes < 1<<30,
			"heaps":         len(info.Heaps) == 0 || info.Heaps[0].Bytes == 0,
			"bits":          info.TimestampBits > 64,
			"period":        info.TimestampBits > 0 && info.TimestampPeriodNS <= 0,
		} {
			if wrong && info.Unusable() == "" {
				t.Errorf("%s: %s: %+v", info.Name, what, info)
			}
		}
		if software := strings.Contains(info.Name, "llvmpipe") ||
			strings.Contains(info.Name, "SwiftShader"); software && !info.IsSoftware() {
			t.Errorf("%s is not software", info.Name)
		}
	}
}

func usableInfo() Info {
	return Info{APIVersion: "1.1.0", MaxWorkgroupInvocations: 128, MaxWorkgroupCount: [3]uint32{1, 1, 1},
		SubgroupSizeMin:    4,
		SubgroupOperations: []string{"basic", "vote", "arithmetic", "ballot", "shuffle", "shuffle_relative"},
		StorageRangeBytes:  1 << 27}
}

func TestUnusableReasons(t *testing.T) {
	for _, c := range []struct {
		change func(i *Info)
		want   string
	}{
		{func(*Info) {}, ""},
		{func(i *Info) { i.APIVersion = "1.4.312" }, ""},
		{func(i *Info) { i.APIVersion = "2.0.1" }, ""},
		{func(i *Info) { i.APIVersion = "1.0.68" }, "1.0.68"},
		{func(i *Info) { i.APIVersion = "" }, "Vulkan 1.1"},
		{func(i *Info) { i.MaxWorkgroupInvocations = 0 }, "it has no compute queue"},
		{func(i *Info) { i.SubgroupOperations = nil }, ""},
		{func(i *Info) { i.SubgroupSizeMin = 1 }, ""},
		{func(i *Info) { i.StorageRangeBytes = 1 << 26 }, "67108864"},
	} {
		i := usableInfo()
		c.change(&i)
		if got := i.Unusable(); (got == "") != (c.want == "") || !strings.Contains(got, c.want) {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

// HasSubgroups is false for a device that lacks a class of operations or has smaller subgroups.
func TestHasSubgroups(t *testing.T) {
	if i := usableInfo(); !i.HasSubgroups() {
		t.Error("HasSubgroups is false for a device with all that is needed")
	}
	for k, class := range usableInfo().SubgroupOperations {
		i := usableInfo()
		if i.SubgroupOperations = slices.Delete(i.SubgroupOperations, k, k+1); i.HasSubgroups() {
			t.Errorf("HasSubgroups is true without %s", class)
		}
	}
	i := usableInfo()
	if i.SubgroupSizeMin = 2; i.HasSubgroups() {
		t.Error("HasSubgroups is true for subgroups of 2")
	}
}

func TestNamesOfNumbers(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{vendorName(0x10DE), "NVIDIA"},
		{vendorName(0x8086), "Intel"},
		{vendorName(7), "unknown"},
		{deviceType(2), "discrete"},
		{deviceType(99), "other"},
		{versionString(1<<22 | 3<<12 | 230), "1.3.230"},
		{driverVersion(0x10DE, 535<<22|104<<14|5<<6), "535.104.5.0"},
		{driverVersion(0x1002, 2<<22|1), "2.0.1"},
		{strings.Join(operationNames(0b101), " "), "basic arithmetic"},
	} {
		if c.got != c.want {
			t.Errorf("%q, want %q", c.got, c.want)
		}
	}
}
