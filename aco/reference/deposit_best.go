package reference

import "github.com/aco-vk/aco-vk/aco/problem"

// DepositBest makes the global update of ACS: of the edges of the best tour so far alone. A city's record, where the memory has
// such, gets the edge to the city before it first, then the one to the city after it.
func DepositBest(p *problem.Problem, t trails, bestTour []uint32, length uint64) {
	change := globalUpdate(p, length)
	if s, records := t.(selective); records {
		for k, city := range bestTour {
			if s.Symmetric {
				s.updateRecord(city, bestTour[(k+p.Cities-1)%p.Cities], change)
			}
			s.updateRecord(city, bestTour[(k+1)%p.Cities], change)
		}
		return
	}
	for k, city := range bestTour {
		t.update(city, bestTour[(k+1)%p.Cities], change)
	}
}
