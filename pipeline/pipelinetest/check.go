// Package pipelinetest holds recordings against devices, for the tests of other packages. It reads what shaders need from their
// code, and shares nothing with the planner.
package pipelinetest

import (
	"fmt"
	"maps"
	"slices"
	"sync"

	"github.com/aco-vk/aco-vk/pipeline"
	"github.com/aco-vk/aco-vk/shaders"
	"github.com/aco-vk/aco-vk/shaders/reflect"
	"github.com/aco-vk/aco-vk/vk"
)

// CheckDevice says why a device cannot carry a recording out, nil if it can: work-groups, shared memory and subgroups of each pipeline,
// buffers that it binds, push constants, the largest dispatch, each buffer, and all of them together.
func CheckDevice(r *pipeline.Recording, info *vk.Info) error {
	if err := r.Validate(); err != nil {
		return err
	}
	for i := range r.Passes {
		if err := checkPass(&r.Passes[i], info); err != nil {
			return fmt.Errorf("stage %s: %w", r.Passes[i].Stage, err)
		}
	}
	together := uint64(0)
	for _, b := range r.Buffers {
		if most := min(info.StorageRangeBytes, info.MaxAllocationBytes); b.Bytes() > most {
			return fmt.Errorf("buffer %s of %d bytes, of at most %d", b.Name, b.Bytes(), most)
		}
		together += b.Bytes()
	}
	main := uint64(0)
	for _, heap := range info.Heaps {
		if heap.DeviceLocal {
			main = max(main, heap.Bytes)
		}
	}
	if together > main {
		return fmt.Errorf("%d bytes of memory, the device has %d", together, main)
	}
	return nil
}

func checkPass(p *pipeline.Pass, info *vk.Info) error {
	needs, err := needsOf(p)
	if err != nil {
		return err
	}
	all := needs.Group[0] * needs.Group[1] * needs.Group[2]
	switch {
	case all == 0 || all > info.MaxWorkgroupInvocations || needs.Group[0] > info.MaxWorkgroupSize[0]:
		return fmt.Errorf("work-groups of %v invocations, of at most %d", needs.Group, info.MaxWorkgroupInvocations)
	case needs.SharedBytes > uint64(info.SharedMemoryBytes):
		return fmt.Errorf("%d bytes of shared memory, of %d", needs.SharedBytes, info.SharedMemoryBytes)
	case len(p.Shader.Bindings) > int(info.StorageBuffers):
		return fmt.Errorf("%d buffers, of at most %d", len(p.Shader.Bindings), info.StorageBuffers)
	case 4*len(p.Shader.Push) > int(info.PushConstantBytes):
		return fmt.Errorf("%d push constants, of at most %d bytes", len(p.Shader.Push), info.PushConstantBytes)
	}
	if size := pipeline.RequiredSubgroupSize(info); size > 0 && p.Shader.Subgroups && all >= size {
		if uint64(all) > uint64(size)*uint64(info.MaxWorkgroupSubgroups) || all%size != 0 {
			return fmt.Errorf("work-groups of %d in subgroups of %d, of at most %d and full ones", all, size, info.MaxWorkgroupSubgroups)
		}
	}
	for bit, class := range []string{"basic", "vote", "arithmetic", "ballot", "shuffle", "shuffle_relative", "clustered", "quad"} {
		const groupNonUniform = 61
		if slices.Contains(needs.Capabilities, uint32(groupNonUniform+bit)) && !slices.Contains(info.SubgroupOperations, class) {
			return fmt.Errorf("subgroup operations %s, which the device has not", class)
		}
	}
	return checkDispatch(p, info)
}

// holdsDispatch looks at the largest dispatch, which goes along x as far as the device does and then along y.
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

// known keeps what was read of shaders: tests hold the same ones against many devices.
var known struct {
	sync.Mutex
	modules map[string][]byte
	needs   map[string]reflect.Needs
}

func needsOf(p *pipeline.Pass) (reflect.Needs, error) {
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
