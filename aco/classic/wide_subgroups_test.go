package classic_test

import (
	"testing"

	"github.com/aco-vk/aco-vk/aco/classic"
	"github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/pipeline"
	"github.com/aco-vk/aco-vk/vk/vktest"
)

// Stages compute the same with subgroups of 64 and of 128 invocations, which software devices do not have. The shaders without subgroup
// operations emulate them: a work-group stands for a subgroup.
func TestWideSubgroups(t *testing.T) {
	device := vktest.Open(t)
	limits := pipeline.LimitsOf(device.Info())
	if !limits.NoSubgroups {
		limits = limits.WithoutSubgroups()
	}
	trials := model.AntSystem()
	trials.Selection = model.SelectTrial
	search := model.MaxMin()
	search.LocalSearch, search.Colonies = model.Search3Opt, 2
	synchronous := model.AntColonySystem()
	synchronous.Synchronous, synchronous.Memory = true, model.MemorySelective
	sizes, algorithms := []uint32{64, 128}, []model.Parameters{search, synchronous, trials, model.AntSystem()}
	if testing.Short() { // most of the time is compilation
		sizes, algorithms = sizes[:1], algorithms[:2]
	}
	for _, size := range sizes {
		limits.SubgroupSize, limits.MinSubgroupSize = size, size
		for _, parameters := range algorithms {
			parameters.Ants = 6
			p := openWithLimits(t, device, uniform(t, 200), parameters, classic.Options{}, limits)
			for range 2 {
				for _, stage := range p.Stages() {
					if difference, err := p.RunStage(t.Context(), stage); err != nil || difference != nil {
						t.Fatalf("%s with subgroups of %d: %v, %v", parameters.Algorithm, size, difference, err)
					}
				}
			}
		}
	}
}
