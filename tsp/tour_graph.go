package tsp

import (
	"math/bits"

	"github.com/aco-vk/aco-vk/tsp/internal/cityset"
)

// tourGraph is a directed graph of cities. It may have a tour along its edges.
type tourGraph struct {
	n   int
	out []cityset.Set // the cities to which edges lead, by city
}

// mayHaveTour reports whether the graph has a tour. Up to 16 cities the answer is exact. With more, it
// is true for some graphs without a tour, in which each city can be reached from all others.
func (g *tourGraph) mayHaveTour() bool {
	const exact = 16 // cities: 2¹⁶ sets of visited ones
	if g.n <= exact {
		return g.hasTour()
	}
	in := g.reversed()
	return g.reachesAll(g.out) && g.reachesAll(in) && g.degreesSuffice(in)
}

// hasTour reports whether there is a tour. It looks at all sets of visited cities (Held and Karp, "A
// dynamic programming approach to sequencing problems", 1962).
func (g *tourGraph) hasTour() bool {
	all := uint64(1)<<g.n - 1
	last := make([]uint64, all+1) // cities at which a path from city 0 through a set can end
	last[1] = 1
	for visited := uint64(1); visited < all; visited += 2 {
		next := g.after(last[visited]) &^ visited
		for ; next != 0; next &= next - 1 {
			city := next & -next
			last[visited|city] |= city
		}
	}
	return g.after(last[all])&1 != 0
}

// after returns the cities to which edges lead from at least one city of a set.
func (g *tourGraph) after(cities uint64) (next uint64) {
	for ; cities != 0; cities &= cities - 1 {
		next |= g.out[bits.TrailingZeros64(cities)][0]
	}
	return next
}

// reachesAll reports whether edges lead from city 0 to all others, directly or through others.
func (g *tourGraph) reachesAll(out []cityset.Set) bool {
	reached, stack := cityset.New(g.n), []int{0}
	reached.Add(0)
	for len(stack) > 0 {
		from := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for word, cities := range out[from] {
			for cities &^= reached[word]; cities != 0; cities &= cities - 1 {
				city := word*cityset.WordBits + bits.TrailingZeros64(cities)
				reached.Add(int32(city))
				stack = append(stack, city)
			}
		}
	}
	return reached.Missing() >= g.n
}

// reversed returns the cities from which edges lead, by city.
func (g *tourGraph) reversed() []cityset.Set {
	in := make([]cityset.Set, g.n)
	for city := range in {
		in[city] = cityset.New(g.n)
	}
	for from, cities := range g.out {
		for to := range g.n {
			if cities.Has(int32(to)) {
				in[to].Add(int32(from))
			}
		}
	}
	return in
}

// degreesSuffice reports whether each city has edges to or from two others. in has the cities from
// which edges lead.
func (g *tourGraph) degreesSuffice(in []cityset.Set) bool {
	for city, out := range g.out {
		neighbours := 0
		for word := range out {
			neighbours += bits.OnesCount64(out[word] | in[city][word])
		}
		if neighbours < 2 {
			return false
		}
	}
	return true
}
