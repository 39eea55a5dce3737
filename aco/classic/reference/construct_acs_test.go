package reference

import (
	"math"
	"math/big"
	"testing"

	"pgregory.net/rapid"

	"github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/aco/philox"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
)

// The greedy choice has the largest product without the last bits. Ties go to the smallest rank.
func TestExploitTakesTheLargestProduct(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var candidates []candidate
		for rank := range rapid.IntRange(1, model.MaxCandidates).Draw(t, "candidates") {
			draw := func(label string) uint32 {
				return max(1, rapid.Uint32().Draw(t, label)>>rapid.SampledFrom([]int{0, 16, 28, 31}).Draw(t,
					label+" bits"))
			}
			candidates = append(candidates, newCandidate(rank, uint32(100+rank), draw("trail"), draw("heuristic")))
		}
		chosen := exploit(candidates)
		for _, c := range candidates {
			best, product := truncatedProduct(candidates[chosen-100]), truncatedProduct(c)
			if order := product.Cmp(best); order > 0 || order == 0 && c.city < chosen {
				t.Fatalf("chose city %d with %v, city %d has %v", chosen, best, c.city, product)
			}
		}
	})
}

// truncatedProduct returns a product without its last bits.
func truncatedProduct(c candidate) *big.Int {
	product := new(big.Int).Lsh(big.NewInt(int64(c.high)), 32)
	product.Add(product, big.NewInt(int64(c.low)))
	return product.Rsh(product, 6)
}

// Exploration draws candidates in proportion to their products. This is a chi-square test with 7
// degrees of freedom: with random words the value exceeds 24.3 once in 1000 runs. The words are
// fixed, so the result is always the same.
func TestExploreIsProportional(t *testing.T) {
	p := &model.Problem{Parameters: model.Parameters{Candidates: model.MaxCandidates}}
	products := []uint32{5, 100, 30, 400, 250, 64, 900, 12}
	var candidates []candidate
	total := 0.0
	for i, product := range products {
		candidates = append(candidates, newCandidate(4*i, uint32(i), product<<20, math.MaxUint32-uint32(i)))
		total += float64(product)
	}
	const draws = 200_000
	counts := make([]float64, len(products))
	for i := range draws {
		counts[explore(p, candidates, philox.Draw(1, 0, 0, 0, uint32(i), wordExplore))]++
	}
	var chi float64
	for i, product := range products {
		expected := draws * float64(product) / total
		chi += math.Pow(counts[i]-expected, 2) / expected
	}
	if chi > 24.3 {
		t.Errorf("chi-square %.1f: counts %v for products %v", chi, counts, products)
	}
}

// Exploration returns a candidate for all products and words.
func TestExploreReturnsACandidate(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := &model.Problem{Parameters: model.Parameters{Candidates: rapid.IntRange(1, model.MaxCandidates).Draw(t,
			"list")}}
		var candidates []candidate
		for rank := range rapid.IntRange(1, p.Candidates).Draw(t, "candidates") {
			draw := rapid.Uint32Range(1, math.MaxUint32)
			candidates = append(candidates, newCandidate(rank, uint32(rank), draw.Draw(t, "trail"),
				draw.Draw(t, "heuristic")))
		}
		word := rapid.SampledFrom([]uint32{0, math.MaxUint32, rapid.Uint32().Draw(t, "any")}).Draw(t, "word")
		if city := explore(p, candidates, word); int(city) >= len(candidates) {
			t.Fatalf("drew city %d of %d candidates", city, len(candidates))
		}
	})
}

// The fraction q0 of many steps is greedy, within five standard deviations.
func TestGreedyShare(t *testing.T) {
	for _, q0 := range []float64{0, 0.1, 0.9, 1} {
		p, err := model.NewUnprepared(tsptest.Generate(t, "uniform", 30, 5), model.Parameters{
			Algorithm: model.AlgorithmACS, Alpha: 1, Beta: 3, Rho: 0.2, Q0: new(q0), LocalRate: new(0.1),
		})
		if err != nil {
			t.Fatal(err)
		}
		want := q0
		const steps = 100_000
		greedy := 0.0
		for i := range steps {
			if philox.Draw(1, 0, 0, 0, uint32(i), wordGreedy) < p.ACS.Greedy {
				greedy++
			}
		}
		if deviation := math.Sqrt(steps * want * (1 - want)); math.Abs(greedy-steps*want) > 5*deviation {
			t.Errorf("q0 %v: %v of %d steps are greedy", want, greedy, steps)
		}
	}
}
