package reference

import (
	"context"
	"math/bits"

	"github.com/aco-vk/aco-vk/aco/classic/model"
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
