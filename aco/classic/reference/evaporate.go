package reference

import (
	"math/bits"

	"github.com/aco-vk/aco-vk/aco/classic/model"
)

// evaporate multiplies every trail by 1 − ρ, rounded down, and keeps it at least 1.
func evaporate(p *model.Problem, pheromone []uint32) {
	for i, value := range pheromone {
		kept, _ := bits.Mul32(value, p.Trail.Keep)
		pheromone[i] = max(1, kept)
	}
}
