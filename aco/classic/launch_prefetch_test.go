package classic_test

import (
	"fmt"
	"testing"

	"github.com/aco-vk/aco-vk/aco/classic"
	"github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/pipeline"
	"github.com/aco-vk/aco-vk/vk"
	"github.com/aco-vk/aco-vk/vk/vktest"
)

// TestPrefetch shows that ants that load all lists before their first step make the same tours. Lists begin at the start of a part or within one.
func TestPrefetch(t *testing.T) { vktest.WithAndWithoutSubgroups(t, testPrefetch) }

func testPrefetch(t *testing.T, device *vk.Device) {
	limits := pipeline.LimitsOf(device.Info())
	limits.Software = false
	near, matrix, candidates, acs := model.AntSystem(), model.MaxMin(), model.MaxMin(), model.AntColonySystem()
	near.Selection, near.Ants = model.SelectNear, 9
	matrix.Ants, matrix.Colonies = 5, 2
	candidates.Ants, candidates.Candidates, candidates.Memory = 5, 7, model.MemoryCandidates
	acs.Ants, acs.Candidates = 1, 16 // racing ants have no defined result
	for _, cities := range []int{34, 150} {
		for _, parameters := range []model.Parameters{near, matrix, candidates, acs} {
			p := openWithLimits(t, device, uniform(t, cities), parameters, classic.Options{}, limits)
			for _, pass := range p.Passes() {
				if pass.Stage == "construct" && pass.Constants["PREFETCHED"] == 0 {
					t.Fatalf("%s, %d cities: nothing is prefetched", parameters.Algorithm, cities)
				}
			}
			for iteration := range 3 {
				for _, stage := range p.Stages() {
					p.runStage(t, stage, fmt.Sprintf("%s %s, %d cities, iteration %d", parameters.Algorithm, parameters.Memory, cities, iteration))
				}
			}
		}
	}
}
