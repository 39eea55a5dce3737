package classic_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/aco-vk/aco-vk/aco/classic"
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
