package classic

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/aco/option"
	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/shaders"
	"github.com/aco-vk/aco-vk/vk/pipeline"
)

// TestMaxMinFitsLimits shows that for random limits and numbers of cities, the recipe is a valid
// recording within the limits, or an error. Every ant has a subgroup or an invocation, every
// candidate an invocation of the subgroup, and every trail and edge is in a unit. Instances that
// must fit return no error.
func TestMaxMinFitsLimits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		limits := randomLimits(t)
		p := &model.Problem{Cities: rapid.IntRange(model.MinCities, 100_000).Draw(t, "cities"),
			Parameters: model.MaxMin()}
		p.Ants, p.Colonies = rapid.IntRange(1, 10_000).Draw(t, "ants"), rapid.IntRange(1, 9).Draw(t, "colonies")
		p.Candidates = min(p.Cities-1, rapid.IntRange(1, model.MaxCandidates).Draw(t, "candidates"))
		p.Memory = rapid.SampledFrom([]model.Memory{model.MemoryMatrix, model.MemoryCandidates}).Draw(t, "memory")
		config := KernelConfig{
			Mapping:  rapid.SampledFrom(Mappings).Draw(t, "mapping"),
			AntGroup: rapid.SampledFrom([]int{0, 1, 64, 2048}).Draw(t, "ant group"),
			AntData:  rapid.SampledFrom(append([]AntData{""}, AntDataValues...)).Draw(t, "data"),
		}
		recording, err := Recipe(p, Options{Kernel: config}, limits)
		if err != nil {
			if limits.SubgroupSize >= minSubgroup && p.Cities < 3000 && (config.Mapping != MappingTask ||
				config.AntData != AntDataShared) {
				t.Fatalf("error: %v", err)
			}
			return
		}
		must.Do(t, recording.Validate())
		for _, pass := range recording.Passes {
			checkGroupSize(t, pass, limits)
			if pass.Stage == "construct" {
				checkMaxMinConstruction(t, p, config, pass, limits)
			} else {
				checkMaxMinUnits(t, p, pass)
			}
		}
	})
}

// checkMaxMinUnits checks the units of a pass, and that the units of evaporate and deposit have
// all trails and edges of a colony.
func checkMaxMinUnits(t *rapid.T, p *model.Problem, pass pipeline.Pass) {
	units, size := uint64(pass.Units), uint64(pass.Constants[pipeline.GroupSize])
	perColony := units / uint64(p.Colonies)
	want := uint64(p.Colonies * p.Ants)
	switch pass.Stage {
	case "choice":
		want = uint64(p.Colonies * p.Cities)
	case "best", "schedule":
		want = uint64(p.Colonies)
	case "evaporate":
		unit := size * uint64(pass.Constants["PER_INVOCATION"])
		if trails := perColony * unit; trails < trailWords(p) || trails-unit >= trailWords(p) {
			t.Fatalf("the units of evaporate have %d trails of %d", trails, trailWords(p))
		}
		return
	case "deposit":
		if edges := perColony * size; edges < uint64(p.Cities) || edges-size >= uint64(p.Cities) {
			t.Fatalf("the units of deposit have %d edges of %d", edges, p.Cities)
		}
		return
	}
	if units != want {
		t.Fatalf("%s has %d units, want %d", pass.Stage, units, want)
	}
}

func checkMaxMinConstruction(t *rapid.T, p *model.Problem, config KernelConfig, pass pipeline.Pass,
	limits pipeline.Limits) {
	size, ants, perSubgroup := pass.Constants[pipeline.GroupSize], pass.Constants["ANTS"], uint32(1)
	if config.Mapping == MappingTask {
		ants = size
	} else {
		checkSharedMemory(t, pass, limits)
		perSubgroup = pass.Constants["ANTS_PER_SUBGROUP"]
		if pass.Constants["PER_INVOCATION"]*(limits.MinSubgroupSize/perSubgroup) < uint32(p.Candidates) ||
			ants%perSubgroup != 0 ||
			ants/perSubgroup*limits.SubgroupSize > size {
			t.Fatalf("%d ants in %d invocations, %d in a subgroup, %d candidates per invocation", ants, size,
				perSubgroup, pass.Constants["PER_INVOCATION"])
		}
	}
	subgroups := uint64(p.Colonies) * uint64(ceilDiv(uint32(p.Ants), perSubgroup)) // ants of a colony share them
	if uint64(pass.Groups)*uint64(ants/perSubgroup) < subgroups || pass.Units != uint32(p.Cities) ||
		(pass.MaxUnits == 0) != (limits.LoopIterations == 0) {
		t.Fatalf("%d work-groups of %d ants, %d steps, %d at once", pass.Groups, ants, pass.Units, pass.MaxUnits)
	}
}

// randomLimits draws the limits of a device with enough memory.
func randomLimits(t *rapid.T) pipeline.Limits {
	limits := pipeline.Limits{
		StorageRange: math.MaxUint32, DeviceMemory: 1 << 40,
		GroupSize:      rapid.SampledFrom([]uint32{128, 256, 512, 768, 1024, 1536}).Draw(t, "group size"),
		SharedBytes:    rapid.SampledFrom([]uint32{16 << 10, 32 << 10, 48 << 10}).Draw(t, "shared"),
		SubgroupSize:   rapid.SampledFrom([]uint32{1, 2, 4, 8, 16, 32, 64, 128}).Draw(t, "subgroup"),
		Software:       rapid.Bool().Draw(t, "software"),
		LoopIterations: rapid.SampledFrom([]uint32{0, llvmpipeLoopIterations}).Draw(t, "loop iterations"),
	}
	// Subgroups may be smaller if the device chooses their size.
	limits.MinSubgroupSize = max(min(minSubgroup, limits.SubgroupSize),
		limits.SubgroupSize/rapid.SampledFrom([]uint32{1, 2, 8}).Draw(t, "larger"))
	return orWithoutSubgroups(t, limits)
}

// orWithoutSubgroups removes subgroup operations from the limits at random.
func orWithoutSubgroups(t *rapid.T, limits pipeline.Limits) pipeline.Limits {
	if rapid.Bool().Draw(t, "no subgroups") {
		return limits.WithoutSubgroups()
	}
	return limits
}

// checkGroupSize returns the size of the work-groups of a pass after it checked it.
func checkGroupSize(t *rapid.T, pass pipeline.Pass, limits pipeline.Limits) uint32 {
	size := pass.Constants[pipeline.GroupSize]
	if size > limits.GroupSize || size < limits.SubgroupSize || size&(size-1) != 0 {
		t.Fatalf("%s in work-groups of %d", pass.Stage, size)
	}
	checkPassSubgroups(t, pass, limits)
	return size
}

// checkPassSubgroups checks a pass for limits without subgroups: its shader uses none, and its
// work-group is one subgroup.
func checkPassSubgroups(t *rapid.T, pass pipeline.Pass, limits pipeline.Limits) {
	if !limits.NoSubgroups {
		return
	}
	if pass.Shader.Subgroups {
		t.Fatalf("%s by shader %s", pass.Stage, pass.Shader.Name)
	}
	whole := slices.ContainsFunc(shaders.All, func(s *shaders.Shader) bool { return s.NoSubgroups == pass.Shader })
	for _, of := range []string{"ANTS", "TEAMS"} {
		if count := pass.Constants[of]; whole && count > 1 {
			t.Fatalf("%s: %s is %d in a work-group", pass.Stage, of, count)
		}
	}
}

// checkSharedMemory checks the shared memory of a pass. Without subgroup operations, their
// replacement takes additional memory, which the limits already exclude.
func checkSharedMemory(t *rapid.T, pass pipeline.Pass, limits pipeline.Limits) {
	available := uint64(limits.SharedBytes)
	if limits.NoSubgroups {
		available += 4 * (2*256 + 3)
	}
	if bytes := pass.SharedBytes(); bytes > available {
		t.Fatalf("%s takes %d bytes of shared memory, of %d", pass.Stage, bytes, available)
	}
}

// TestFlagPlacement shows that visited flags are in shared memory if they fit, with fewer ants per
// work-group if necessary. Otherwise they are in device memory, or, if the configuration requires
// shared memory, there is an error.
func TestFlagPlacement(t *testing.T) {
	limits := minLimits
	limits.MinSubgroupSize = limits.SubgroupSize
	for _, c := range []struct {
		cities, ants int
		config       KernelConfig
		perGroup     uint32
		want         AntData // "": an error
	}{
		{1000, 10, KernelConfig{}, 1, AntDataShared}, {1000, maxSingleSubgroups, KernelConfig{}, 1, AntDataShared},
		{1000, maxSingleSubgroups + 1, KernelConfig{}, 2, AntDataShared},
		{80_000, 5000, KernelConfig{}, 1, AntDataShared}, {140_000, 5000, KernelConfig{}, 2, AntDataDevice},
		{1000, 10, KernelConfig{AntData: AntDataDevice, AntGroup: 128}, 4, AntDataDevice},
		{140_000, 10, KernelConfig{AntData: AntDataShared}, 0, ""},
		{1000, 10, KernelConfig{Mapping: MappingTask}, 64, AntDataDevice},
	} {
		p := &model.Problem{Cities: c.cities, Parameters: model.MaxMin()}
		p.Ants, p.Colonies = c.ants, 1
		s, err := newLaunchConfig(p, c.config.withDefaults(p), limits)
		var problemErr *option.Error
		if c.want == "" && !errors.As(err, &problemErr) || c.want != "" && (err != nil || s.maxMin.data != c.want ||
			s.maxMin.ants != c.perGroup) {
			t.Errorf("%s: %+v, %v", fmt.Sprint(c), s.maxMin, err)
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
		s := must.Get(newLaunchConfig(p, c.config.withDefaults(p), c.limits))(t)
		if got := s.maxMin.antsPerSubgroup(); got != c.perSubgroup || s.maxMin.group != c.group {
			t.Errorf("case %d: %d ants in a subgroup of a work-group of %d invocations, want %d and %d", i, got,
				s.maxMin.group, c.perSubgroup, c.group)
		}
	}
}
