package tsp

import (
	"math"
	"slices"
)

// buckets has the unvisited cities sorted into the squares of a lattice over X and Y, about two to a square: the
// nearest is in one of the few squares around.
type buckets struct {
	in            *Instance
	cities        []int32 // square by square
	first         []int   // of each square, in cities
	count         []int   // of each square: its cities not taken yet
	left          int     // all cities not taken yet
	x, y, side    float64 // the corner of the lattice with the smallest coordinates, and the side of a square
	columns, rows int
}

func newBuckets(in *Instance, cities []int32) *buckets {
	b := &buckets{in: in, cities: cities}
	b.build()
	return b
}

// build lays the lattice over the cities.
func (b *buckets) build() {
	b.left = len(b.cities)
	maxX, maxY := math.Inf(-1), math.Inf(-1)
	b.x, b.y = math.Inf(1), math.Inf(1)
	for _, city := range b.cities {
		b.x, maxX = min(b.x, b.in.X[city]), max(maxX, b.in.X[city])
		b.y, maxY = min(b.y, b.in.Y[city]), max(maxY, b.in.Y[city])
	}
	// The second term keeps the squares of a long, thin lattice in the order of the cities, and none of size 0.
	width, height, n := maxX-b.x, maxY-b.y, float64(b.left)
	b.side = max(math.Sqrt(2*width*height/n), max(width, height)/n)
	if b.side == 0 {
		b.side = 1 // all in one place
	}
	b.columns, b.rows = int(width/b.side)+1, int(height/b.side)+1

	b.first = make([]int, b.columns*b.rows)
	b.count = make([]int, b.columns*b.rows)
	for _, city := range b.cities {
		b.count[b.square(city)]++
	}
	next := 0
	for s, count := range b.count {
		b.first[s] = next
		next += count
	}
	sorted := make([]int32, b.left)
	end := slices.Clone(b.first)
	for _, city := range b.cities {
		s := b.square(city)
		sorted[end[s]] = city
		end[s]++
	}
	b.cities = sorted
}

// place returns the column and the row of a city; one outside the lattice gets the nearest.
func (b *buckets) place(city int32) (column, row int) {
	inside := func(v float64, n int) int { return int(min(max(v, 0), float64(n-1))) }
	return inside((b.in.X[city]-b.x)/b.side, b.columns), inside((b.in.Y[city]-b.y)/b.side, b.rows)
}

func (b *buckets) square(city int32) int {
	column, row := b.place(city)
	return row*b.columns + column
}

// takeNearest removes the city nearest to from, and returns it. There must be one.
func (b *buckets) takeNearest(from int32) int32 {
	best := newNearest(b.in, from)
	column, row := b.place(from)
	for ring := 0; ring < max(b.columns, b.rows); ring++ {
		// What is in the ring is farther away, by one of the axes, than the rings within it are wide. The hair less
		// covers the rounding in place, which is below 2⁻²⁰ squares.
		apart := (float64(ring-1) - 0x1p-20) * b.side
		if best.distance >= 0 && apart > 0 && b.in.Metric.straight(apart, 0, 0) > best.distance {
			break
		}
		b.offerRing(&best, column, row, ring)
	}
	b.remove(best)
	return best.city
}

// offerRing offers the cities of the squares that are ring columns or rows away from one, and no more.
func (b *buckets) offerRing(best *nearest, column, row, ring int) {
	for r := max(row-ring, 0); r <= min(row+ring, b.rows-1); r++ {
		step := 2 * ring // from the left edge of the ring to the right
		if r == row-ring || r == row+ring {
			step = 1
		}
		for c := column - ring; c <= column+ring; c += max(step, 1) {
			if c < 0 || c >= b.columns {
				continue
			}
			s := r*b.columns + c
			for at := b.first[s]; at < b.first[s]+b.count[s]; at++ {
				best.offer(b.cities[at], at)
			}
		}
	}
}

// remove takes a city out of its square. When half of the cities are gone the lattice is laid anew, so that its squares
// stay as full as they were.
func (b *buckets) remove(taken nearest) {
	s := b.square(taken.city)
	b.count[s]--
	b.cities[taken.at] = b.cities[b.first[s]+b.count[s]]
	b.left--
	if b.left == 0 || b.left > len(b.cities)/2 {
		return
	}
	rest := make([]int32, 0, b.left)
	for s, first := range b.first {
		rest = append(rest, b.cities[first:first+b.count[s]]...)
	}
	b.cities = rest
	b.build()
}
