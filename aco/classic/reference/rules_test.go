package reference

import (
	"slices"
	"testing"

	"github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/internal/testkind"
	"github.com/aco-vk/aco-vk/tsp/generate"
)

// The best tours of Elitist and Rank-based Ant System are at least 1% shorter than those of Ant
// System, in the mean of a few seeds.
func TestRulesShortenTours(t *testing.T) {
	testkind.ComparesRuns(t)
	instance := must.Get(generate.Instance("uniform", 60, 1))(t)
	sum := func(rule model.Rule) (all uint64) {
		for seed := range uint64(4) {
			parameters := model.AntSystemWith(rule)
			parameters.Seed = seed
			c := newColonyOf(t, instance, parameters)
			for range 60 {
				must.Do(t, c.Iterate(t.Context()))
			}
			all += c.State.BestLength
		}
		return all
	}
	plain := sum("")
	for _, rule := range []model.Rule{model.RuleElitist, model.RuleRank} {
		if length := sum(rule); length > plain*99/100 {
			t.Errorf("%s: sum of lengths %d, of Ant System %d", rule, length, plain)
		}
	}
}

// The ants deposit by rank, and the best tour so far after them.
func TestDepositorsByRank(t *testing.T) {
	instance := must.Get(generate.Instance("uniform", 12, 1))(t)
	parameters := model.AntSystemWith(model.RuleRank)
	parameters.Ants = 7
	c := newColonyOf(t, instance, parameters)
	copy(c.Lengths, []uint64{50, 20, 70, 20, 90, 10, 80})
	copy(c.Amounts, []uint32{10, 10, 10, 10, 10, 10, 10})
	c.State.IterationAnt = 5
	c.depositors(0, 8)
	want := []uint32{20, 40, 10, 30, 0, 50, 0, 6 * c.Problem.Trail.Amount(10)}
	if !slices.Equal(c.Amounts, want) {
		t.Errorf("amounts %v, want %v", c.Amounts, want)
	}
	if best := c.Tours[5*12 : 6*12]; !slices.Equal(c.Tours[7*12:], best) {
		t.Errorf("the last tour is %v, not the best %v", c.Tours[7*12:], best)
	}
}

// newWorstColony returns a colony whose best tour is 0, 1, 2, …, and whose ants have that tour too.
// Each trail has 1000 units.
func newWorstColony(t *testing.T) *Colony {
	t.Helper()
	instance := must.Get(generate.Instance("uniform", 40, 1))(t)
	parameters := model.AntSystemWith(model.RuleBestWorst)
	parameters.Ants = 3
	c := newColonyOf(t, instance, parameters)
	for k := range c.RestartTour {
		c.RestartTour[k] = uint32(k)
	}
	for ant := range c.Lengths {
		copy(c.Tours[ant*40:], c.RestartTour)
		c.Lengths[ant] = 100
	}
	for i := range c.Pheromone {
		c.Pheromone[i] = 1000
	}
	c.State.Iteration = 600
	return c
}

// Only edges of the worst tour evaporate once more, and of these only those that the best tour does
// not have, in both directions.
func TestWorstTourEvaporates(t *testing.T) {
	c := newWorstColony(t)
	tour := c.Tours[40:80]
	slices.Reverse(tour) // the same edges
	tour[10], tour[12] = tour[12], tour[10]
	c.Lengths[1] = 101
	c.worst()
	lower := 0
	for i, trail := range c.Pheromone {
		if trail == 1000 {
			continue
		}
		if lower++; trail != 899 && trail != 900 {
			t.Errorf("trail %d has %d units", i, trail)
		}
		if from, to := i/40, i%40; from+1 == to || to+1 == from {
			t.Errorf("the edge %d-%d of the best tour has %d units", from, to, trail)
		}
	}
	if lower != 4 {
		t.Errorf("%d trails are lower, want both directions of 2 edges", lower)
	}
	if c.State.MaxMin.Renewal != model.NoRenewal {
		t.Error("the trails restarted")
	}
}

// If the worst tour has nearly the edges of the best tour, the trails restart, and a few trails of
// later iterations mutate.
func TestTrailsRestartAndMutate(t *testing.T) {
	c := newWorstColony(t)
	c.worst()
	for i, trail := range c.Pheromone {
		if trail != c.Problem.Trail.Initial {
			t.Fatalf("trail %d has %d units after a restart, want %d", i, trail, c.Problem.Trail.Initial)
		}
	}
	tour := c.Tours[40:80]
	tour[0], tour[20] = tour[20], tour[0]
	c.Lengths[1], c.State.Iteration = 101, 600+model.MutationSpan/4
	c.worst()
	if mean := c.Problem.Trail.Initial; c.State.MaxMin.Amount < mean-1 || c.State.MaxMin.Amount > mean {
		t.Errorf("a mutation changes a trail by %d, want about %d", c.State.MaxMin.Amount, mean)
	}
	raised := 0
	for i, trail := range c.Pheromone {
		if trail > c.Problem.Trail.Initial {
			raised++
		}
		if mirror := c.Pheromone[i%40*40+i/40]; trail != mirror {
			t.Errorf("trail %d has %d units, its other direction %d", i, trail, mirror)
		}
	}
	if raised == 0 || raised > 2*c.Problem.Mutations() {
		t.Errorf("%d trails are higher after %d mutations", raised, c.Problem.Mutations())
	}
}
