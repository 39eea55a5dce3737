package mergetest

import (
	"fmt"
	"math/rand/v2"

	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/tsp"
)

// Model returns a model of cities with random integer coordinates in a square. In a small square many distances and gains are equal. The
// initial tour and the candidates are random. Every tour is checked.
func Model(random *rand.Rand, cities, side, ants, colonies int) *model.Model {
	instance := &tsp.Instance{Name: fmt.Sprintf("random%d", cities), Kind: tsp.TSP, Metric: tsp.EUC2D}
	for range cities {
		instance.X = append(instance.X, float64(random.IntN(side)))
		instance.Y = append(instance.Y, float64(random.IntN(side)))
	}
	instance.X[0] = float64(side) // no tour has length 0, which is the default target
	instance.X[1] = 0
	m := &model.Model{
		Instance: instance, Cities: cities, Ants: ants, Colonies: colonies, Period: 1, ClaimShift: uint32(random.IntN(8)),
		Width: 7, SecondWidth: 1,
	}
	for range cities {
		first := random.IntN(cities)
		for k := range m.Width {
			m.Candidates = append(m.Candidates, uint32((first+k)%cities))
		}
	}
	for _, city := range random.Perm(cities) {
		m.StartTour = append(m.StartTour, uint32(city))
	}
	m.StartLength = Length(m, m.StartTour)
	return m
}

// Length returns the length of a tour.
func Length(m *model.Model, tour []uint32) (length uint64) {
	last := tour[len(tour)-1]
	for _, city := range tour {
		length += uint64(m.Distance(last, city))
		last = city
	}
	return length
}
