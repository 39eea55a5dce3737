package reference

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
)

// acsVariants are the memories of ACS, with and without synchronous steps.
var acsVariants = []struct {
	memory      model.Memory
	synchronous bool
}{{model.MemoryMatrix, true}, {model.MemoryMatrix, false}, {model.MemorySelective, true}, {model.MemorySelective, false}}

func newACSColony(t *testing.T, instance *tsp.Instance, change func(*model.Parameters)) *Colony {
	t.Helper()
	parameters := model.AntColonySystem()
	change(&parameters)
	return newColonyOf(t, instance, parameters)
}

// Every ant builds a valid tour with the evaluated length, the best tour improves, and all trails
// stay within their bounds.
func TestACSBuildsTours(t *testing.T) {
	const n = 64
	for _, kind := range []string{"uniform", "grid"} {
		for _, variant := range acsVariants {
			c := newACSColony(t, tsptest.Generate(t, kind, n, 5), func(p *model.Parameters) {
				p.Memory, p.Synchronous, p.Ants = variant.memory, variant.synchronous, 20
			})
			for range 20 {
				iterateToTours(t, c)
			}
			if c.State.BestLength >= c.Problem.StartLength {
				t.Errorf("%s, %v: best length %d, nearest-neighbour tour %d", kind, variant, c.State.BestLength,
					c.Problem.StartLength)
			}
			checkTrails(t, c)
		}
	}
}

// checkTrails checks that all trails are within the bounds of the update rules.
func checkTrails(t *testing.T, c *Colony) {
	t.Helper()
	most := (uint64(c.Problem.Trail.Amount(c.State.BestLength)) + 1) << 32 / uint64(c.Problem.ACS.Global)
	for from := range uint32(c.Problem.Cities) {
		for to := range uint32(c.Problem.Cities) {
			if trail := c.memory().trail(from, to); trail < c.Problem.Trail.Initial || uint64(trail) > most {
				t.Fatalf("the trail from %d to %d is %d, want %d to %d", from, to, trail, c.Problem.Trail.Initial, most)
			}
		}
	}
}

// An ant updates every period-th edge that it crosses, including the closing edge, and no other.
func TestLocalUpdatesByPeriod(t *testing.T) {
	const n = 20
	for _, synchronous := range []bool{false, true} {
		for period := 1; period <= 7; period++ {
			c := newACSColony(t, tsptest.Generate(t, "uniform", n, 5), func(p *model.Parameters) {
				p.Ants, p.LocalUpdatePeriod, p.Synchronous = 1, period, synchronous
			})
			for i := range c.Pheromone {
				c.Pheromone[i] = 1 << 31
			}
			before := append([]uint32(nil), c.Pheromone...)
			must.Do(t, c.constructACS(t.Context()))
			want := append([]uint32(nil), before...)
			for step := period; step <= n; step += period {
				from, to := c.Tours[step-1], c.Tours[step%n]
				want[min(from, to)*n+max(from, to)] = localUpdate(c.Problem)(1 << 31)
			}
			if diff := cmp.Diff(want, c.Pheromone); diff != "" {
				t.Errorf("period %d, synchronous %v (-want +got):\n%s", period, synchronous, diff)
			}
		}
	}
}

// With each memory, the global update changes only the trails of the best tour, and in asymmetric
// instances only one direction.
func TestDepositBestUpdatesOnlyTheBestTour(t *testing.T) {
	weights := make([]int32, 25)
	for i := range weights {
		weights[i] = int32(1 + i*i%7)
	}
	for _, instance := range []*tsp.Instance{
		tsptest.Generate(t, "uniform", 9, 5), {Name: "directed", Kind: tsp.ATSP, Metric: tsp.Explicit,
			Weights: weights},
	} {
		for _, memory := range []model.Memory{model.MemoryMatrix, model.MemorySelective} {
			c := newACSColony(t, instance, func(p *model.Parameters) { p.Memory = memory })
			depositBest(c.Problem, c.memory(), c.BestTour, c.State.BestLength)
			n := uint32(c.Problem.Cities)
			next := make([]uint32, n)
			for k, city := range c.BestTour {
				next[city] = c.BestTour[(k+1)%int(n)]
			}
			raised := globalUpdate(c.Problem, c.State.BestLength)(c.Problem.Trail.Initial)
			if raised <= c.Problem.Trail.Initial {
				t.Fatalf("a deposit changes a trail from %d to %d", c.Problem.Trail.Initial, raised)
			}
			for from := range n {
				for to := range n {
					want := c.Problem.Trail.Initial
					if next[from] == to || c.Problem.Symmetric && next[to] == from {
						want = raised
					}
					if got := c.memory().trail(from, to); from != to && got != want {
						t.Errorf("%s, %s: the trail from %d to %d is %d, want %d", instance.Name, memory, from,
							to, got, want)
					}
				}
			}
		}
	}
}
