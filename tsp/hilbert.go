package tsp

import (
	"math"
	"runtime"

	"github.com/aco-vk/aco-vk/internal/parallel"
)

// SpaceFilling returns the tour along Hilbert's space-filling curve. Cities that are close on the tour are close to each
// other. Where cities are spread evenly the tour is about 40% longer than the shortest (after Platzman and Bartholdi,
// "Spacefilling Curves and the Planar Traveling Salesman Problem", Journal of the ACM 36, 1989, whose curve makes a shorter
// tour).
//
// In the plane the curve is drawn in a square of 2³² by 2³² cells around all cities, in space in a cube of 2²¹ cells on each
// side around all cities, on the globe in such a cube around the globe. Cities in one cell are in the order of their numbers; so
// are all cities of a matrix. SpaceFilling uses all processors.
func SpaceFilling(in *Instance) Tour {
	cities := hilbertOrder(in)
	tour := make(Tour, len(cities))
	parallel.Parts(len(tour), runtime.GOMAXPROCS(0), func(_, from, to int) {
		for place := from; place < to; place++ {
			tour[place] = int32(cities[place])
		}
	})
	return tour
}

// hilbertOrder returns the cities in the order of [SpaceFilling].
func hilbertOrder(in *Instance) []uint32 {
	cities := make([]uint32, in.Dimension())
	for i := range cities {
		cities[i] = uint32(i)
	}
	return hilbertOrderOf(in, cities)
}

// hilbertOrderOf returns some cities, given in the order of their numbers, in that order.
func hilbertOrderOf(in *Instance, cities []uint32) []uint32 {
	if in.Weights != nil {
		return cities
	}
	along := parallel.Pairs{Keys: make([]uint64, len(cities)), Values: cities}
	key := func(cells hilbertCells, city uint32) uint64 { return hilbert(cells.of(in.X[city], in.Y[city])) }
	if !in.Metric.planar() {
		key = func(cells hilbertCells, city uint32) uint64 { return hilbert3(cells.ofPoint(in.Point(city))) }
	}
	cells := newHilbertCells(in)
	parallel.Parts(len(cities), runtime.GOMAXPROCS(0), func(_, from, to int) {
		for i := from; i < to; i++ {
			along.Keys[i] = key(cells, cities[i])
		}
	})
	return along.Sorted().Values
}

// hilbertCells divides the square or cube around all cities into 2³² columns and rows, in a cube also layers.
type hilbertCells struct{ x, y, z, scale float64 }

func newHilbertCells(in *Instance) hilbertCells {
	if in.Metric.OnGlobe() {
		return hilbertCells{-1, -1, -1, math.MaxUint32 / 2}
	}
	minX, spanX := span(in.X)
	minY, spanY := span(in.Y)
	minZ, spanZ := span(in.Z)
	// With all cities at one place the scale would be infinite, and 0 times infinity is not a number.
	return hilbertCells{minX, minY, minZ, min(math.MaxUint32/max(spanX, spanY, spanZ), math.MaxFloat64)}
}

// span returns the smallest of some coordinates and its difference from the largest; without coordinates, zeros.
func span(axis []float64) (least, size float64) {
	if len(axis) == 0 {
		return 0, 0
	}
	least, most := parallel.Range(axis)
	return least, most - least
}

func (c hilbertCells) of(x, y float64) (column, row uint32) { return c.cell(x - c.x), c.cell(y - c.y) }

func (c hilbertCells) ofPoint(x, y, z float64) [3]uint32 {
	return [3]uint32{c.cell(x - c.x), c.cell(y - c.y), c.cell(z - c.z)}
}

func (c hilbertCells) cell(v float64) uint32 { return uint32(min(max(v*c.scale, 0), math.MaxUint32)) }

// hilbert returns the number of cells on Hilbert's curve before the given one. From the largest square to the smallest, it
// appends the index of the cell's quarter along the curve, then rotates that quarter into the orientation of the whole
// (Warren, Hacker's Delight, 2nd edition, 2013, section 16-2). A table does four squares at once.
func hilbert(x, y uint32) uint64 {
	var along uint64
	orientation := uint32(0)
	for shift := 32 - hilbertBits; shift >= 0; shift -= hilbertBits {
		row := hilbertTable[orientation][x>>shift&(1<<hilbertBits-1)][y>>shift&(1<<hilbertBits-1)]
		along = along<<(2*hilbertBits) | uint64(row.along)
		orientation = uint32(row.orientation)
	}
	return along
}

const hilbertBits = 4 // of x and of y in the table

// hilbertTable has by orientation and by bits of x and of y the index along the curve and the orientation of the smaller squares. The bits
// of an orientation say whether x and y are exchanged and whether both are mirrored.
var hilbertTable = func() (table [4][1 << hilbertBits][1 << hilbertBits]struct{ along, orientation uint8 }) {
	for orientation := range table {
		for x := range table[orientation] {
			for y := range table[orientation][x] {
				exchange, mirror := orientation&1, orientation>>1
				along := 0
				for bit := hilbertBits - 1; bit >= 0; bit-- {
					right, up := x>>bit&1^mirror, y>>bit&1^mirror
					if exchange == 1 {
						right, up = up, right
					}
					along = along<<2 | 3*right ^ up
					if up == 0 {
						exchange, mirror = exchange^1, mirror^right
					}
				}
				table[orientation][x][y].along, table[orientation][x][y].orientation = uint8(along), uint8(exchange|mirror<<1)
			}
		}
	}
	return table
}()

// hilbert3 returns the number of cells on Hilbert's curve in space before the given one. The cells are larger than those of
// hilbertCells, so that the number has 63 bits. From the largest cube to the smallest, it rotates the octants that the cell lies in
// into the orientation of the whole, then numbers them in the order of a Gray code (Skilling, "Programming the Hilbert curve",
// AIP Conference Proceedings 707, 2004).
func hilbert3(cell [3]uint32) uint64 {
	const bits = 21 // per axis
	for axis := range cell {
		cell[axis] >>= 32 - bits
	}
	for bit := uint32(1) << (bits - 1); bit > 1; bit >>= 1 {
		below := bit - 1
		for axis := range cell {
			if cell[axis]&bit != 0 {
				cell[0] ^= below
			} else {
				exchange := (cell[0] ^ cell[axis]) & below
				cell[0] ^= exchange
				cell[axis] ^= exchange
			}
		}
	}
	cell[1] ^= cell[0]
	cell[2] ^= cell[1]
	var parity uint32 // of the higher bits of the last axis, by bit
	for bit := uint32(1) << (bits - 1); bit > 1; bit >>= 1 {
		if cell[2]&bit != 0 {
			parity ^= bit - 1
		}
	}
	var along uint64
	for bit := bits - 1; bit >= 0; bit-- {
		for axis := range cell {
			along = along<<1 | uint64((cell[axis]^parity)>>bit&1)
		}
	}
	return along
}
