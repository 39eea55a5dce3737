package reference

import (
	"context"
	"math/bits"

	"github.com/aco-vk/aco-vk/aco/problem"
)

// Choice fills weights with the choice info of each edge, τ^α·η^β (Dorigo, Maniezzo and Colorni 1996), as integers
// scaled by row: the sum over a row stays below 2³² and comes within a factor of four of it, and every city but the row's
// own has at least 1, so that an ant with few cities left always has a choice.
// It stops between two rows when the context ends.
func Choice(ctx context.Context, p *problem.Problem, heuristic, pheromone, weights []uint32) error {
	n := p.Cities
	for i := range n {
		if err := ctx.Err(); err != nil {
			return err
		}
		choiceRow(p, i, pheromone[i*n:(i+1)*n], heuristic[i*n:(i+1)*n], weights[i*n:(i+1)*n])
	}
	return nil
}

func choiceRow(p *problem.Problem, self int, pheromone, heuristic, weights []uint32) {
	others := make([]product, 0, len(weights)-1)
	for j := range weights {
		if j != self {
			others = append(others, productOf(pheromone[j], heuristic[j], p.AlphaHalves))
		}
	}
	weigh(others, p.Cities, weights[:len(others)])
	copy(weights[self+1:], weights[self:])
	weights[self] = 0
}

// weigh turns products into weights, with room for a count of them.
func weigh(products []product, count int, weights []uint32) {
	top := minTop
	for _, p := range products {
		top = max(top, p.top())
	}
	// Each product is shortened so that the largest fills 32 bits; the sum of what remains after another drop bits fits in 32
	// bits whatever they are.
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

// weightShift returns how many bits of the aligned products go, given the sum of the products without their last drop
// bits. The true sum is below (sum + n)·2^drop, and the weights raised to 1 add n at most: (sum + 2n) shifted to 32 bits
// bounds both.
func weightShift(sum, n, drop uint32) uint32 {
	return drop - uint32(bits.LeadingZeros32(sum+2*n))
}
