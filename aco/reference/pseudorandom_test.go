package reference

import (
	"math"
	"math/big"
	"testing"

	"github.com/aco-vk/aco-vk/aco/problem"
	"pgregory.net/rapid"
)

// The greedy choice has the largest product but for its last bits, which tell places apart.
func TestExploitTakesTheLargestProduct(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var candidates []candidate
		for place := range rapid.IntRange(1, problem.MaxCandidates).Draw(t, "candidates") {
			draw := func(label string) uint32 {
				return max(1, rapid.Uint32().Draw(t, label)>>rapid.SampledFrom([]int{0, 16, 28, 31}).Draw(t, label+" bits"))
			}
			candidates = append(candidates, newCandidate(place, uint32(100+place), draw("trail"), draw("heuristic")))
		}
		chosen := exploit(candidates)
		for _, c := range candidates {
			mine, its := truncatedProduct(candidates[chosen-100]), truncatedProduct(c)
			if order := its.Cmp(mine); order > 0 || order == 0 && c.city < chosen {
				t.Fatalf("city %d with %v is taken, city %d has %v", chosen, mine, c.city, its)
			}
		}
	})
}

// key is a product without its last bits.
func truncatedProduct(c candidate) *big.Int {
	product := new(big.Int).Lsh(big.NewInt(int64(c.high)), 32)
	product.Add(product, big.NewInt(int64(c.low)))
	return product.Rsh(product, 6)
}

// Candidates are explored in proportion to their products: a chi-square test with 7 degrees of freedom, whose value exceeds 24.3
// once in a thousand runs of random words; here the words are fixed, so it passes always or never.
func TestExploreIsProportional(t *testing.T) {
	p := &problem.Problem{Parameters: problem.Parameters{Candidates: problem.MaxCandidates}}
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
		counts[explore(p, candidates, problem.Draw(1, 0, 0, 0, uint32(i), wordExplore))]++
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

// A draw ends within the candidates, whatever their products and the word.
func TestExploreEnds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := &problem.Problem{Parameters: problem.Parameters{Candidates: rapid.IntRange(1, problem.MaxCandidates).Draw(t, "list")}}
		var candidates []candidate
		for place := range rapid.IntRange(1, p.Candidates).Draw(t, "candidates") {
			draw := rapid.Uint32Range(1, math.MaxUint32)
			candidates = append(candidates, newCandidate(place, uint32(place), draw.Draw(t, "trail"), draw.Draw(t, "heuristic")))
		}
		word := rapid.SampledFrom([]uint32{0, math.MaxUint32, rapid.Uint32().Draw(t, "any")}).Draw(t, "word")
		if city := explore(p, candidates, word); int(city) >= len(candidates) {
			t.Fatalf("city %d is drawn of %d", city, len(candidates))
		}
	})
}

// Of many steps the share q0 is greedy, to within five standard deviations.
func TestGreedyShare(t *testing.T) {
	for _, q0 := range []float64{0, 0.1, 0.9, 1} {
		p, err := problem.NewUnprepared(generated(t, "uniform", 30), problem.Parameters{
			Algorithm: problem.AlgorithmACS, Alpha: 1, Beta: 3, Rho: 0.2, Q0: q0, LocalRate: 0.1,
		})
		if err != nil {
			t.Fatal(err)
		}
		want := p.Q0 // 0 stands for another one
		const steps = 100_000
		greedy := 0.0
		for i := range steps {
			if problem.Draw(1, 0, 0, 0, uint32(i), wordGreedy) < p.ACS.Greedy {
				greedy++
			}
		}
		if deviation := math.Sqrt(steps * want * (1 - want)); math.Abs(greedy-steps*want) > 5*deviation {
			t.Errorf("q0 %v: %v of %d steps are greedy", want, greedy, steps)
		}
	}
}
