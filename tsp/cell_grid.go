package tsp

import (
	"iter"
	"math"
	"runtime"

	"github.com/aco-vk/aco-vk/internal/parallel"
)

// cellGrid has cities sorted into the square cells of a grid over X and Y, about two in a cell: the cities near a city are
// in the few cells around it.
type cellGrid struct {
	in            *Instance
	cities        []int32 // cell by cell; within a cell in the order given
	first         []int   // by cell: the index in cities of its first city; the last element is the number of cities
	x, y, side    float64 // the corner of the grid with the smallest coordinates, and the side of a cell
	columns, rows int
}

// newCellGrid makes a grid over one or more cities.
func newCellGrid(in *Instance, cities []int32) cellGrid {
	l := cellGrid{in: in, x: math.Inf(1), y: math.Inf(1)}
	maxX, maxY := math.Inf(-1), math.Inf(-1)
	for _, city := range cities {
		l.x, maxX = min(l.x, in.X[city]), max(maxX, in.X[city])
		l.y, maxY = min(l.y, in.Y[city]), max(maxY, in.Y[city])
	}
	// The second term bounds the number of cells of a long, thin grid by about the number of cities, and keeps their size above 0.
	width, height, n := maxX-l.x, maxY-l.y, float64(len(cities))
	l.side = max(math.Sqrt(2*width*height/n), max(width, height)/n)
	if l.side == 0 {
		l.side = 1 // all cities are at one place
	}
	l.columns, l.rows = int(width/l.side)+1, int(height/l.side)+1
	l.sort(cities)
	return l
}

// sort puts the cities into their cells.
func (l *cellGrid) sort(cities []int32) {
	cells := make([]int32, len(cities))
	// A counting sort: next first has the number of cities of each cell, at index cell + 1. The sums make it the index in l.cities of the
	// next city of each cell, at index cell.
	next := make([]int, l.columns*l.rows+1)
	parallel.Parts(len(cities), runtime.GOMAXPROCS(0), func(_, from, to int) {
		for i, city := range cities[from:to] {
			column, row := l.place(city)
			cells[from+i] = int32(row*l.columns + column)
		}
	})
	for _, cell := range cells {
		next[cell+1]++
	}
	for s := 1; s < len(next); s++ {
		next[s] += next[s-1]
	}
	l.first = append([]int(nil), next...)
	l.cities = make([]int32, len(cities))
	for i, city := range cities {
		l.cities[next[cells[i]]] = city
		next[cells[i]]++
	}
}

// place returns the column and the row of a city, the nearest ones for a city outside the grid.
func (l *cellGrid) place(city int32) (column, row int) {
	inside := func(v float64, n int) int { return int(min(max(v, 0), float64(n-1))) }
	return inside((l.in.X[city]-l.x)/l.side, l.columns), inside((l.in.Y[city]-l.y)/l.side, l.rows)
}

// rings returns the largest number of rings around a city.
func (l *cellGrid) rings() int { return max(l.columns, l.rows) }

// ring returns the cells whose larger distance from a place, in columns or rows, is exactly away.
func (l *cellGrid) ring(column, row, away int) iter.Seq[int] {
	return func(yield func(cell int) bool) {
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

// beyond reports whether the cities in the cell in the middle of a ring are farther than a distance from all cities of the
// ring and of the larger rings.
func (l *cellGrid) beyond(ring int, distance int64) bool {
	// On one of the axes, the cities of the ring are at least as far away as the rings inside it are wide, less the rounding
	// in place, which is below 2⁻²⁰ of a cell.
	apart := (float64(ring-1) - 0x1p-20) * l.side
	return apart > 0 && l.in.Metric.distanceOfDeltas(apart, 0, 0) > distance
}
