package probe

import (
	"testing"

	"github.com/aco-vk/aco-vk/pipeline"
	"github.com/aco-vk/aco-vk/vk/vktest"
)

// llvmpipe leaves a loop after 65535 turns and says nothing: pipeline.Limits.LoopTurns is for that. Once it no longer does,
// the quirk can go.
func TestLLVMpipeLeavesLongLoops(t *testing.T) {
	device := vktest.Open(t)
	if pipeline.LimitsOf(device.Info()).LoopTurns == 0 {
		t.Skip("the device has no limit on loop turns")
	}
	for _, p := range programs {
		if p.Name != "loops of many turns" {
			continue
		}
		s := p.shapes(device.Info())[0]
		s.turns = manyTurns
		results, trial, err := p.try(t.Context(), device, s)
		if err != nil {
			t.Fatal(err)
		}
		if turns := results[2*3*s.group+1]; trial.check(results) == "" || turns != 1<<16-1 {
			t.Errorf("a loop of %d turns ended after %d, not after 65535", manyTurns, turns)
		}
	}
}
