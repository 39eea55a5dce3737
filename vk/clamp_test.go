//go:build cgo

package vk

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// largeInfo returns a device with larger limits than the rows below.
func largeInfo() Info {
	i := unlimited().Info
	i.APIVersion, i.Name = "1.3.0", "large"
	i.SubgroupSize, i.SubgroupSizeMin, i.SubgroupSizeMax, i.MaxWorkgroupSubgroups = 32, 8, 64, 64
	i.SubgroupOperations = []string{"basic", "vote", "arithmetic", "ballot", "shuffle", "shuffle_relative"}
	i.StorageAlignment, i.TimestampPeriodNS = 4, 1
	i.Heaps = []Heap{{Bytes: 1 << 33, DeviceLocal: true, BudgetBytes: 1 << 32}, {Bytes: 1 << 34}}
	return i
}

// clamped returns a device clamped to the limits of a row.
func clamped(t *testing.T, i Info, row string) physical {
	t.Helper()
	l, err := ParseLimits([]byte(row))
	if err != nil {
		t.Fatalf("%s: %v", row, err)
	}
	p := physical{info: i}
	p.clamp(l)
	return p
}

func TestClampLowersEachLimit(t *testing.T) {
	for row, change := range map[string]func(i *Info){
		`{}`: func(*Info) {},
		`{"max_workgroup_invocations": 128, "max_workgroup_size": [128, 64, 32], "max_workgroup_count": [1, 2, 3]}`: func(i *Info) {
			i.MaxWorkgroupInvocations, i.MaxWorkgroupSize, i.MaxWorkgroupCount = 128, [3]uint32{128, 64, 32}, [3]uint32{1, 2, 3}
		},
		`{"shared_memory_bytes": 16384, "push_constant_bytes": 128, "storage_buffers": 4}`: func(i *Info) {
			i.SharedMemoryBytes, i.PushConstantBytes, i.StorageBuffers = 16384, 128, 4
		},
		`{"storage_range_bytes": 1000, "max_allocation_bytes": 2000, "storage_alignment": 65536}`: func(i *Info) {
			i.StorageRangeBytes, i.MaxAllocationBytes, i.StorageAlignment = 1000, 2000, 65536
		},
		`{"storage_alignment": 2}`:                           func(*Info) {}, // a smaller alignment is not a limit
		`{"subgroup_operations": ["vote", "quad", "basic"]}`: func(i *Info) { i.SubgroupOperations = []string{"basic", "vote"} },
		`{"subgroup_operations": []}`:                        func(i *Info) { i.SubgroupOperations = []string{} },
		`{"subgroup_size": 16}`:                              func(i *Info) { i.SubgroupSize = 16 },
		`{"subgroup_size": 16, "subgroup_size_min": 16, "subgroup_size_max": 16, "max_workgroup_subgroups": 8}`: func(i *Info) {
			i.SubgroupSize, i.SubgroupSizeMin, i.SubgroupSizeMax, i.MaxWorkgroupSubgroups = 16, 16, 16, 8
		},
		`{"subgroup_size_control": false, "full_subgroups": false}`: func(i *Info) {
			i.SubgroupSizeControl, i.FullSubgroups, i.MaxWorkgroupSubgroups = false, false, 0
		},
		`{"timestamp_bits": 0}`: func(i *Info) { i.TimestampBits, i.TimestampPeriodNS = 0, 0 },
		`{"int16": false, "int64": false, "int64_atomics": false, "storage16": false}`: func(i *Info) {
			i.Int16, i.Int64, i.Int64Atomics, i.Storage16 = false, false, false, false
		},
		`{"unified_memory": false, "push_descriptors": false, "float_atomics": false, "executable_statistics": false}`: func(i *Info) {
			i.UnifiedMemory, i.PushDescriptors, i.FloatAtomics, i.ExecutableStatistics = false, false, false, false
		},
		`{"heaps": [{"bytes": 1000, "device_local": true}, {"bytes": 500, "device_local": true}, {"bytes": 99999999999}]}`: func(i *Info) {
			i.Heaps = []Heap{{Bytes: 1000, DeviceLocal: true, BudgetBytes: 1000}, {Bytes: 1 << 34}}
		},
		`{"heaps": [{"bytes": 5000000000, "device_local": true}]}`: func(i *Info) { // the host also sees the only heap
			i.Heaps = []Heap{{Bytes: 5000000000, DeviceLocal: true, BudgetBytes: 1 << 32}, {Bytes: 5000000000}}
		},
	} {
		want := largeInfo()
		change(&want)
		got := clamped(t, largeInfo(), row)
		if diff := cmp.Diff(want, got.info, cmpopts.IgnoreFields(Info{}, "Emulates")); diff != "" {
			t.Errorf("%s (-want +got)\n%s", row, diff)
		}
		if got.info.Emulates != "other limits" || got.staged == got.info.UnifiedMemory {
			t.Errorf("%s: emulates %q, staged %v", row, got.info.Emulates, got.staged)
		}
	}
}

// A row with larger limits does not raise the device's limits. The device's own heaps stay
// unchanged.
func TestClampAddsNothing(t *testing.T) {
	small := usableInfo()
	small.MaxWorkgroupSize, small.SharedMemoryBytes, small.StorageBuffers, small.PushConstantBytes = [3]uint32{128, 128, 64}, 16384, 4, 128
	small.MaxAllocationBytes, small.StorageAlignment = 1<<30, 256
	small.SubgroupSize, small.SubgroupSizeMax = 4, 4
	small.Heaps = []Heap{{Bytes: 1 << 20, DeviceLocal: true}}
	got := clamped(t, small, `{"name": "NVIDIA H200", "max_workgroup_invocations": 1024, "subgroup_size": 32, "int64": true,
		"subgroup_operations": ["basic", "vote", "arithmetic", "ballot", "shuffle", "shuffle_relative", "quad"],
		"heaps": [{"bytes": 141000000000, "device_local": true}], "timestamp_bits": 64}`)
	if diff := cmp.Diff(small, got.info, cmpopts.IgnoreFields(Info{}, "Emulates")); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

func TestClampOfSubgroups(t *testing.T) {
	without := largeInfo()
	without.SubgroupSizeControl = false
	for _, c := range []struct {
		info      Info
		row, want string
	}{
		{largeInfo(), `{"name": "Mali", "subgroup_size": 16}`, "Mali"},
		{largeInfo(), `{"name": "Old", "subgroup_size": 128}`, "Old, except for its subgroups of 32: it supports 8 to 64"},
		{largeInfo(), `{"name": "Old", "subgroup_size_min": 128}`, "Old, except for its subgroups of 32: it supports 8 to 64"},
		{without, `{"name": "Mali", "subgroup_size": 16}`, "Mali, except for its subgroups of 32, a size that it cannot change"},
		{without, `{"name": "H200", "subgroup_size": 32}`, "H200"},
	} {
		got := clamped(t, c.info, c.row).info
		if got.Emulates != c.want {
			t.Errorf("%s: emulates %q, want %q", c.row, got.Emulates, c.want)
		}
		if strings.Contains(c.want, "but") && got.SubgroupSize != c.info.SubgroupSize {
			t.Errorf("%s: subgroups of %d", c.row, got.SubgroupSize)
		}
	}
}
