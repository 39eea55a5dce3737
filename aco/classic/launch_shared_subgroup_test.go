package classic

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/pipeline"
	"github.com/aco-vk/aco-vk/vk/vktest"
)

// TestSharedSubgroup shows that two ants that share a subgroup make the same tours, in whole dispatches and in slices. The last ant of a colony shares
// its subgroup with itself. At the end one colony has stopped.
func TestSharedSubgroup(t *testing.T) {
	device := vktest.Open(t)
	limits := pipeline.LimitsOf(device.Info())
	if limits.NoSubgroups || limits.MinSubgroupSize != limits.SubgroupSize || limits.SubgroupSize < 8 || limits.SubgroupSize > 32 {
		t.Skipf("ants cannot share subgroups of %d to %d invocations", limits.MinSubgroupSize, limits.SubgroupSize)
	}
	limits.Software = true // few ants share subgroups
	most := int(limits.SubgroupSize / 2)
	for i, c := range []struct {
		memory     model.Memory
		candidates int
	}{
		{model.MemoryMatrix, most}, {model.MemoryMatrix, 20}, {model.MemoryMatrix, 32},
		{model.MemoryCandidates, most - 1}, {model.MemoryCandidates, 20}, {model.MemoryCandidates, 32},
	} {
		parameters := model.MaxMin()
		parameters.Ants, parameters.Colonies, parameters.Memory, parameters.Candidates = 17, 2, c.memory, c.candidates
		p := newPairWithLimits(t, device, uniform(t, []int{34, 150}[i%2]), parameters, Options{}, limits)
		if construct := p.Passes()[slices.Index(p.Stages(), "construct")]; construct.Constants["ANTS_PER_SUBGROUP"] != 2 {
			t.Fatalf("%+v: %d ants in a subgroup", c, construct.Constants["ANTS_PER_SUBGROUP"])
		}
		for iteration, slice := range []uint32{math.MaxUint32, 1, 7, 7} {
			when := fmt.Sprintf("%+v, iteration %d", c, iteration)
			if iteration == 3 {
				p.references[0].State.Stop = model.TargetReached
				p.upload(t, "state")
			}
			for _, stage := range p.Stages() {
				p.submit(t, p.cut(stage, slice)...)
				p.runReference(t, stage)
				p.compare(t, when+", "+stage)
			}
		}
	}
}

// TestSharedSubgroupLaunch shows which ants share a subgroup.
func TestSharedSubgroupLaunch(t *testing.T) {
	gpu := minLimits
	gpu.SubgroupSize, gpu.MinSubgroupSize = 32, 32
	wide, anySize, software, small := gpu, gpu, gpu, gpu
	wide.SubgroupSize, wide.MinSubgroupSize = 64, 64
	anySize.MinSubgroupSize = 8
	software.Software, software.SubgroupSize, software.MinSubgroupSize = true, 8, 8
	small.SubgroupSize, small.MinSubgroupSize = 4, 4
	for i, c := range []struct {
		limits             pipeline.Limits
		ants, candidates   int
		config             KernelConfig
		fixed              bool
		perSubgroup, group uint32
	}{
		{gpu, maxSingleSubgroups, 20, KernelConfig{}, false, 1, 32},
		{gpu, maxSingleSubgroups + 1, 20, KernelConfig{}, false, 2, 32},
		{gpu, 2*maxSingleSubgroups + 1, 20, KernelConfig{}, false, 2, 64},
		{gpu, 5000, 32, KernelConfig{}, false, 2, 32},
		{gpu, 5000, 8, KernelConfig{}, false, 1, 64}, // eight invocations have all candidates
		{gpu, 5000, 20, KernelConfig{AntData: AntDataDevice}, false, 1, 64},
		{gpu, 5000, 20, KernelConfig{Mapping: MappingTask}, false, 1, 64},
		{gpu, 5000, 20, KernelConfig{}, true, 1, 64},
		{wide, 5000, 20, KernelConfig{}, false, 1, 64},
		{anySize, 5000, 20, KernelConfig{}, false, 1, 64},
		{software, 15, 20, KernelConfig{}, false, 1, 8},
		{software, 16, 20, KernelConfig{}, false, 2, 8},
		{small, 5000, 20, KernelConfig{}, false, 1, 64}, // two invocations are no team
	} {
		p := &model.Problem{Cities: 1000, Parameters: model.MaxMin()}
		p.Ants, p.Colonies, p.Candidates = c.ants, 1, c.candidates
		if c.fixed {
			p.Fixed = []uint32{1}
		}
		s, err := newLaunchConfig(p, c.config.withDefaults(p), c.limits)
		if err != nil {
			t.Fatal(err)
		}
		if got := s.maxMin.antsPerSubgroup(); got != c.perSubgroup || s.maxMin.group != c.group {
			t.Errorf("case %d: %d ants in a subgroup of a work-group of %d invocations, want %d and %d", i, got, s.maxMin.group, c.perSubgroup, c.group)
		}
	}
}
