package pipelinetest

import (
	"strings"
	"testing"

	"github.com/aco-vk/aco-vk/shaders"
	"github.com/aco-vk/aco-vk/vk"
	"github.com/aco-vk/aco-vk/vk/pipeline"
)

// A device with exactly the required limits supports a recording. One with a lower limit does not.
func TestCheckDeviceChecksEachLimit(t *testing.T) {
	// shaders/classic/choice.comp has a sum of two words in shared memory and uses subgroup
	// arithmetic.
	pass := pipeline.Pass{Stage: "choice", Shader: &shaders.Choice, Units: 12,
		Constants: map[string]uint32{pipeline.GroupSize: 64, "ALPHA": 2}}
	recording := pipeline.Recording{Passes: []pipeline.Pass{pass}, Values: map[string]uint32{}}
	for _, b := range shaders.Choice.Bindings {
		recording.Buffers = append(recording.Buffers, pipeline.Buffer{Name: b.Name, Words: 100})
	}
	for _, name := range shaders.Choice.Push {
		recording.Values[name] = 0
	}
	required, err := requirements(&pass)
	if err != nil || required.Group != [3]uint32{64, 1, 1} || required.SharedBytes == 0 {
		t.Fatalf("requirements %+v, error %v", required, err)
	}
	buffers := uint64(len(shaders.Choice.Bindings))
	enough := func() vk.Info {
		return vk.Info{
			MaxWorkgroupInvocations: 64, MaxWorkgroupSize: [3]uint32{64, 1, 1}, MaxWorkgroupCount: [3]uint32{4, 3, 1},
			SharedMemoryBytes: uint32(required.SharedBytes), StorageBuffers: uint32(buffers),
			PushConstantBytes: uint32(4 * len(shaders.Choice.Push)),
			StorageRangeBytes: 400, MaxAllocationBytes: 400, Heaps: []vk.Heap{{Bytes: 400 * buffers, DeviceLocal: true},
				{Bytes: 1 << 40}},
			SubgroupSizeControl: true, SubgroupSize: 32, SubgroupSizeMin: 32, SubgroupSizeMax: 32,
			MaxWorkgroupSubgroups: 2,
			SubgroupOperations:    []string{"basic", "vote", "arithmetic", "ballot", "shuffle", "shuffle_relative"},
		}
	}
	info := enough()
	if err := CheckDevice(&recording, &info); err != nil {
		t.Fatalf("exactly enough: %v", err)
	}
	for want, lower := range map[string]func(i *vk.Info){
		"at most 63":            func(i *vk.Info) { i.MaxWorkgroupInvocations-- },
		"invocations":           func(i *vk.Info) { i.MaxWorkgroupSize[0]-- },
		"shared memory":         func(i *vk.Info) { i.SharedMemoryBytes-- },
		"buffers, of":           func(i *vk.Info) { i.StorageBuffers-- },
		"push constants":        func(i *vk.Info) { i.PushConstantBytes-- },
		"of at most 399":        func(i *vk.Info) { i.StorageRangeBytes-- },
		"bytes, of at most 398": func(i *vk.Info) { i.MaxAllocationBytes = 398 },
		"the device has":        func(i *vk.Info) { i.Heaps[0].Bytes-- },
		"12 work-groups":        func(i *vk.Info) { i.MaxWorkgroupCount[1]-- },
		"in subgroups of 32":    func(i *vk.Info) { i.MaxWorkgroupSubgroups-- },
		"operations of class arithmetic, ": func(i *vk.Info) {
			i.SubgroupOperations = []string{"basic", "vote", "ballot", "shuffle", "shuffle_relative"}
		},
	} {
		info := enough()
		lower(&info)
		if err := CheckDevice(&recording, &info); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("want an error with %q, got %v", want, err)
		}
	}
}
