package reference

import (
	"math/bits"

	"github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/aco/philox"
)

// candidate is an unvisited city of a candidate list.
type candidate struct {
	rank uint32 // in the list
	city uint32
	high uint32 // of the product of trail and heuristic
	low  uint32
}

func newCandidate(rank int, city, trail, heuristic uint32) candidate {
	high, low := bits.Mul32(trail, heuristic)
	return candidate{uint32(rank), city, high, low}
}

// rankBits is a mask for ranks. It has one bit more than the largest rank needs, so that no key is 0.
const rankBits = 2*model.MaxCandidates - 1

// exploit returns the candidate with the largest product (Dorigo and Gambardella 1997, equation 3). The last bits of each product are replaced
// by the inverted rank, so that one comparison decides. Ties go to the nearer city.
func exploit(candidates []candidate) uint32 {
	var city uint32
	var best uint64
	for _, c := range candidates {
		if key := (uint64(c.high)<<32|uint64(c.low))&^rankBits | uint64(rankBits-c.rank); key > best {
			best, city = key, c.city
		}
	}
	return city
}

// explore draws a candidate in proportion to the products (equation 1). The products are scaled so that their sum is below 2³². A product that
// would become 0 becomes 1.
func explore(p *model.Problem, candidates []candidate, word uint32) uint32 {
	top := minTop
	for _, c := range candidates {
		top = max(top, c.product().top())
	}
	drop := bits.Len32(uint32(p.Candidates - 1)) // enough for the products of a whole list
	weights, total := make([]uint32, len(candidates)), uint32(0)
	for i, c := range candidates {
		weights[i] = max(1, c.product().align(top)>>drop)
		total += weights[i]
	}
	target := philox.Bounded(word, total)
	for i, c := range candidates {
		if target < weights[i] {
			return c.city
		}
		target -= weights[i]
	}
	return model.NoCity // not reached: the target is below the sum
}

func (c candidate) product() product { return product{high: c.high, low: c.low} }
