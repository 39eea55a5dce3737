package merged_test

import (
	"testing"

	"github.com/aco-vk/aco-vk/aco/merged"
	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/internal/mergetest"
	"github.com/aco-vk/aco-vk/internal/testkind"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/vk/vktest"
)

// All stages compute with lengths above and below 2³². The tours of the colonies get shorter than
// 2³³ and than 2³² during the test.
func TestLengthsAbove32Bits(t *testing.T) {
	testkind.ComparesStage(t)
	device := vktest.Open(t)
	for name, instance := range map[string]*tsp.Instance{"coordinates": mergetest.Far(1000), "matrix": mergetest.Matrix(mergetest.Far(1000))} {
		t.Run(name, func(t *testing.T) {
			m := mergetest.Nearest(t, instance, 8, 5, 2, 100)
			m.ClaimShift = 12
			p := open(t, device, m, model.Settings{Scales: 1}, merged.Stages...)
			before := m.StartLength
			p.compareHeated(t, 1<<31)
			for number, ref := range p.References {
				if before < 1<<33 || ref.State.Best >= 1<<32 || ref.State.Best != ref.Model.LengthOf(ref.Best) {
					t.Errorf("colony %d: lengths %d to %d", number, before, ref.State.Best)
				}
			}
		})
	}
}
