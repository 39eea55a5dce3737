//go:build cgo

package vk

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/aco-vk/aco-vk/internal/must"
)

func TestReadLimitsRefusesInvalidRows(t *testing.T) {
	for row, want := range map[string]string{
		``: "there is no JSON value", `[]`: "0 devices", `[{}, {}]`: "2 devices", `[1`: "ends before it is complete", `"x"`: "is text, expected an object",
		`{} {}`: "unexpected data", `{"name": 1}`: "name is a number, expected text",
		`{"max_workgroup_invocation": 128}`:             "unknown field",
		`{"max_workgroup_invocations": 0}`:              "max_workgroup_invocations is 0",
		`{"max_workgroup_invocations": -1}`:             "expected a whole number from 0 to 2^32-1",
		`{"max_workgroup_invocations": 4294967296}`:     "expected a whole number from 0 to 2^32-1",
		`{"max_workgroup_invocations": 1.5}`:            "expected a whole number from 0 to 2^32-1",
		`{"max_workgroup_size": [128, 0, 1]}`:           "max_workgroup_size is 0",
		`{"max_workgroup_count": [65535]}`:              "max_workgroup_count is 0",
		`{"shared_memory_bytes": 0}`:                    "shared_memory_bytes is 0",
		`{"storage_range_bytes": 0}`:                    "storage_range_bytes is 0",
		`{"storage_buffers": 0}`:                        "storage_buffers is 0",
		`{"push_constant_bytes": 0}`:                    "push_constant_bytes is 0",
		`{"max_allocation_bytes": 0}`:                   "max_allocation_bytes is 0",
		`{"storage_alignment": 0}`:                      "storage_alignment 0",
		`{"storage_alignment": 48}`:                     "storage_alignment 48",
		`{"storage_alignment": 9223372036854775808}`:    "storage_alignment 9223372036854775808",
		`{"timestamp_bits": 65}`:                        "timestamp_bits 65",
		`{"subgroup_operations": ["arithmetics"]}`:      `"arithmetics"`,
		`{"heaps": [{"bytes": 0}]}`:                     "a heap has 0",
		`{"heaps": [{"size": 1}]}`:                      "unknown field",
		`{"subgroup_size": 24}`:                         "subgroup size 24",
		`{"subgroup_size_max": 256}`:                    "subgroup size 256",
		`{"subgroup_size": 8, "subgroup_size_min": 16}`: "size 8, from 16",
		`{"subgroup_size_max": 8, "subgroup_size": 16}`: "size 16, from 0 to 8",
		strings.Repeat(" ", maxLimitsBytes) + `{}`:      "more than",
		`{"name": "x", "source": ["a"]}`:                "source is a list, expected text",
		strings.Repeat(`{"heaps":[`, 6_000):             "exceeded max depth",
	} {
		if _, err := ParseLimits([]byte(row)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.60s: %v, want an error with %q", row, err, want)
		}
	}
	if _, err := LoadLimits(filepath.Join(t.TempDir(), "none.json")); err == nil {
		t.Error("a file that is not there was read")
	}
}

// The JSON of a device is a valid row of limits, and clamping the device to it changes nothing.
func TestInfoIsAValidRow(t *testing.T) {
	for _, info := range openInstance(t).Devices() {
		text := must.Get(json.Marshal([]Info{info}))(t)
		name := filepath.Join(t.TempDir(), "row.json")
		must.Do(t, os.WriteFile(name, text, 0o600))
		if info.Unusable() != "" {
			continue // a device of Vulkan 1.0 has many zeros
		}
		l := must.Get(LoadLimits(name))(t)
		p := physical{info: info}
		p.clamp(l)
		p.info.Emulates = ""
		if got, err := json.Marshal([]Info{p.info}); err != nil || !bytes.Equal(got, text) {
			t.Errorf("%s became %s, error %v", text, got, err)
		}
	}
}

// openSmall opens the first usable device with lower limits.
func openSmall(t *testing.T) *Device {
	t.Helper()
	l, err := ParseLimits([]byte(`{"name": "small", "unified_memory": false, "storage_alignment": 65536, "storage_range_bytes": 134217728,
		"max_allocation_bytes": 201326592, "heaps": [{"bytes": 268435456, "device_local": true}], "timestamp_bits": 0, "push_constant_bytes": 4}`))
	must.Do(t, err)
	in := openInstanceWith(t, Options{Limits: l})
	return openOn(t, in, firstUsable(t, in), DeviceOptions{})
}

// A clamped device refuses what exceeds its limits, and computes the same as before.
func TestEmulatedDevice(t *testing.T) {
	d := openSmall(t)
	if d.Info().Emulates != "small" {
		t.Errorf("emulates %q", d.Info().Emulates)
	}
	_, err := d.NewBuffer("large", 192<<20+4, DeviceLocal)
	if wantError(t, err, "large", "VK_ERROR_OUT_OF_DEVICE_MEMORY"); !IsOutOfMemory(err) {
		t.Error("the error is not of IsOutOfMemory")
	}
	wide := newBuffer(t, d, "wide", 128<<20+4, DeviceLocal)
	_, err = d.NewBuffer("second", 128<<20, DeviceLocal)
	if wantError(t, err, "second", "268435456"); !IsOutOfMemory(err) {
		t.Error("the error is not of IsOutOfMemory")
	}
	p := newPipeline(t, d, PipelineSpec{Name: "count", SPIRV: shader(t, "increment"), Bindings: 1})
	_, err = p.Bind([]*Buffer{wide})
	wantError(t, err, "wide", "134217728")
	_, err = d.NewPipeline(PipelineSpec{Name: "pushy", SPIRV: shader(t, "increment"), Bindings: 1, PushBytes: 8})
	wantError(t, err, "pushy", "8 bytes of push constants")

	a, b := newBuffer(t, d, "a", 4, DeviceLocal), newBuffer(t, d, "b", 12, DeviceLocal)
	if a.memory.offset%65536 != 0 || b.memory.offset%65536 != 0 {
		t.Errorf("buffers begin at %d and %d", a.memory.offset, b.memory.offset)
	}
	if b.host() != nil {
		t.Error("the host sees a buffer of the device")
	}
	upload(t, b, []uint32{1, 2, 3})
	if got := download(t, b); got[0] != 1 || got[2] != 3 {
		t.Errorf("downloaded %v", got)
	}
	c := newCommands(t, d, 2)
	begin(t, c)
	c.Timestamp()
	c.Timestamp()
	run(t, c)
	if stamps, err := c.Timestamps(); err != nil || stamps != nil {
		t.Errorf("timestamps %v, error %v", stamps, err)
	}
}
