package conform

import (
	"testing"

	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/internal/perturb"
	"github.com/aco-vk/aco-vk/shaders/reflect"
	"github.com/aco-vk/aco-vk/vk"
	"github.com/aco-vk/aco-vk/vk/vktest"
)

// withoutBarrier returns a module without its first control barrier.
func withoutBarrier(t *testing.T, module []byte) []byte {
	t.Helper()
	words := must.Get(reflect.Words(module))(t)
	const opControlBarrier, nop = 224, 1 << 16
	for op, instruction := range reflect.Instructions(words) {
		if op == opControlBarrier {
			for i := range instruction {
				instruction[i] = nop
			}
			return reflect.Bytes(words)
		}
	}
	t.Fatal("the module has no barrier")
	return nil
}

// A software device hides some missing barriers. They show if the subgroups run in reversed order.
// Correct shaders are equal in both orders.
func TestMissingBarrierShowsInReversedOrder(t *testing.T) {
	info := vktest.Open(t).Info()
	if !info.IsSoftware() || !info.SubgroupSizeControl {
		t.Skip("the order of subgroups is not known")
	}
	const stage = "evaluate"
	c := smallCases(t)[0]
	for _, planted := range []bool{false, true} {
		for _, reversed := range []bool{false, true} {
			rewrite := func(s vk.PipelineSpec) []byte {
				if planted && s.Name == stage {
					s.SPIRV = withoutBarrier(t, s.SPIRV)
				}
				if reversed {
					return perturb.Reverse(s)
				}
				return s.SPIRV
			}
			report := runCases(t, Options{Open: func() (*vk.Device, error) { return vktest.OpenRewriting(t, rewrite), nil }}, []Case{c})
			if found := report.Differs == 1 && report.Problems[0].Stage == stage; found != (planted && reversed) || report.OK() == found {
				t.Errorf("barrier removed: %v, reversed: %v: %+v", planted, reversed, report)
			}
		}
	}
}
