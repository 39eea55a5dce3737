package tsp

import (
	"iter"
	"math"
)

// lattice has cities sorted into the squares of a lattice over X and Y, about two to a square: those near to a city are in
// the few squares around.
type lattice struct {
	in            *Instance
	cities        []int32 // square by square, of each in the order they came in
	first         []int   // of each square, in cities, and behind the last square their number
	x, y, side    float64 // the corner of the lattice with the smallest coordinates, and the side of a square
	columns, rows int
}

// newLattice lays a lattice over the cities, of which there is at least one.
func newLattice(in *Instance, cities []int32) lattice {
	l := lattice{in: in, x: math.Inf(1), y: math.Inf(1)}
	maxX, maxY := math.Inf(-1), math.Inf(-1)
	for _, city := range cities {
		l.x, maxX = min(l.x, in.X[city]), max(maxX, in.X[city])
		l.y, maxY = min(l.y, in.Y[city]), max(maxY, in.Y[city])
	}
	// The second term keeps the squares of a long, thin lattice in the order of the cities, and none of size 0.
	width, height, n := maxX-l.x, maxY-l.y, float64(len(cities))
	l.side = max(math.Sqrt(2*width*height/n), max(width, height)/n)
	if l.side == 0 {
		l.side = 1 // all in one place
	}
	l.columns, l.rows = int(width/l.side)+1, int(height/l.side)+1
	l.sort(cities)
	return l
}

// sort puts the cities into their squares.
func (l *lattice) sort(cities []int32) {
	squares := make([]int32, len(cities))
	next := make([]int, l.columns*l.rows+1) // of each square, one place on: where its next city goes
	for i, city := range cities {
		column, row := l.place(city)
		squares[i] = int32(row*l.columns + column)
		next[squares[i]+1]++
	}
	for s := 1; s < len(next); s++ {
		next[s] += next[s-1]
	}
	l.first = append([]int(nil), next...)
	l.cities = make([]int32, len(cities))
	for i, city := range cities {
		l.cities[next[squares[i]]] = city
		next[squares[i]]++
	}
}

// place returns the column and the row of a city; one outside the lattice gets the nearest.
func (l *lattice) place(city int32) (column, row int) {
	inside := func(v float64, n int) int { return int(min(max(v, 0), float64(n-1))) }
	return inside((l.in.X[city]-l.x)/l.side, l.columns), inside((l.in.Y[city]-l.y)/l.side, l.rows)
}

// rings returns how many rings may be around a city.
func (l *lattice) rings() int { return max(l.columns, l.rows) }

// ring returns the squares that are so many columns or rows away from a place, and no more.
func (l *lattice) ring(column, row, away int) iter.Seq[int] {
	return func(yield func(square int) bool) {
		for r := max(row-away, 0); r <= min(row+away, l.rows-1); r++ {
			step := max(2*away, 1) // from the left edge of the ring to the right
			if r == row-away || r == row+away {
				step = 1
			}
			for c := column - away; c <= column+away; c += step {
				if c >= 0 && c < l.columns && !yield(r*l.columns+c) {
					return
				}
			}
		}
	}
}

// outside reports whether every city of a ring is farther away than a distance from a city in its middle, and so is every
// city beyond.
func (l *lattice) outside(ring int, distance int64) bool {
	// What is in the ring is farther away, by one of the axes, than the rings within it are wide. The hair less covers the
	// rounding in place, which is below 2⁻²⁰ squares.
	apart := (float64(ring-1) - 0x1p-20) * l.side
	return apart > 0 && l.in.Metric.straight(apart, 0, 0) > distance
}
