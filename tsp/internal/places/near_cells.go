package places

import "math"

const (
	// mostRings and mostInCells bound what is looked at around a city. Beyond that, where cities are spread unevenly, the tree is faster.
	mostRings   = 5
	mostInCells = 400
	// NoKey is above the keys of all cities.
	NoKey = math.MaxUint64
)

// FindNear does what find does without a window. It looks into the cells first, unless they are nil.
func (s *Search) FindNear(cells *Cells, place int, partner uint32, width int) {
	if cells != nil {
		s.Nearest.Clear(width)
		if _, ok := cells.Find(int32(s.Cities[place]), int32(partner), &s.Nearest, false); ok {
			return
		}
	}
	s.Find(place, &Everywhere, partner, width)
}

// Around is what Cells found around a city.
type Around struct {
	x, y      float64
	city      int32
	partner   int32 // a city that is left out
	nearest   *smallest
	Quadrants [4]uint64 // the key of the nearest city of each quadrant, in the order of appendQuadrants; NoKey: there is none
	seen      int
}

// Find sets the nearest cities of all and of each quadrant, without the city and its partner. It returns false if it would have to look at
// too many cells or cities.
func (c *Cells) Find(city, partner int32, nearest *smallest, quadrants bool) (around Around, ok bool) {
	column, row := c.place(city)
	if inner := c.inner[row*c.columns+column]; inner != nil {
		return inner.Find(city, partner, nearest, quadrants)
	}
	a := Around{x: c.in.X[city], y: c.in.Y[city], city: city, partner: partner, nearest: nearest, Quadrants: [4]uint64{NoKey, NoKey, NoKey, NoKey}}
	for ring := 1; ring <= mostRings; ring++ {
		if !c.lookAtRing(&a, column, row, ring) {
			return a, false
		}
		least := c.beyond(&a, column, row, ring)
		if nearest.Bound <= least && (!quadrants || a.closer(least)) {
			return a, true
		}
	}
	return a, false
}

// lookAtRing looks at the cities of a ring of cells, and of the cell in its middle if the ring is
// the first.
func (c *Cells) lookAtRing(a *Around, column, row, ring int) bool {
	left, right := max(column-ring, 0), min(column+ring, c.columns-1)
	for r := max(row-ring, 0); r <= min(row+ring, c.rows-1); r++ {
		cells := r * c.columns
		if ring == 1 || r == row-ring || r == row+ring {
			if !c.look(a, cells+left, cells+right) {
				return false
			}
			continue
		}
		if column-ring >= 0 && !c.look(a, cells+left, cells+left) {
			return false
		}
		if column+ring < c.columns && !c.look(a, cells+right, cells+right) {
			return false
		}
	}
	return true
}

// look looks at the cities of consecutive cells. It returns false, and looks at none of them, if
// there are too many.
func (c *Cells) look(a *Around, from, to int) bool {
	first, end := c.first[from], c.first[to+1]
	if a.seen += int(end - first); a.seen > mostInCells {
		return false
	}
	for i := first; i < end; i++ {
		other := c.cities[i]
		if other == a.city || other == a.partner {
			continue
		}
		dx, dy := c.x[i]-a.x, c.y[i]-a.y
		var distance int64
		if c.euclidean { // a call takes longer
			distance = int64(math.Sqrt(float64(dx*dx)+float64(dy*dy)) + 0.5)
		} else {
			distance = c.distance(math.Abs(dx), math.Abs(dy), 0)
		}
		key := Key(distance, uint32(other))
		a.nearest.offer(key)
		if q := quadrantOf(dx, dy); q >= 0 {
			a.Quadrants[q] = min(a.Quadrants[q], key)
		}
	}
	return true
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
func (c *Cells) beyond(a *Around, column, row, ring int) uint64 {
	// On one of the axes.
	apart := min(a.x-c.left(column-ring), c.right(column+ring)-a.x, a.y-c.below(row-ring), c.above(row+ring)-a.y)
	if math.IsInf(apart, 1) {
		return NoKey // there are none
	}
	return Key(c.distance(max(apart-c.slack, 0), 0, 0), 0)
}

// closer reports whether each quadrant has a city whose key is at most that of all cities that were not seen.
func (a *Around) closer(least uint64) bool {
	for _, key := range a.Quadrants {
		if key > least {
			return false
		}
	}
	return true
}
