package reference

import (
	"context"
	"math/bits"

	"github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/shaders/glsl"
)

// choice computes the weight τ^α·η^β of each edge (Dorigo, Maniezzo and Colorni 1996) as an
// integer. Each row is scaled so that its sum lies between 2³⁰ and 2³². Every weight is at least
// 1, except for the row's own city, so an ant always has a choice. It computes the rows from
// first to end-1 and stops between two of them when the context ends.
func choice(ctx context.Context, p *model.Problem, heuristic, pheromone, weights []uint32, first, end int) error {
	n := p.Cities
	for i := first; i < end; i++ {
		if err := ctx.Err(); err != nil {
			return err
		}
		choiceRow(p, i, pheromone[i*n:(i+1)*n], heuristic[i*n:(i+1)*n], weights[i*n:(i+1)*n])
	}
	return nil
}

func choiceRow(p *model.Problem, self int, pheromone, heuristic, weights []uint32) {
	others := make([]product, 0, len(weights)-1)
	for j := range weights {
		if j != self {
			others = append(others, productOf(pheromone[j], heuristic[j], p.AlphaExponent))
		}
	}
	scaleToWeights(others, p.Cities, weights[:len(others)])
	copy(weights[self+1:], weights[self:])
	weights[self] = 0
}

// fineWeights has the weights of a row's unvisited cities, scaled by these cities alone.
type fineWeights struct {
	products    []product // by unvisited city
	scaled, row []uint32  // by unvisited city, by city
}

// isCoarse reports whether the rounding of weights shows in the choice among the ant's unvisited
// cities. The weights of a row are scaled by all of its cities. Late in a tour, when an ant has
// visited the cities with large weights, the others may all have the weight 1. Rounding changes a
// weight by at most 1. So of u weights with at least the sum 2⁸·u, it moves less than 1/256 of the
// probability from cities to others.
func (a *ant) isCoarse(sum uint32) bool { return sum>>glsl.FineBits < uint32(a.Cities-a.step) }

// fineWeights returns the weights of the current city's row, scaled by the unvisited cities alone, as
// the random proportional rule has them. Visited cities have any weights.
func (a *ant) fineWeights(unvisited cityList) []uint32 {
	f := &a.fine
	if f.row == nil {
		f.products, f.scaled, f.row = make([]product, a.Cities), make([]uint32, a.Cities), make([]uint32, a.Cities)
	}
	pheromone, heuristic := a.row(a.tables.Pheromone), a.row(a.tables.Heuristic)
	products, scaled := f.products[:len(unvisited)], f.scaled[:len(unvisited)]
	for k, city := range unvisited {
		products[k] = productOf(pheromone[city], heuristic[city], a.AlphaExponent)
	}
	scaleToWeights(products, a.Cities, scaled)
	for k, city := range unvisited {
		f.row[city] = scaled[k]
	}
	return f.row
}

// scaleToWeights scales products to weights whose sum stays below 2³². There are at most count
// products.
func scaleToWeights(products []product, count int, weights []uint32) {
	top := minTop
	for _, p := range products {
		top = max(top, p.top())
	}
	// An aligned product has up to 32 bits. Shifted right by drop, the sum of count products fits
	// in 32 bits.
	drop := uint32(bits.Len32(uint32(count-1))) + 1
	var sum uint32
	for _, p := range products {
		sum += p.align(top) >> drop
	}
	shift := weightShift(sum, uint32(count), drop)
	for k, p := range products {
		weights[k] = max(1, p.align(top)>>shift)
	}
}

// weightShift returns the right shift that turns n aligned products into weights. sum is the sum
// of the products, each shifted right by drop. The sum of the unshifted products is below (sum +
// n)·2^drop. Raising weights to 1 adds at most n. So (sum + 2n)·2^drop bounds both.
func weightShift(sum, n, drop uint32) uint32 {
	return drop - uint32(bits.LeadingZeros32(sum+2*n))
}
