// Package pipelinetest checks recordings against the limits of devices, for the tests of other
// packages. It reads the requirements of shaders from their SPIR-V and shares no code with package
// pipeline's own checks.
//
//	for _, profile := range vktest.Profiles(t) {
//		if err := pipelinetest.CheckDevice(&recording, &profile.Info); err != nil {
//			t.Errorf("%s: %v", profile.Name, err)
//		}
//	}
//
// Its functions may be called concurrently.
package pipelinetest

import (
	"fmt"
	"maps"
	"slices"
	"sync"

	"github.com/aco-vk/aco-vk/shaders"
	"github.com/aco-vk/aco-vk/shaders/reflect"
	"github.com/aco-vk/aco-vk/vk"
	"github.com/aco-vk/aco-vk/vk/pipeline"
)

// CheckDevice returns why a device does not support a recording, or nil. It checks the
// work-groups, shared memory, subgroups, bindings, push constants and largest dispatch of each
// pass, and the size of each buffer and of all.
func CheckDevice(r *pipeline.Recording, info *vk.Info) error {
	if err := r.Validate(); err != nil {
		return err
	}
	for i := range r.Passes {
		if err := checkPass(&r.Passes[i], info); err != nil {
			return fmt.Errorf("stage %s: %w", r.Passes[i].Stage, err)
		}
	}
	total := uint64(0)
	for _, b := range r.Buffers {
		if limit := min(info.StorageRangeBytes, info.MaxAllocationBytes); b.Bytes() > limit {
			return fmt.Errorf("buffer %s of %d bytes, of at most %d", b.Name, b.Bytes(), limit)
		}
		total += b.Bytes()
	}
	largestHeap := uint64(0)
	for _, heap := range info.Heaps {
		if heap.DeviceLocal {
			largestHeap = max(largestHeap, heap.Bytes)
		}
	}
	if total > largestHeap {
		return fmt.Errorf("%d bytes of memory, the device has %d", total, largestHeap)
	}
	return nil
}

func checkPass(p *pipeline.Pass, info *vk.Info) error {
	required, err := requirements(p)
	if err != nil {
		return err
	}
	all := required.Group[0] * required.Group[1] * required.Group[2]
	switch {
	case all == 0 || all > info.MaxWorkgroupInvocations || required.Group[0] > info.MaxWorkgroupSize[0]:
		return fmt.Errorf("work-groups of %v invocations, of at most %d", required.Group, info.MaxWorkgroupInvocations)
	case required.SharedBytes > uint64(info.SharedMemoryBytes):
		return fmt.Errorf("%d bytes of shared memory, of %d", required.SharedBytes, info.SharedMemoryBytes)
	case len(p.Shader.Bindings) > int(info.StorageBuffers):
		return fmt.Errorf("%d buffers, of at most %d", len(p.Shader.Bindings), info.StorageBuffers)
	case 4*len(p.Shader.Push) > int(info.PushConstantBytes):
		return fmt.Errorf("%d push constants, of at most %d bytes", len(p.Shader.Push), info.PushConstantBytes)
	}
	if size := pipeline.RequiredSubgroupSize(info); size > 0 && p.Shader.Subgroups && all >= size {
		if uint64(all) > uint64(size)*uint64(info.MaxWorkgroupSubgroups) || all%size != 0 {
			return fmt.Errorf("work-groups of %d in subgroups of %d, of at most %d and full ones", all, size,
				info.MaxWorkgroupSubgroups)
		}
	}
	for bit, class := range []string{"basic", "vote", "arithmetic", "ballot", "shuffle", "shuffle_relative", "clustered", "quad"} {
		const groupNonUniform = 61
		if slices.Contains(required.Capabilities, uint32(groupNonUniform+bit)) &&
			!slices.Contains(info.SubgroupOperations, class) {
			return fmt.Errorf("subgroup operations of class %s, which the device lacks", class)
		}
	}
	return checkDispatch(p, info)
}

// checkDispatch checks the largest dispatch: as many work-groups along x as the device allows,
// then rows along y.
func checkDispatch(p *pipeline.Pass, info *vk.Info) error {
	groups := p.Groups
	if groups == 0 {
		groups = p.Units
		if p.MaxUnits > 0 {
			groups = min(groups, p.MaxUnits)
		}
	}
	x := min(groups, info.MaxWorkgroupCount[0])
	if x == 0 || (uint64(groups)+uint64(x)-1)/uint64(x) > uint64(info.MaxWorkgroupCount[1]) {
		return fmt.Errorf("%d work-groups, of at most %v", groups, info.MaxWorkgroupCount)
	}
	return nil
}

// known caches modules and requirements: tests check the same shaders against many devices.
var known struct {
	sync.Mutex
	modules map[string][]byte
	needs   map[string]reflect.Needs
}

func requirements(p *pipeline.Pass) (reflect.Needs, error) {
	known.Lock()
	defer known.Unlock()
	if known.modules == nil {
		known.modules, known.needs = map[string][]byte{}, map[string]reflect.Needs{}
	}
	key := p.Shader.Name
	for _, name := range slices.Sorted(maps.Keys(p.Constants)) {
		key += fmt.Sprint(" ", name, p.Constants[name])
	}
	if needs, there := known.needs[key]; there {
		return needs, nil
	}
	module, err := moduleOf(p.Shader)
	if err != nil {
		return reflect.Needs{}, err
	}
	constants := map[uint32]uint32{}
	for _, c := range p.Shader.Constants {
		constants[c.ID] = p.Constants[c.Name]
	}
	needs, err := reflect.ReadNeeds(module, constants)
	known.needs[key] = needs
	return needs, err
}

func moduleOf(s *shaders.Shader) ([]byte, error) {
	if module, there := known.modules[s.Name]; there {
		return module, nil
	}
	module, err := s.SPIRV()
	known.modules[s.Name] = module
	return module, err
}
