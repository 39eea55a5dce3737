package reference

import (
	"math"
	"math/big"
	"testing"

	"pgregory.net/rapid"

	"github.com/aco-vk/aco-vk/aco/classic/model"
)

// The sum of a row of weights is between 2³⁰ and 2³². Only the weight of the row's own city is 0.
// The others are proportional to τ^α·η^β, within the precision of the square roots and rounding.
func TestChoiceIsProportional(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(3, 40).Draw(t, "cities")
		self := rapid.IntRange(0, n-1).Draw(t, "self")
		p := &model.Problem{Cities: n, AlphaExponent: drawExponent(t, "alpha")}
		values := func(label string) []uint32 {
			bits := rapid.IntRange(0, 31).Draw(t, label+" bits")
			return rapid.SliceOfN(rapid.Uint32Range(1, math.MaxUint32>>bits), n, n).Draw(t, label)
		}
		pheromone, heuristic, weights := values("pheromone"), values("heuristic"), make([]uint32, n)
		choiceRow(p, self, pheromone, heuristic, weights)

		exact := make([]*big.Float, n)
		total := new(big.Float)
		for j := range n {
			exact[j] = exactProduct(pheromone[j], heuristic[j], p.AlphaExponent)
			if j != self {
				total.Add(total, exact[j])
			}
		}
		var sum uint64
		for j, w := range weights {
			sum += uint64(w)
			if (w == 0) != (j == self) {
				t.Fatalf("city %d of row %d has weight %d", j, self, w)
			}
		}
		if sum >= 1<<32 || sum < 1<<30 {
			t.Fatalf("the row sums to %d", sum)
		}
		for j, w := range weights {
			if j == self || w == 1 {
				continue
			}
			share, _ := new(big.Float).Quo(exact[j], total).Float64()
			if want := share * float64(sum); math.Abs(float64(w)-want) > 1+float64(n)+want*1e-3 {
				t.Fatalf("city %d has weight %d, want %v", j, w, want)
			}
		}
	})
}

// exactProduct returns τ^α·η^β with 200 bits. A root of τ for each bit of α makes the power.
func exactProduct(pheromone, heuristic uint32, alpha model.Exponent) *big.Float {
	product := new(big.Float).SetPrec(200).SetUint64(uint64(heuristic))
	root := new(big.Float).SetPrec(200).SetUint64(uint64(pheromone))
	for range alpha / model.ExponentOne {
		product.Mul(product, root)
	}
	for bit := model.ExponentHalf; bit > 0; bit >>= 1 {
		root.Sqrt(root)
		if alpha&bit != 0 {
			product.Mul(product, root)
		}
	}
	return product
}
