package classic_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/aco-vk/aco-vk/aco/classic"
	"github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/internal/testkind"
	"github.com/aco-vk/aco-vk/shaders/glsl"
	"github.com/aco-vk/aco-vk/vk"
	"github.com/aco-vk/aco-vk/vk/pipeline"
	"github.com/aco-vk/aco-vk/vk/vktest"
)

// TestConstructNear compares the stage on random weights of all magnitudes, on small ones, whose sums
// often equal the random number, and on coarse ones with random trails. Work-groups have all sizes; there are few and many
// trials; lists begin at the first step, later or never. The second time, the steps are divided
// into slices.
func TestConstructNear(t *testing.T) {
	testkind.ComparesStage(t)
	vktest.WithAndWithoutSubgroups(t, testConstructNear)
}

func testConstructNear(t *testing.T, device *vk.Device) {
	random := rand.New(rand.NewPCG(2, 0))
	for i, c := range []struct{ cities, trials, rest, group int }{
		{150, 0, 0, 0}, {150, 1, 1, 0}, {150, 2, 40, 1}, {150, model.MaxTrials, 148, 1024}, {150, 4, 149, 0},
		{150, 3, 5000, 256},
		{33, 0, 0, 0}, {34, 1, 10, 0}, {32, 5, 1, 0}, {3, 1, 1, 0}, {3, 1, 2, 0}, {600, 31, 128, 64},
	} {
		parameters := model.AntSystem()
		parameters.Selection, parameters.Trials, parameters.Rest, parameters.Ants = model.SelectNear, c.trials, c.rest, 150
		p := open(t, device, uniform(t, c.cities), parameters,
			classic.Options{Kernel: classic.KernelConfig{AntGroup: c.group}})
		for k := range p.reference.Weights {
			if k%c.cities == k/c.cities {
				continue
			}
			p.reference.Pheromone[k] = randomWord(random)
			switch (i + k/c.cities) % 3 {
			case 0:
				p.reference.Weights[k] = max(1, randomWord(random)/uint32(c.cities))
			case 1:
				p.reference.Weights[k] = 1<<glsl.FineBits + random.Uint32N(3)
			default:
				p.reference.Weights[k] = 1 + random.Uint32N(3)
			}
		}
		p.reference.State.Iteration = random.Uint32()
		p.upload(t, "weights", "pheromone", "state")
		p.runStage(t, "prefix", fmt.Sprintf("%+v", c))
		p.runStage(t, "construct", fmt.Sprintf("%+v", c))
		if err := p.Run.Fill("tours", 0); err != nil {
			t.Fatal(err)
		}
		p.submit(t, p.Cut("construct", []uint32{1, 2, 3, 7, 20}[i%5])...)
		p.compare(t, fmt.Sprintf("%+v in slices", c))
	}
}

// TestPrefetch shows that ants that load all lists before their first step make the same tours.
// Lists begin at the start of a part or within one.
func TestPrefetch(t *testing.T) {
	testkind.Whole(t)
	vktest.WithAndWithoutSubgroups(t, testPrefetch)
}

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
					p.runStage(t, stage, fmt.Sprintf("%s %s, %d cities, iteration %d", parameters.Algorithm,
						parameters.Memory, cities, iteration))
				}
			}
		}
	}
}
