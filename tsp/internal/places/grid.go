package places

import (
	"math"
	"runtime"

	"github.com/aco-vk/aco-vk/internal/parallel"
	"github.com/aco-vk/aco-vk/tsp"
)

// cellGrid has cities sorted into the square cells of a grid over X and Y, about two in a cell:
// the cities near a city are in the few cells around it.
type cellGrid struct {
	in            *tsp.Instance
	cities        []int32  // cell by cell; within a cell in the order given
	first         []uint32 // by cell: the index in cities of its first city; the last element is the number of cities
	x, y, side    float64  // the corner of the grid with the smallest coordinates, and the side of a cell
	columns, rows int
}

// newCellGrid makes a grid over one or more cities.
func newCellGrid(in *tsp.Instance, cities []int32) cellGrid {
	var maxX, maxY float64
	l := cellGrid{in: in}
	l.x, maxX = rangeOf(in.X, cities)
	l.y, maxY = rangeOf(in.Y, cities)
	// The second term bounds the number of cells of a long, thin grid by about the number of
	// cities, and keeps their size above 0.
	width, height, n := maxX-l.x, maxY-l.y, float64(len(cities))
	l.side = max(math.Sqrt(2*width*height/n), max(width, height)/n)
	if l.side == 0 {
		l.side = 1 // all cities are at one place
	}
	l.columns, l.rows = int(width/l.side)+1, int(height/l.side)+1
	l.sort(cities)
	return l
}

// rangeOf returns the least and the largest coordinate of some cities on an axis.
func rangeOf(axis []float64, cities []int32) (least, most float64) {
	return parallel.RangeOf(len(cities), func(from, to int) (least, most float64) {
		least, most = math.Inf(1), math.Inf(-1)
		for _, city := range cities[from:to] {
			least, most = min(least, axis[city]), max(most, axis[city])
		}
		return least, most
	})
}

// sort puts the cities into their cells.
func (l *cellGrid) sort(cities []int32) {
	cells := make([]uint32, len(cities))
	parallel.All(len(cities), func(i int) {
		column, row := l.place(cities[i])
		cells[i] = uint32(row*l.columns + column)
	})
	// A counting sort: each part of the cells looks at all cities. At index cell + 1,
	// first has the number of cities of the cell, then the place of its next city and in the end
	// the place after its last city, where the next cell begins.
	n, parts := l.columns*l.rows, runtime.GOMAXPROCS(0)
	l.first = make([]uint32, n+1)
	l.cities = make([]int32, len(cities))
	before := make([]uint32, parts+1) // by part: the number of cities in the cells before it
	each := func(from, to int, use func(next *uint32, i int)) {
		next := l.first[from+1 : to+1]
		for i, cell := range cells {
			if at := cell - uint32(from); at < uint32(len(next)) {
				use(&next[at], i)
			}
		}
	}
	parallel.Parts(n, parts, func(part, from, to int) {
		each(from, to, func(count *uint32, _ int) { *count++ })
		for _, count := range l.first[from+1 : to+1] {
			before[part+1] += count
		}
	})
	for part := range parts {
		before[part+1] += before[part]
	}
	parallel.Parts(n, parts, func(part, from, to int) {
		place := before[part]
		for cell := from + 1; cell <= to; cell++ {
			l.first[cell], place = place, place+l.first[cell]
		}
		each(from, to, func(next *uint32, i int) {
			l.cities[*next] = cities[i]
			*next++
		})
	})
}

// place returns the column and the row of a city, the nearest ones for a city outside the grid.
func (l *cellGrid) place(city int32) (column, row int) {
	inside := func(v float64, n int) int { return int(min(max(v, 0), float64(n-1))) }
	return inside((l.in.X[city]-l.x)/l.side, l.columns), inside((l.in.Y[city]-l.y)/l.side, l.rows)
}
