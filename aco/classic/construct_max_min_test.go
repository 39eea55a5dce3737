package classic_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/aco-vk/aco-vk/aco/classic"
	"github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/internal/testkind"
	"github.com/aco-vk/aco-vk/vk"
	"github.com/aco-vk/aco-vk/vk/pipeline"
	"github.com/aco-vk/aco-vk/vk/vktest"
)

// TestConstructMaxMin compares the construction on random weights and trails of all magnitudes and
// on small ones, whose sums often equal the random number. Work-groups have all sizes. The second
// time, the steps are divided into slices.
func TestConstructMaxMin(t *testing.T) {
	testkind.ComparesStage(t)
	vktest.WithAndWithoutSubgroups(t, testConstructMaxMin)
}

func testConstructMaxMin(t *testing.T, device *vk.Device) {
	random := rand.New(rand.NewPCG(21, 0))
	for i, f := range append(classic.MaxMinCases,
		classic.MaxMinCase{model.MemoryMatrix, classic.KernelConfig{Distances: classic.DistancesCoordinates}, 2},
		classic.MaxMinCase{model.MemoryMatrix, classic.KernelConfig{Distances: classic.DistancesCoordinates,
			AntData: classic.AntDataDevice, AntGroup: 256}, 2},
		classic.MaxMinCase{model.MemoryCandidates, classic.KernelConfig{Distances: classic.DistancesCoordinates,
			AntGroup: 1}, 1},
		classic.MaxMinCase{model.MemoryCandidates, classic.KernelConfig{Distances: classic.DistancesCoordinates,
			AntData: classic.AntDataDevice}, 1},
		classic.MaxMinCase{model.MemoryMatrix, classic.KernelConfig{Distances: classic.DistancesCoordinates,
			Mapping: classic.MappingTask, AntGroup: 32}, 2},
		classic.MaxMinCase{model.MemoryCandidates, classic.KernelConfig{Distances: classic.DistancesCoordinates,
			Mapping: classic.MappingTask}, 1},
		classic.MaxMinCase{model.MemoryMatrix, classic.KernelConfig{AntGroup: 1024}, 2},
	) {
		parameters := f.Parameters()
		parameters.Ants, parameters.Candidates, parameters.Seed = 12, []int{4, 20, 3, 32}[i%4], classic.LongSeed
		if i%3 == 2 {
			parameters.Alpha, parameters.Beta = 1.3, 2.7
		}
		p := open(t, device, uniform(t, 150), parameters, classic.Options{Kernel: f.Config})
		for _, ref := range p.References {
			for k := range ref.Weights {
				if ref.Weights[k] = 1 + random.Uint32N(3); k%2 == i%2 {
					ref.Weights[k] = max(1, randomWord(random)/model.MaxCandidates)
				}
			}
			for k := range ref.Pheromone {
				if ref.Pheromone[k] = 1 + random.Uint32N(3); i%3 > 0 {
					ref.Pheromone[k] = randomWord(random)
				}
			}
			ref.State.Iteration = random.Uint32()
		}
		p.upload(t, "weights", "pheromone", "state")
		p.runStage(t, "construct", f.String())
		if err := p.Run.Fill("tours", 0); err != nil {
			t.Fatal(err)
		}
		p.submit(t, p.Cut("construct", []uint32{1, 2, 3, 7, 20}[i%5])...)
		p.compare(t, f.String()+" in slices")
	}
}

// TestMaxMinLongTours has tours with more loop iterations than some drivers allow in a dispatch:
// several dispatches make them.
func TestMaxMinLongTours(t *testing.T) {
	testkind.ComparesStage(t)
	device := vktest.Open(t)
	for _, f := range classic.MaxMinCases {
		parameters := f.Parameters()
		parameters.Ants, parameters.Colonies = 2, 1
		p := open(t, device, uniform(t, 1500), parameters, classic.Options{Kernel: f.Config})
		for _, stage := range []string{"choice", "construct", "evaluate"} {
			p.submit(t, p.Whole(stage)...)
			p.runReference(t, stage)
		}
		p.compare(t, f.String())
	}
}

// TestSharedSubgroup shows that two ants that share a subgroup make the same tours, in whole
// dispatches and in slices. The last ant of a colony shares its subgroup with itself. At the end
// one colony has stopped.
func TestSharedSubgroup(t *testing.T) {
	testkind.Whole(t)
	device := vktest.Open(t)
	limits := pipeline.LimitsOf(device.Info())
	if limits.NoSubgroups || limits.MinSubgroupSize != limits.SubgroupSize || limits.SubgroupSize < 8 ||
		limits.SubgroupSize > 32 {
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
		p := openWithLimits(t, device, uniform(t, []int{34, 150}[i%2]), parameters, classic.Options{}, limits)
		if construct := p.Passes()[slices.Index(p.Stages(), "construct")]; construct.Constants["ANTS_PER_SUBGROUP"] != 2 {
			t.Fatalf("%+v: %d ants in a subgroup", c, construct.Constants["ANTS_PER_SUBGROUP"])
		}
		for iteration, slice := range []uint32{math.MaxUint32, 1, 7, 7} {
			when := fmt.Sprintf("%+v, iteration %d", c, iteration)
			if iteration == 3 {
				p.References[0].State.Stop = model.TargetReached
				p.upload(t, "state")
			}
			for _, stage := range p.Stages() {
				p.submit(t, p.Cut(stage, slice)...)
				p.runReference(t, stage)
				p.compare(t, when+", "+stage)
			}
		}
	}
}
