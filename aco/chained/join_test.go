package chained

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
)

// Cycles become a tour by the exchanges that make it least longer, the smallest cycle first, and fixed
// edges stay: compared with all exchanges.
func TestJoinIsCheapest(t *testing.T) {
	const n = 17 // each has all others as candidates
	for seed := range int64(40) {
		in, err := tsptest.Generate(t, "uniform", n, seed).WithFixed(tsp.Edge{0, 1}, tsp.Edge{3, 4}, tsp.Edge{9, 10}, tsp.Edge{13, 14})
		if err != nil {
			t.Fatal(err)
		}
		m := must.Get(model.New(t.Context(), in, Parameters{Colonies: 1, Candidates: n - 1, Seed: 1}.model(n)))(t)
		p, order := newPopulation(m), []int32{} // with cities of fixed edges behind each other
		for _, city := range rand.New(rand.NewPCG(uint64(seed), 1)).Perm(n) {
			for _, other := range slices.Insert(everyCity(n), 0, int32(city)) {
				if (other == int32(city) || p.isFixed(int32(city), other)) && !slices.Contains(order, other) {
					order = append(order, other)
				}
			}
		}
		var cycles [][]int32
		w := newWay(m.StartTour)
		for _, size := range []int{4, 5, 8} {
			for size < len(order) && p.isFixed(order[size-1], order[size]) {
				size++
			}
			cycle := order[:min(size, len(order))]
			for at, city := range cycle {
				w.near[city] = [2]int32{cycle[(at+len(cycle)-1)%len(cycle)], cycle[(at+1)%len(cycle)]}
			}
			cycles, order = append(cycles, cycle), order[len(cycle):]
		}
		slices.SortFunc(cycles, func(a, b []int32) int {
			return cmp.Or(cmp.Compare(len(a), len(b)), cmp.Compare(slices.Min(a), slices.Min(b)))
		})
		want := p.joinPlainly(cycles)
		if !p.join(w) {
			t.Fatal("not joined")
		}
		var got []int32
		w.walk(0, func(city int32) bool { got = append(got, city); return true })
		if len(got) != n || p.lengthOf(got) != want {
			t.Errorf("seed %d: %d cities with length %d, want %d", seed, len(got), p.lengthOf(got), want)
		}
	}
}

func (p *population) lengthOf(cycle []int32) (length int64) {
	for at, city := range cycle {
		length += p.model.Distance(uint32(city), uint32(cycle[(at+1)%len(cycle)]))
	}
	return length
}

// joinPlainly returns the length of the tour of cycles, in the order of their sizes.
func (p *population) joinPlainly(cycles [][]int32) int64 {
	for len(cycles) > 1 {
		var best []int32
		into, least := 0, int64(math.MaxInt64)
		for k, other := range cycles[1:] {
			for i := range cycles[0] {
				for j := range 2 * len(other) {
					a, b := slices.Concat(cycles[0][i:], cycles[0][:i]), slices.Concat(other[j/2:], other[:j/2])
					if j%2 == 0 {
						slices.Reverse(b)
					}
					joined := slices.Concat(a, b)
					longer := p.lengthOf(joined) - p.lengthOf(a) - p.lengthOf(b)
					if longer < least && !p.isFixed(a[len(a)-1], a[0]) && !p.isFixed(b[len(b)-1], b[0]) {
						best, into, least = joined, k+1, longer
					}
				}
			}
		}
		cycles[into] = best
		cycles = cycles[1:]
	}
	return p.lengthOf(cycles[0])
}
