package lk

import (
	"cmp"
	"math"
	"slices"
	"sync/atomic"

	"github.com/aco-vk/aco-vk/tsp"
)

// A Problem is what all searches of some cities share.
type Problem struct {
	matrix []int32 // of the distances of few cities, by row; else nil
	cities int
	points []point // of EUC_2D
	other  func(a, b int32) int64
	lists  []link     // the candidates of all cities, nearest first
	first  []int32    // by city: where its candidates begin in lists; one more for the end
	fixed  [][2]int32 // by city: the cities of its fixed edges, or -1; nil if there are none
	pairs  *pairs     // of node pairs

	breadth  breadth
	shallow  bool // see Shallow
	reverses bool // searches are shallow, and their moves and kicks are reversals of paths
}

// point is a place in the plane.
type point struct{ x, y float64 }

// NewProblem returns the problem of some cities of a valid symmetric instance. The city i of the
// problem is the city cities[i] of the instance. A search is fastest if cities that are close have
// close numbers, as in the order of [construct.SpaceFilling].
//
// candidates has a list of equal length for each city of the instance, as [neighbour.Candidates]
// returns them. A search adds edges to candidates alone; five of [neighbour.Alpha] are best.
// Candidates that are not cities of the problem are left out.
//
// Fixed edges of the instance between two cities of the problem are fixed, and no candidates. Of node
// pairs the problem has both nodes or none.
func NewProblem(in *tsp.Instance, cities []int32, candidates []uint32) *Problem {
	distance := in.DistanceFunc()
	p := &Problem{
		cities: len(cities), breadth: usualBreadth,
		other: func(a, b int32) int64 { return distance(uint32(cities[a]), uint32(cities[b])) },
	}
	if len(cities) > mostInMatrix && len(cities) <= mostRemembered && in.Metric.Geometry() == tsp.Globe {
		p.other = remembered(p.other, len(cities))
	}
	local := slices.Repeat([]int32{-1}, in.Dimension())
	for i, city := range cities {
		local[city] = int32(i)
	}
	for _, e := range in.Fixed {
		if a, b := local[e[0]], local[e[1]]; a >= 0 && b >= 0 {
			p.Fix(a, b)
		}
	}
	if in.Metric == tsp.Pairs {
		p.pairs, p.breadth = newPairs(in, cities), pairBreadth
	}
	if in.Metric == tsp.EUC2D {
		p.points = make([]point, len(cities))
		for i, city := range cities {
			p.points[i] = point{in.X[city], in.Y[city]}
		}
	}
	if len(cities) <= mostInMatrix {
		p.fillMatrix()
	}
	width := len(candidates) / in.Dimension()
	p.first = make([]int32, 1, len(cities)+1)
	p.lists = make([]link, 0, len(cities)*width)
	for i, city := range cities {
		from := len(p.lists)
		for _, c := range candidates[int(city)*width:][:width] {
			if j := local[c]; j >= 0 && j != int32(i) && !p.isFixed(int32(i), j) {
				p.lists = append(p.lists, link{j, p.distance(int32(i), j)})
			}
		}
		slices.SortStableFunc(p.lists[from:], func(a, b link) int { return cmp.Compare(a.distance, b.distance) })
		p.first = append(p.first, int32(len(p.lists)))
	}
	return p
}

// mostRemembered is the most cities whose distances on the globe are remembered, in 4 MB. A search of 300
// or 1000 places then makes 1.3 to 1.4 times as many kicks.
const mostRemembered = 1000

// remembered returns the distances between so many cities, each computed once. Any number of goroutines
// may call it.
func remembered(distance func(a, b int32) int64, cities int) func(a, b int32) int64 {
	known := make([]atomic.Int32, cities*cities) // less 1; 0: not known
	return func(a, b int32) int64 {
		at := &known[int(max(a, b))*cities+int(min(a, b))]
		if d := at.Load(); d != 0 {
			return int64(d - 1)
		}
		d := distance(a, b)
		at.Store(int32(d) + 1)
		return d
	}
}

// Shallow makes searches of the problem make the moves of 2-opt and Or-opt alone; of node pairs, exchanges of
// up to three edges. It is called before the first search. A kick then takes a tenth of the time or less, and
// the tour after many kicks is longer.
func (p *Problem) Shallow() { p.shallow, p.reverses = true, p.pairs == nil }

// Thorough makes searches look at more moves: the first local optimum is shorter, and takes longer. It is
// called before the first search. Of node pairs it changes nothing: they have the most moves.
func (p *Problem) Thorough() {
	if p.pairs == nil {
		p.breadth = thoroughBreadth
	}
}

// Fix fixes the edge between two cities of the problem, before the first search of the problem. A
// part of a tour is a problem whose last and first cities have a fixed edge. No city has more than
// two fixed edges.
func (p *Problem) Fix(a, b int32) {
	if p.fixed == nil {
		p.fixed = slices.Repeat([][2]int32{{-1, -1}}, p.cities)
	}
	for city, other := range map[int32]int32{a: b, b: a} {
		if f := &p.fixed[city]; f[0] < 0 || f[0] == other {
			f[0] = other
		} else {
			f[1] = other
		}
	}
}

// list returns the candidates of a city.
func (p *Problem) list(city int32) []link { return p.lists[p.first[city]:p.first[city+1]] }

// isFixed reports whether an edge of a tour is fixed.
func (p *Problem) isFixed(a, b int32) bool {
	return p.fixed != nil && (p.fixed[a][0] == b || p.fixed[a][1] == b)
}

// mostInMatrix is the most cities whose distances are a matrix, of 256 KB.
const mostInMatrix = 256

// fillMatrix computes the matrix.
func (p *Problem) fillMatrix() {
	n := p.cities
	matrix := make([]int32, n*n)
	for a := range n {
		for b := range a {
			d := p.computed(int32(a), int32(b))
			matrix[a*n+b], matrix[b*n+a] = d, d
		}
	}
	p.matrix, p.points = matrix, nil
}

// distance returns the distance of two cities of the instance.
func (p *Problem) distance(a, b int32) int32 {
	if p.matrix != nil {
		return p.matrix[int(a)*p.cities+int(b)]
	}
	return p.computed(a, b)
}

// computed returns the distance of two cities without the matrix.
func (p *Problem) computed(a, b int32) int32 {
	if p.points != nil {
		return euclidean(&p.points[a], &p.points[b])
	}
	if p.pairs != nil {
		return p.pairs.distance(a, b)
	}
	return int32(p.other(a, b))
}

// euclidean returns the distance of EUC_2D, rounded as package tsp does it.
func euclidean(a, b *point) int32 {
	dx, dy := a.x-b.x, a.y-b.y
	return int32(math.Sqrt(float64(dx*dx)+float64(dy*dy)) + 0.5)
}
