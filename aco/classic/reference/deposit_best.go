package reference

import (
	"github.com/aco-vk/aco-vk/aco/classic/model"
)

// depositBest applies the global update of ACS to the edges of the best tour so far. With a
// selective memory, the record of each city is updated first with the edge to the previous city,
// then with the edge to the next one.
func depositBest(p *model.Problem, memory pheromoneMemory, bestTour []uint32, length uint64) {
	change := globalUpdate(p, length)
	if s, selective := memory.(selectiveMemory); selective {
		for k, city := range bestTour {
			if s.Symmetric {
				s.updateRecord(city, bestTour[(k+p.Cities-1)%p.Cities], change)
			}
			s.updateRecord(city, bestTour[(k+1)%p.Cities], change)
		}
		return
	}
	for k, city := range bestTour {
		memory.update(city, bestTour[(k+1)%p.Cities], change)
	}
}
