package reference

import (
	"testing"

	"github.com/aco-vk/aco-vk/aco/merged/model"
)

// edgeSet returns the edges of a tour, each with the smaller city first.
func edgeSet(tour []uint32) map[[2]uint32]bool {
	edges := map[[2]uint32]bool{}
	for place, city := range tour {
		next := tour[(place+1)%len(tour)]
		edges[[2]uint32{min(city, next), max(city, next)}] = true
	}
	return edges
}

// A merge reinforces the edges that it adds to the tour and the edges of a new best tour, if one city is a candidate of the other.
func TestReinforcedEdges(t *testing.T) {
	m := newTestModel(t, 200, 6, 4, 20)
	m.Parameters.Pheromone = model.PheromoneWeak
	m.Period = 3
	c := NewColony(m, 0)
	c.Settings = model.Settings{Kick: 30, Scales: 3, Temperature: 1 << 24}
	want, bestEdges, newEdges := map[[2]uint32]uint32{}, 0, 0
	for c.State.Iteration < m.HalfLife()-1 { // no evaporation within the first half-life
		before, best := edgeSet(c.tour()), c.State.Best
		c.Ants()
		for _, stage := range c.Merge() {
			stage.Run()
		}
		for edge := range edgeSet(c.tour()) {
			if !before[edge] {
				want[edge] += model.ReinforceChange
				newEdges++
			}
			if c.State.Best < best {
				want[edge] += model.ReinforceBest
				bestEdges++
			}
		}
	}
	if newEdges == 0 || bestEdges == 0 {
		t.Fatalf("%d new edges, %d edges of new best tours", newEdges, bestEdges)
	}
	for i, trail := range c.Trails {
		a, b := uint32(i/m.Width), m.Candidates[i]
		if got := trail.Strength(0); got != want[[2]uint32{min(a, b), max(a, b)}] {
			t.Errorf("trail from %d to %d has strength %d, want %d", a, b, got, want[[2]uint32{min(a, b), max(a, b)}])
		}
	}
}

// With weak pheromone an ant starts at the city with the weakest edge of those it tries, with strong pheromone at the one with the strongest.
func TestStartsByTrails(t *testing.T) {
	m := newTestModel(t, 40, 39, 5, 10)
	for _, use := range model.Pheromones[1:] {
		m.Parameters.Pheromone = use
		c := NewColony(m, 0)
		for place, city := range m.StartTour {
			c.reinforce(city, m.StartTour[c.Model.After(uint32(place))], 10+uint32(place))
		}
		for number := range uint32(m.Ants) {
			first, count := m.Stratum(number)
			a := newAnt(c)
			a.draws = m.DrawsFor(c.Number, 0, number)
			got := a.chooseStart(first, count)
			for city := first; city < first+count; city++ { // four, the number of tries
				if other := c.Positions[city]; use == model.PheromoneWeak && other < got || use == model.PheromoneStrong && other > got {
					t.Errorf("%s: ant %d chose place %d, want %d", use, number, got, other)
				}
			}
		}
	}
}
