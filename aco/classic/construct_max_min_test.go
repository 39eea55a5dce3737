package classic

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/aco/option"
	"github.com/aco-vk/aco-vk/internal/testkind"
	"github.com/aco-vk/aco-vk/vk"
	"github.com/aco-vk/aco-vk/vk/vktest"
)

// TestConstructMaxMin compares the construction on random weights and trails of all magnitudes and on small ones, whose sums often equal
// the random number. Work-groups have all sizes. The second time, the steps are divided into slices.
func TestConstructMaxMin(t *testing.T) {
	testkind.ComparesStage(t)
	vktest.WithAndWithoutSubgroups(t, testConstructMaxMin)
}

func testConstructMaxMin(t *testing.T, device *vk.Device) {
	random := rand.New(rand.NewPCG(21, 0))
	for i, f := range append(maxMinCases,
		maxMinCase{model.MemoryMatrix, KernelConfig{Distances: DistancesCoordinates}, 2},
		maxMinCase{model.MemoryMatrix, KernelConfig{Distances: DistancesCoordinates, AntData: AntDataDevice, AntGroup: 256}, 2},
		maxMinCase{model.MemoryCandidates, KernelConfig{Distances: DistancesCoordinates, AntGroup: 1}, 1},
		maxMinCase{model.MemoryCandidates, KernelConfig{Distances: DistancesCoordinates, AntData: AntDataDevice}, 1},
		maxMinCase{model.MemoryMatrix, KernelConfig{Distances: DistancesCoordinates, Mapping: MappingTask, AntGroup: 32}, 2},
		maxMinCase{model.MemoryCandidates, KernelConfig{Distances: DistancesCoordinates, Mapping: MappingTask}, 1},
		maxMinCase{model.MemoryMatrix, KernelConfig{AntGroup: 1024}, 2},
	) {
		parameters := f.parameters()
		parameters.Ants, parameters.Candidates, parameters.Seed = 12, []int{4, 20, 3, 32}[i%4], longSeed
		p := newPairWithOptions(t, device, uniform(t, 150), parameters, Options{Kernel: f.config})
		for _, ref := range p.references {
			for k := range ref.Weights {
				if ref.Weights[k] = 1 + random.Uint32N(3); k%2 == i%2 {
					ref.Weights[k] = max(1, randomWord(random)/model.MaxCandidates)
				}
			}
			for k := range ref.Pheromone {
				if ref.Pheromone[k] = 1 + random.Uint32N(3); i%3 > 0 {
					ref.Pheromone[k] = randomWord(random)
				}
			}
			ref.State.Iteration = random.Uint32()
		}
		p.upload(t, "weights", "pheromone", "state")
		p.runStage(t, "construct", f.String())
		if err := p.Run.Fill("tours", 0); err != nil {
			t.Fatal(err)
		}
		p.submit(t, p.cut("construct", []uint32{1, 2, 3, 7, 20}[i%5])...)
		p.compare(t, f.String()+" in slices")
	}
}

// TestMaxMinLongTours has tours with more loop iterations than some drivers allow in a dispatch: several dispatches make them.
func TestMaxMinLongTours(t *testing.T) {
	testkind.ComparesStage(t)
	device := vktest.Open(t)
	for _, f := range maxMinCases {
		parameters := f.parameters()
		parameters.Ants, parameters.Colonies = 2, 1
		p := newPairWithOptions(t, device, uniform(t, 1500), parameters, Options{Kernel: f.config})
		for _, stage := range []string{"choice", "construct", "evaluate"} {
			p.submit(t, p.wholeStage(stage)...)
			p.runReference(t, stage)
		}
		p.compare(t, f.String())
	}
}

// TestFlagPlacement shows that visited flags are in shared memory if they fit, with fewer ants per work-group if necessary. Otherwise they
// are in device memory, or, if the configuration requires shared memory, there is an error.
func TestFlagPlacement(t *testing.T) {
	limits := minLimits
	limits.MinSubgroupSize = limits.SubgroupSize
	for _, c := range []struct {
		cities, ants int
		config       KernelConfig
		perGroup     uint32
		want         AntData // "": an error
	}{
		{1000, 10, KernelConfig{}, 1, AntDataShared}, {1000, maxSingleSubgroups, KernelConfig{}, 1, AntDataShared}, {1000, maxSingleSubgroups + 1, KernelConfig{}, 2, AntDataShared},
		{80_000, 5000, KernelConfig{}, 1, AntDataShared}, {140_000, 5000, KernelConfig{}, 2, AntDataDevice},
		{1000, 10, KernelConfig{AntData: AntDataDevice, AntGroup: 128}, 4, AntDataDevice}, {140_000, 10, KernelConfig{AntData: AntDataShared}, 0, ""},
		{1000, 10, KernelConfig{Mapping: MappingTask}, 64, AntDataDevice}, {1000, 10, KernelConfig{Mapping: MappingTask, AntData: AntDataShared}, 0, ""},
	} {
		p := &model.Problem{Cities: c.cities, Parameters: model.MaxMin()}
		p.Ants, p.Colonies = c.ants, 1
		s, err := newLaunchConfig(p, c.config.withDefaults(p), limits)
		var problemErr *option.Error
		if c.want == "" && !errors.As(err, &problemErr) || c.want != "" && (err != nil || s.maxMin.data != c.want || s.maxMin.ants != c.perGroup) {
			t.Errorf("%s: %+v, %v", fmt.Sprint(c), s.maxMin, err)
		}
	}
}
