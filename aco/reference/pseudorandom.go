package reference

import (
	"math/bits"

	"github.com/aco-vk/aco-vk/aco/problem"
)

// candidate is an unvisited city of a candidate list.
type candidate struct {
	place uint32 // in the list
	city  uint32
	high  uint32 // of the product of trail and heuristic
	low   uint32
}

func newCandidate(place int, city, trail, heuristic uint32) candidate {
	high, low := bits.Mul32(trail, heuristic)
	return candidate{uint32(place), city, high, low}
}

// lastPlace has a bit more than the last place in a candidate list, so that no key is 0.
const lastPlace = 2*problem.MaxCandidates - 1

// exploit returns the candidate with the largest product (Dorigo and Gambardella 1997, equation 3). The last bits of a product,
// those of lastPlace, give way to the place in the list: so one number decides, and of equal ones the nearer city is taken.
func exploit(candidates []candidate) uint32 {
	var city uint32
	var best uint64
	for _, c := range candidates {
		if key := (uint64(c.high)<<32|uint64(c.low))&^lastPlace | uint64(lastPlace-c.place); key > best {
			best, city = key, c.city
		}
	}
	return city
}

// explore returns a candidate drawn with a random word in proportion to the products (the paper's equation 1). They are shortened
// so that the sum of all lies below 2³², and none becomes 0.
func explore(p *problem.Problem, candidates []candidate, word uint32) uint32 {
	top := minTop
	for _, c := range candidates {
		top = max(top, c.product().top())
	}
	drop := bits.Len32(uint32(p.Candidates - 1)) // enough for as many products as a list has
	weights, total := make([]uint32, len(candidates)), uint32(0)
	for i, c := range candidates {
		weights[i] = max(1, c.product().align(top)>>drop)
		total += weights[i]
	}
	target := problem.Bounded(word, total)
	for i, c := range candidates {
		if target < weights[i] {
			return c.city
		}
		target -= weights[i]
	}
	return problem.NoCity // not reached: the target is below the sum
}

func (c candidate) product() product { return product{high: c.high, low: c.low} }
