package classic

import (
	"fmt"
	"testing"

	"github.com/aco-vk/aco-vk/aco/problem"
	"github.com/aco-vk/aco-vk/pipeline"
	"github.com/aco-vk/aco-vk/vk/vktest"
)

// TestSharedSubgroup shows that two ants that share a subgroup make the same tours. The last ant of a colony shares its subgroup with itself.
func TestSharedSubgroup(t *testing.T) {
	device := vktest.Open(t)
	if s := device.Info().SubgroupSize; s < 8 || s > 32 {
		t.Skipf("subgroups of %d invocations cannot be shared", s)
	}
	for _, memory := range []problem.Memory{problem.MemoryMatrix, problem.MemoryCandidates} {
		parameters := problem.MaxMin()
		parameters.Ants, parameters.Colonies, parameters.Memory = 17, 2, memory
		limits := pipeline.LimitsOf(device.Info())
		limits.Software = true // few ants share subgroups
		for _, cities := range []int{34, 150} {
			p := newPairWithLimits(t, device, uniform(t, cities), parameters, Options{}, limits)
			for _, pass := range p.Passes() {
				if pass.Stage == "construct" && pass.Constants["ANTS_PER_SUBGROUP"] != 2 {
					t.Fatalf("%s: %d ants in a subgroup", memory, pass.Constants["ANTS_PER_SUBGROUP"])
				}
			}
			for iteration := range 3 {
				for _, stage := range p.Stages() {
					p.runStage(t, stage, fmt.Sprintf("%s, %d cities, iteration %d", memory, cities, iteration))
				}
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
		p := &problem.Problem{Cities: 1000, Parameters: problem.MaxMin()}
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
