package probe

import (
	"strings"
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
	r := named(t, "loops of more turns than 16 bits count").Run(t.Context(), device)
	if r.Verdict != Warn || !strings.Contains(r.Detail, " and 0xffff from ") {
		t.Errorf("%s: %s", r.Verdict, r.Detail)
	}
}
