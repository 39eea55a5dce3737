package classic_test

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/aco-vk/aco-vk/aco/classic"
	"github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/internal/testkind"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/vk/pipeline"
	"github.com/aco-vk/aco-vk/vk/vktest"
)

// depositCases have sizes around the sizes of tiles, squares and work-groups. Each kernel has the first
// one in short tests, too: a tour takes three tiles or more.
var depositCases = []struct {
	cities, ants int
	group        uint32 // the most invocations of a work-group
	minShared    bool   // with the least shared memory that the construction takes
}{
	{140, 3, 1, false},
	{3, 1, 128, false},
	{5, 300, 256, false},  // every edge is crossed by many ants
	{16, 17, 1, false},    // work-groups are one subgroup
	{10, 1600, 32, false}, // a gather takes two ranges of edges
	{31, 40, 256, false},
	{32, 33, 32, false},
	{33, 32, 32, false},
	{70, 9, 64, false},
	{129, 3, 128, false},
	{300, 2, 256, true},
}

// TestDeposit compares each kernel on symmetric and asymmetric instances, with the slices in order
// and in reverse order.
func TestDeposit(t *testing.T) {
	testkind.ComparesStage(t)
	device := vktest.Open(t)
	for i, config := range classic.Deposits {
		t.Run(string(config), func(t *testing.T) {
			random := rand.New(rand.NewPCG(6, 0))
			for j, c := range depositCases {
				if testing.Short() && j > 0 && j%3 != i%3 {
					continue
				}
				for _, kind := range []tsp.Kind{tsp.TSP, tsp.ATSP} {
					if slices.Contains(classic.SymmetricDeposits, config) && kind == tsp.ATSP {
						continue
					}
					limits := pipeline.LimitsOf(device.Info())
					limits.GroupSize = max(limits.SubgroupSize, min(limits.GroupSize, c.group))
					o := classic.Options{Kernel: classic.KernelConfig{Deposit: config}}
					if c.minShared {
						o.Kernel.AntGroup = 1
						limits.SharedBytes = classic.MinSharedBytes(t, c.cities, limits)
					}
					instance := uniform(t, c.cities)
					instance.Kind = kind
					parameters := model.AntSystem()
					parameters.Ants, parameters.Selection = c.ants, model.SelectScan // takes the least shared memory
					p := openWithLimits(t, device, instance, parameters, o, limits)
					what := fmt.Sprintf("%s, %d cities, %d ants, work-groups of %d", kind, c.cities, c.ants,
						limits.GroupSize)
					for i, cut := range [][]pipeline.Slice{p.Whole("deposit"), reversed(p.Cut("deposit", 1))} {
						p.randomDeposits(t, random)
						p.submit(t, cut...)
						p.runReference(t, "deposit")
						p.compare(t, fmt.Sprintf("%s, %s", what,
							[]string{"whole", "from the last unit to the first"}[i]))
					}
				}
			}
		})
	}
}

// reversed reverses the order of the slices of each pass: no unit depends on another of its pass.
func reversed(cut []pipeline.Slice) []pipeline.Slice {
	slices.SortFunc(cut, func(a, b pipeline.Slice) int {
		return cmp.Or(cmp.Compare(a.Pass, b.Pass), cmp.Compare(b.First, a.First))
	})
	return cut
}

// randomDeposits sets random tours, amounts and pheromone in the reference and on the device.
func (p both) randomDeposits(t *testing.T, random *rand.Rand) {
	t.Helper()
	p.randomTours(random)
	for ant := range p.reference.Amounts {
		p.reference.Amounts[ant] = random.Uint32N(p.Problem.Trail.Cap + 1)
	}
	for k := range p.reference.Pheromone {
		p.reference.Pheromone[k] = randomWord(random)
		if from, to := k/p.Problem.Cities, k%p.Problem.Cities; p.Problem.Symmetric && from > to { // as in every run
			p.reference.Pheromone[k] = p.reference.Pheromone[to*p.Problem.Cities+from]
		}
	}
	p.upload(t, "tours", "amounts", "pheromone")
}

// TestSlicesDoNotChangeDeposits shows that the size of slices does not change the result of a
// kernel.
func TestSlicesDoNotChangeDeposits(t *testing.T) {
	testkind.Whole(t)
	device := vktest.Open(t)
	parameters := model.AntSystem()
	parameters.Ants = 520 // a gather takes two ranges of edges, and a slice has units of both
	for i, config := range classic.Deposits {
		for j, units := range []uint32{1, 3, 49} {
			if testing.Short() && j != i%3 {
				continue
			}
			p := open(t, device, uniform(t, 30), parameters,
				classic.Options{Kernel: classic.KernelConfig{Deposit: config}})
			for range 2 {
				var slices []pipeline.Slice
				for _, stage := range p.reference.Stages() {
					slices = append(slices, p.Cut(stage.Name, units)...)
				}
				p.submit(t, slices...)
				if err := p.reference.Iterate(t.Context()); err != nil {
					t.Fatal(err)
				}
			}
			p.compare(t, fmt.Sprintf("deposit %s in slices of %d", config, units))
		}
	}
}
