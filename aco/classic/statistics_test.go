package classic_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/aco-vk/aco-vk/aco/classic"
	"github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/internal/testkind"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
	"github.com/aco-vk/aco-vk/vk/pipeline"
	"github.com/aco-vk/aco-vk/vk/vktest"
)

// TestStatistics compares the stage after whole iterations of each algorithm and memory, and on
// random trails and lengths of all magnitudes.
func TestStatistics(t *testing.T) {
	testkind.Whole(t)
	device := vktest.Open(t)
	limits := pipeline.LimitsOf(device.Info())
	random := rand.New(rand.NewPCG(9, 0))
	for _, c := range []struct {
		algorithm model.Algorithm
		memory    model.Memory
		kind      string
		cities    int
		ants      int
		colonies  int
	}{
		{model.AlgorithmAS, "", "uniform", 300, 5, 1},
		{model.AlgorithmAS, "", "uniform", 30, 70, 1},
		{model.AlgorithmAS, "", "oneway", 20, 1, 1},
		{model.AlgorithmMMAS, model.MemoryMatrix, "uniform", 50, 12, 2},
		{model.AlgorithmMMAS, model.MemoryCandidates, "uniform", 50, 13, 2},
		{model.AlgorithmMMAS, model.MemoryMatrix, "oneway", 30, 6, 1},
		{model.AlgorithmACS, model.MemoryMatrix, "uniform", 50, 10, 2},
		{model.AlgorithmACS, model.MemorySelective, "uniform", 50, 10, 2},
		{model.AlgorithmACS, model.MemorySelective, "oneway", 30, 3, 1},
		{model.AlgorithmACS, model.MemoryMatrix, "uniform", 3, 2, 1},
	} {
		name := fmt.Sprintf("%s %s %s %d", c.algorithm, c.memory, c.kind, c.cities)
		parameters := model.Published(c.algorithm, model.SearchNone)
		parameters.Ants, parameters.Memory, parameters.Colonies = c.ants, c.memory, c.colonies
		parameters.Synchronous = c.algorithm == model.AlgorithmACS
		p, err := model.New(t.Context(), tsptest.Generate(t, c.kind, c.cities, 1), parameters)
		if err != nil {
			t.Fatal(name, err)
		}
		p.StatisticsEvery = 2
		both := openProblem(t, device, p, classic.Options{}, limits)
		for range 4 {
			for _, stage := range both.Stages() {
				both.runStage(t, stage, name)
			}
		}
		iteration := uint32(2*model.StatisticsRows + 3) // the ring begins again
		if err := both.Start(iteration); err != nil {
			t.Fatal(err)
		}
		for i := range 20 {
			both.randomTrails(random)
			both.randomLengths(random, i)
			both.upload(t, "pheromone", "lengths")
			both.runStage(t, "statistics", fmt.Sprintf("%s, input %d", name, i))
		}
	}
}

// randomTrails gives trails random values of all magnitudes. In symmetric instances both
// directions of an edge have the same trail.
func (p both) randomTrails(random *rand.Rand) {
	n := p.Problem.Cities
	for _, ref := range p.References {
		records := p.Problem.Memory == model.MemorySelective
		for i := range ref.Pheromone {
			if !records || i%2 == 1 {
				ref.Pheromone[i] = randomWord(random)
			}
		}
		if len(ref.Pheromone) != n*n || !p.Problem.Symmetric {
			continue
		}
		for i := range n {
			for j := range i {
				ref.Pheromone[i*n+j] = ref.Pheromone[j*n+i]
			}
		}
	}
}

// randomLengths gives the ants lengths of up to 20+bits bits.
func (p both) randomLengths(random *rand.Rand, bits int) {
	for _, ref := range p.References {
		for ant := range ref.Lengths {
			ref.Lengths[ant] = 1<<50 + random.Uint64N(1<<(20+bits))
		}
	}
}
