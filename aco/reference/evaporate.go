package reference

import (
	"math/bits"

	"github.com/aco-vk/aco-vk/aco/problem"
)

// Evaporate keeps the share 1 − ρ of every edge's pheromone, rounded down, and at least one unit.
func Evaporate(p *problem.Problem, pheromone []uint32) {
	for i, value := range pheromone {
		kept, _ := bits.Mul32(value, p.Trail.Keep)
		pheromone[i] = max(1, kept)
	}
}
