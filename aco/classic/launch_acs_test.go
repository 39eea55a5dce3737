package classic

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/internal/must"
)

// TestACSFitsLimits draws limits and numbers of cities. The recipe returns an error, or a valid
// recording within the limits: every ant has a subgroup and every candidate an invocation.
// Instances that must fit return no error.
func TestACSFitsLimits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		limits := randomLimits(t)
		s := rapid.SampledFrom(ACSCases).Draw(t, "system")
		p := &model.Problem{Cities: rapid.IntRange(model.MinCities, 300_000).Draw(t, "cities"),
			Parameters: s.Parameters(1)}
		p.Ants, p.Colonies = rapid.IntRange(1, 10_000).Draw(t, "ants"), rapid.IntRange(1, 9).Draw(t, "colonies")
		p.Candidates = min(p.Cities-1, rapid.IntRange(1, model.MaxCandidates).Draw(t, "candidates"))
		config := KernelConfig{
			AntGroup: rapid.SampledFrom([]int{0, 1, 64, 2048}).Draw(t, "ant group"), AntData: s.Data,
			Dispatch: rapid.SampledFrom([]Dispatch{"", DispatchAll, DispatchOne}).Draw(t, "dispatch"),
		}
		inSteps := acsInSteps(p, config)
		if !p.Synchronous && (config.Dispatch != DispatchOne || inSteps) {
			config.AntsAtOnce = rapid.SampledFrom([]int{0, 1, 6, 128, 5000}).Draw(t, "ants at once")
		}
		if inSteps && s.Data == AntDataShared {
			t.Skip("refused: TestACSFlagPlacement")
		}
		recording, err := Recipe(p, Options{Kernel: config}, limits)
		if err != nil {
			tooManyAnts := limits.LoopIterations > 0 && s.Synchronous && s.Memory == model.MemorySelective &&
				p.Ants > 1040
			if limits.SubgroupSize >= minSubgroup && p.Cities < 1500 && !tooManyAnts {
				t.Fatalf("error: %v", err)
			}
			return
		}
		must.Do(t, recording.Validate())
		all, batch := uint64(p.Ants)*uint64(p.Colonies), uint32(0)
		for _, pass := range recording.Passes {
			size := checkGroupSize(t, pass, limits)
			if pass.Stage != "construct" {
				continue
			}
			ants, subgroups := pass.Constants["ANTS"], true
			if ants == 0 { // each ant is an invocation
				ants, subgroups = size, false
			}
			if perInvocation, chooses := pass.Constants["PER_INVOCATION"]; chooses &&
				perInvocation*limits.MinSubgroupSize < uint32(p.Candidates) {
				t.Fatalf("subgroups of %d with %d candidates per invocation", limits.MinSubgroupSize, perInvocation)
			}
			if subgroups && ants*limits.SubgroupSize > size || uint64(max(1, pass.Batches))*uint64(pass.Groups)*uint64(ants) < all ||
				pass.Units != uint32(p.Cities) {
				t.Fatalf("%d work-groups of %d with %d ants, %d steps", pass.Groups, size, ants, pass.Units)
			}
			if single := pass.MaxUnits == 1; config.Dispatch == DispatchOne && !inSteps && !single ||
				(pass.Loop != 0) != inSteps {
				t.Fatalf("dispatch %q with up to %d steps, loop %d", config.Dispatch, pass.MaxUnits, pass.Loop)
			}
			if atOnce := uint64(config.AntsAtOnce); atOnce > 0 && atOnce < all {
				if pass.Batch != batch || uint64(pass.Groups)*uint64(ants) != atOnce ||
					uint64(pass.Batches) != (all+atOnce-1)/atOnce {
					t.Fatalf("batch %d of %d: %d work-groups with %d ants", pass.Batch, pass.Batches, pass.Groups, ants)
				}
				batch++
			} else if pass.Batches > 0 {
				t.Fatalf("%d batches", pass.Batches)
			}
			checkSharedMemory(t, pass, limits)
		}
	})
}

// TestACSFlagPlacement shows that visited flags that do not fit in shared memory are in device
// memory, or return an error if the configuration requires shared memory.
func TestACSFlagPlacement(t *testing.T) {
	p := &model.Problem{Cities: 200_000, Parameters: ACSCases[3].Parameters(1)}
	for _, c := range []struct {
		shared uint32
		config AntData
		want   AntData
	}{{64 << 10, "", AntDataShared}, {16 << 10, "", AntDataDevice}, {64 << 10, AntDataDevice, AntDataDevice}, {16 << 10, AntDataShared, ""}} {
		limits := minLimits
		limits.SharedBytes, limits.MinSubgroupSize = c.shared, limits.SubgroupSize
		s, err := newACSLaunch(p, KernelConfig{AntData: c.config}.withDefaults(p), limits)
		if (err != nil) != (c.want == "") || s.acs.data != c.want && err == nil {
			t.Errorf("with %d bytes and ant data %q: %q, %v", c.shared, c.config, s.acs.data, err)
		}
	}
	p.Memory = model.MemoryMatrix
	limits := minLimits
	limits.MinSubgroupSize = limits.SubgroupSize
	for _, data := range []AntData{"", AntDataTour} {
		s, err := newACSLaunch(p, KernelConfig{Dispatch: DispatchOne, AntData: data}.withDefaults(p), limits)
		if err != nil || s.acs.data != AntDataDevice {
			t.Errorf("a dispatch for each step, ant data %q: %q, %v", data, s.acs.data, err)
		}
	}
}
