package probe

import (
	"testing"

	"github.com/aco-vk/aco-vk/vk/pipeline"
	"github.com/aco-vk/aco-vk/vk/vktest"
)

// llvmpipe ends a loop silently after 65535 iterations, which is why
// pipeline.Limits.LoopIterations exists. If this test fails, llvmpipe is fixed and the quirk can
// be removed.
func TestLLVMpipeEndsLongLoops(t *testing.T) {
	device := vktest.Open(t)
	if pipeline.LimitsOf(device.Info()).LoopIterations == 0 {
		t.Skip("the device has no limit on loop iterations")
	}
	for _, p := range programs {
		if p.Name != "loops of many turns" {
			continue
		}
		l := p.launches(device.Info())[0]
		l.loopIterations = maxLoopIterations
		results, w, err := p.try(t.Context(), device, l)
		if err != nil {
			t.Fatal(err)
		}
		if iterations := results[2*3*l.groupSize+1]; w.check(results) == "" || iterations != 1<<16-1 {
			t.Errorf("a loop of %d iterations ended after %d, not after 65535", maxLoopIterations, iterations)
		}
	}
}
