package reference

import (
	"testing"

	"github.com/aco-vk/aco-vk/aco/merged/model"
)

// edgesOf are a tour's edges, the smaller city first.
func edgesOf(tour []uint32) map[[2]uint32]bool {
	edges := map[[2]uint32]bool{}
	for place, city := range tour {
		next := tour[(place+1)%len(tour)]
		edges[[2]uint32{min(city, next), max(city, next)}] = true
	}
	return edges
}

// The edges that a merge puts into the tour are reinforced, and so are those of a new best tour, wherever one city is a candidate of the
// other.
func TestTrailsLieOnNewAndOnBestEdges(t *testing.T) {
	m := modelOf(t, 200, 6, 4, 20)
	m.Parameters.Pheromone = model.PheromoneWeak
	m.Period = 3
	c := NewColony(m, 0)
	c.Settings = model.Settings{Kick: 30, Scales: 3, Temperature: 1 << 24}
	want, bests, news := map[[2]uint32]uint32{}, 0, 0
	for c.State.Iteration < m.HalfLife()-1 { // within the first nothing evaporates
		before, best := edgesOf(c.tour()), c.State.Best
		c.Ants()
		for _, stage := range c.Merge() {
			stage.Run()
		}
		for edge := range edgesOf(c.tour()) {
			if !before[edge] {
				want[edge] += model.ReinforceChange
				news++
			}
			if c.State.Best < best {
				want[edge] += model.ReinforceBest
				bests++
			}
		}
	}
	if news == 0 || bests == 0 {
		t.Fatalf("%d new edges, %d of new best tours", news, bests)
	}
	for i, trail := range c.Trails {
		a, b := uint32(i/m.Width), m.Candidates[i]
		if got := trail.Strength(0); got != want[[2]uint32{min(a, b), max(a, b)}] {
			t.Errorf("trail from %d to %d has strength %d, want %d", a, b, got, want[[2]uint32{min(a, b), max(a, b)}])
		}
	}
}

// Of the cities that an ant chooses from, weak has the one at the edge with least pheromone, strong the one with most.
func TestAntsKickByTrails(t *testing.T) {
	m := modelOf(t, 40, 39, 5, 10)
	for _, use := range model.Pheromones[1:] {
		m.Parameters.Pheromone = use
		c := NewColony(m, 0)
		for place, city := range m.StartTour {
			c.reinforce(city, m.StartTour[c.after(uint32(place))], 10+uint32(place))
		}
		for number := range uint32(m.Ants) {
			first, count := m.Stratum(number)
			got := newAnt(c, number).chooseStart(first, count)
			for city := first; city < first+count; city++ { // four, as many as are tried
				if other := c.Positions[city]; use == model.PheromoneWeak && other < got || use == model.PheromoneStrong && other > got {
					t.Errorf("%s: ant %d chose place %d, and not %d", use, number, got, other)
				}
			}
		}
	}
}
