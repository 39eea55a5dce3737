package tsp

import (
	"math"
	"runtime"

	"github.com/aco-vk/aco-vk/internal/parallel"
)

const (
	// mostRings and mostInCells bound what is looked at around a city. Beyond that, where cities are spread unevenly, the tree is faster.
	mostRings   = 5
	mostInCells = 400
	// noKey is above the keys of all cities.
	noKey = math.MaxUint64
)

// nearCells finds cities near a city in the plane in the cells around it. Where cities are spread evenly this takes a fifth of the time of a
// search in the tree, which begins at its root.
type nearCells struct {
	cellGrid
	x, y      []float64 // of the cities, cell by cell
	euclidean bool      // the metric is EUC_2D
}

// nearCells returns the cells of the cities of a tree in the plane, else nil.
func (b *rTree) nearCells() *nearCells {
	if !b.in.Metric.planar() {
		return nil
	}
	in, cities := b.in, b.cities
	all := make([]int32, len(cities))
	parallel.Parts(len(all), runtime.GOMAXPROCS(0), func(_, from, to int) {
		for i := from; i < to; i++ {
			all[i] = int32(cities[i])
		}
	})
	c := &nearCells{cellGrid: newCellGrid(in, all), x: make([]float64, len(all)), y: make([]float64, len(all)), euclidean: in.Metric == EUC2D}
	parallel.Parts(len(all), runtime.GOMAXPROCS(0), func(_, from, to int) {
		for i := from; i < to; i++ {
			c.x[i], c.y[i] = in.X[c.cities[i]], in.Y[c.cities[i]]
		}
	})
	return c
}

// findNear does what find does without a window. It looks into the cells first, unless they are nil.
func (s *search) findNear(cells *nearCells, place int, partner uint32, width int) {
	if cells != nil {
		s.nearest.clear(width)
		if _, ok := cells.find(int32(s.cities[place]), int32(partner), &s.nearest, false); ok {
			return
		}
	}
	s.find(place, &everywhere, partner, width)
}

// aroundCity is what nearCells found around a city.
type aroundCity struct {
	x, y      float64
	city      int32
	partner   int32 // a city that is left out
	nearest   *smallest
	quadrants [4]uint64 // the key of the nearest city of each quadrant, in the order of appendQuadrants; noKey: there is none
	seen      int
}

// find sets the nearest cities of all and of each quadrant, without the city and its partner. It returns false if it would have to look at
// too many cells or cities.
func (c *nearCells) find(city, partner int32, nearest *smallest, quadrants bool) (around aroundCity, ok bool) {
	a := aroundCity{x: c.in.X[city], y: c.in.Y[city], city: city, partner: partner, nearest: nearest, quadrants: [4]uint64{noKey, noKey, noKey, noKey}}
	column, row := c.place(city)
	for ring := 1; ring <= mostRings && a.seen <= mostInCells; ring++ {
		left, right := max(column-ring, 0), min(column+ring, c.columns-1)
		for r := max(row-ring, 0); r <= min(row+ring, c.rows-1); r++ {
			cells := r * c.columns
			if ring == 1 || r == row-ring || r == row+ring {
				c.look(&a, cells+left, cells+right)
				continue
			}
			if column-ring >= 0 {
				c.look(&a, cells+left, cells+left)
			}
			if column+ring < c.columns {
				c.look(&a, cells+right, cells+right)
			}
		}
		least := c.beyond(&a, column, row, ring)
		if nearest.bound <= least && (!quadrants || a.closer(least)) {
			return a, true
		}
	}
	return a, false
}

// look looks at the cities of consecutive cells.
func (c *nearCells) look(a *aroundCity, from, to int) {
	first, end := c.first[from], c.first[to+1]
	a.seen += int(end - first)
	for i := first; i < end; i++ {
		other := c.cities[i]
		if other == a.city || other == a.partner {
			continue
		}
		dx, dy := c.x[i]-a.x, c.y[i]-a.y
		var distance int64
		if c.euclidean { // distanceOfDeltas takes twice as long
			distance = nint(math.Sqrt(float64(dx*dx) + float64(dy*dy)))
		} else {
			distance = c.in.Metric.distanceOfDeltas(math.Abs(dx), math.Abs(dy), 0)
		}
		key := nearKey(distance, uint32(other))
		a.nearest.offer(key)
		if q := quadrantOf(dx, dy); q >= 0 {
			a.quadrants[q] = min(a.quadrants[q], key)
		}
	}
}

// quadrantOf returns the number of the quadrant in a direction, as appendQuadrants orders and divides them, -1 for no direction.
func quadrantOf(dx, dy float64) int {
	switch {
	case dx > 0 && dy >= 0:
		return 0
	case dx <= 0 && dy > 0:
		return 1
	case dx < 0:
		return 2
	case dy < 0:
		return 3
	}
	return -1
}

// beyond returns a key that is not above those of all cities outside the rings around a cell.
func (c *nearCells) beyond(a *aroundCity, column, row, ring int) uint64 {
	apart := math.Inf(1) // on one of the axes
	if column-ring > 0 {
		apart = min(apart, a.x-(c.cellGrid.x+float64(column-ring)*c.side))
	}
	if column+ring < c.columns-1 {
		apart = min(apart, c.cellGrid.x+float64(column+ring+1)*c.side-a.x)
	}
	if row-ring > 0 {
		apart = min(apart, a.y-(c.cellGrid.y+float64(row-ring)*c.side))
	}
	if row+ring < c.rows-1 {
		apart = min(apart, c.cellGrid.y+float64(row+ring+1)*c.side-a.y)
	}
	if math.IsInf(apart, 1) {
		return noKey // there are none
	}
	apart = max(apart-0x1p-20*c.side, 0) // the rounding of place
	return nearKey(c.in.Metric.distanceOfDeltas(apart, 0, 0), 0)
}

// closer reports whether each quadrant has a city whose key is at most that of all cities that were not seen.
func (a *aroundCity) closer(least uint64) bool {
	for _, key := range a.quadrants {
		if key > least {
			return false
		}
	}
	return true
}
