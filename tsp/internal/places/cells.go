package places

import (
	"context"
	"math"
	"runtime"

	"github.com/aco-vk/aco-vk/internal/parallel"
	"github.com/aco-vk/aco-vk/tsp"
)

const (
	// crowded is the number of cities above which a cell has a grid of its own.
	crowded = 64
	// leastReach is the least distance that Cells can look ahead with mostRings. All shorter
	// distances are rounded to the same few numbers.
	leastReach = 0.5
)

// Cells finds cities near a city in the plane in the cells around it. Where cities are spread
// evenly this takes a fifth of the time of a search in the tree, which begins at its root. A
// crowded cell has a grid of its own, so that one place far from all others, or clusters far from
// each other, leave few cities in a cell.
type Cells struct {
	cellGrid
	x, y      []float64                      // of the cities, cell by cell
	euclidean bool                           // the metric is EUC_2D
	distance  func(dx, dy, dz float64) int64 // of any metric
	slack     float64                        // the rounding of place and of the sides of cells is below this
	outside   rectangle                      // no other cities of the instance are inside
	inner     map[int]*Cells                 // by cell: the grid of its cities, if they are crowded
}

// rectangle is a part of the plane.
type rectangle struct{ minX, maxX, minY, maxY float64 }

// Cells returns the cells of the cities of a tree in the plane. It returns nil if only the
// tree finds near cities. If the context ends meanwhile, the cells are incomplete.
func (b *Tree) Cells(ctx context.Context) *Cells {
	if b.Instance.Metric.Geometry() != tsp.Plane {
		return nil
	}
	all := make([]int32, len(b.Cities))
	parallel.All(len(all), func(i int) { all[i] = int32(b.Cities[i]) })
	return newCells(ctx, b.Instance, all, rectangle{math.Inf(-1), math.Inf(1), math.Inf(-1), math.Inf(1)})
}

// newCells returns the cells of some cities, also the cells within crowded ones. It returns nil if
// cells do not help: the cities are at one place, or distances in the cells around a city are
// rounded to 0.
func newCells(ctx context.Context, in *tsp.Instance, cities []int32, outside rectangle) *Cells {
	c := &Cells{cellGrid: newCellGrid(in, cities), euclidean: in.Metric == tsp.EUC2D, distance: in.LowerBound(),
		outside: outside}
	if c.columns*c.rows == 1 || c.side*mostRings < leastReach {
		return nil
	}
	largest := max(math.Abs(c.cellGrid.x), math.Abs(c.cellGrid.y)) + float64(max(c.columns, c.rows))*c.side
	c.slack = 0x1p-20*c.side + 0x1p-50*largest
	c.x, c.y = make([]float64, len(cities)), make([]float64, len(cities))
	parallel.All(len(cities), func(i int) { c.x[i], c.y[i] = in.X[c.cities[i]], in.Y[c.cities[i]] })
	c.divide(ctx)
	return c
}

// divide makes the grids of crowded cells.
func (c *Cells) divide(ctx context.Context) {
	var cells []int
	for cell := range len(c.first) - 1 {
		if c.first[cell+1]-c.first[cell] > crowded {
			cells = append(cells, cell)
		}
	}
	grids := make([]*Cells, len(cells))
	_ = parallel.Each(ctx, runtime.GOMAXPROCS(0), len(cells), func(_, i int) {
		cell := cells[i]
		grids[i] = newCells(ctx, c.in, c.cities[c.first[cell]:c.first[cell+1]], c.around(cell))
	})
	c.inner = make(map[int]*Cells, len(cells))
	for i, cell := range cells {
		if grids[i] != nil {
			c.inner[cell] = grids[i]
		}
	}
}

// around returns a rectangle that has no cities of other cells.
func (c *Cells) around(cell int) rectangle {
	column, row := cell%c.columns, cell/c.columns
	return rectangle{c.edgeX(column) + c.slack, c.edgeX(column+1) - c.slack, c.edgeY(row) + c.slack,
		c.edgeY(row+1) - c.slack}
}

// edgeX returns the bound between a column and the one before it. Beyond the grid it is where the next
// city outside may be.
func (c *Cells) edgeX(column int) float64 {
	return edge(column, c.columns, c.cellGrid.x, c.side, c.outside.minX, c.outside.maxX)
}

// edgeY does the same for a row.
func (c *Cells) edgeY(row int) float64 {
	return edge(row, c.rows, c.cellGrid.y, c.side, c.outside.minY, c.outside.maxY)
}

// edge returns where cell i of n begins on an axis. There is no city between least and the first cell, and
// none between the last cell and most.
func edge(i, n int, from, side, least, most float64) float64 {
	switch {
	case i <= 0:
		return least
	case i >= n:
		return most
	}
	return from + float64(i)*side
}

const (
	// mostRings and mostInCells bound what is looked at around a city. Beyond that, where cities
	// are spread unevenly, the tree is faster.
	mostRings   = 5
	mostInCells = 400
	// NoKey is above the keys of all cities.
	NoKey = math.MaxUint64
)

// FindNear does what find does without a window. It looks into the cells first, unless they are
// nil.
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
	x, y    float64
	city    int32
	partner int32 // a city that is left out
	nearest *smallest
	// Quadrants has the key of the nearest city of each quadrant, in the order of appendQuadrants;
	// NoKey if there is none.
	Quadrants [4]uint64
	seen      int
}

// Find sets the nearest cities of all and of each quadrant, without the city and its partner. It
// returns false if it would have to look at too many cells or cities.
func (c *Cells) Find(city, partner int32, nearest *smallest, quadrants bool) (around Around, ok bool) {
	column, row := c.place(city)
	if inner := c.inner[row*c.columns+column]; inner != nil {
		return inner.Find(city, partner, nearest, quadrants)
	}
	a := Around{x: c.in.X[city], y: c.in.Y[city], city: city, partner: partner, nearest: nearest,
		Quadrants: [4]uint64{NoKey, NoKey, NoKey, NoKey}}
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

// quadrantOf returns the number of the quadrant in a direction, as appendQuadrants orders and
// divides them, -1 for no direction.
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

// beyond returns a key that is at most the key of each city outside the rings around a cell.
func (c *Cells) beyond(a *Around, column, row, ring int) uint64 {
	// On one of the axes.
	apart := min(a.x-c.edgeX(column-ring), c.edgeX(column+ring+1)-a.x, a.y-c.edgeY(row-ring), c.edgeY(row+ring+1)-a.y)
	if math.IsInf(apart, 1) {
		return NoKey // there are none
	}
	return Key(c.distance(max(apart-c.slack, 0), 0, 0), 0)
}

// closer reports whether each quadrant has a city with a key of at most least: no city that was
// not seen is nearer.
func (a *Around) closer(least uint64) bool {
	for _, key := range a.Quadrants {
		if key > least {
			return false
		}
	}
	return true
}
