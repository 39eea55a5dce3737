package places

import (
	"context"
	"math"
	"runtime"
	"slices"

	"github.com/aco-vk/aco-vk/internal/parallel"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/internal/cityset"
)

// Order returns the cities in the order of [construct.SpaceFilling].
func Order(ctx context.Context, in *tsp.Instance) ([]uint32, error) {
	return OrderOf(ctx, in, cityset.All[uint32](in.Dimension()))
}

// OrderOf returns some cities, given in the order of their numbers, in that order.
func OrderOf(ctx context.Context, in *tsp.Instance, cities []uint32) ([]uint32, error) {
	if in.Weights != nil {
		return cities, nil
	}
	return orderInCells(ctx, in, cities, newHilbertCells(in))
}

// orderInCells returns cities in the order of the cells. The cities of a cell are in their given
// order or along a curve of their own.
func orderInCells(ctx context.Context, in *tsp.Instance, cities []uint32, cells hilbertCells) ([]uint32, error) {
	along := parallel.Pairs{Keys: make([]uint64, len(cities)), Values: cities}
	key := func(city uint32) uint64 { return hilbert(cells.of(in.X[city], in.Y[city])) }
	if in.Metric.Geometry() != tsp.Plane {
		key = func(city uint32) uint64 { return hilbert3(cells.ofPoint(in.Point(city))) }
	}
	if err := parallel.For(ctx, len(cities), func(i int) { along.Keys[i] = key(cities[i]) }); err != nil {
		return nil, err
	}
	along = along.Sorted()
	shared := sharedCells(along.Keys)
	err := parallel.Each(ctx, runtime.GOMAXPROCS(0), len(shared), func(_, i int) {
		orderInCell(ctx, in, along.Values[shared[i][0]:shared[i][1]])
	})
	return along.Values, err
}

// sharedCells returns the ranges of more than leafCities equal keys.
func sharedCells(keys []uint64) (ranges [][2]int) {
	from := 0
	for to := 1; to <= len(keys); to++ {
		if to < len(keys) && keys[to] == keys[from] {
			continue
		}
		if to-from > leafCities {
			ranges = append(ranges, [2]int{from, to})
		}
		from = to
	}
	return ranges
}

// orderInCell orders the cities of a cell along a curve, unless they are at one place. If the
// context ends meanwhile, the order is undefined.
func orderInCell(ctx context.Context, in *tsp.Instance, cities []uint32) {
	cells, ok := hilbertCellsAround(in, cities)
	if !ok {
		return
	}
	if order, err := orderInCells(ctx, in, slices.Clone(cities), cells); err == nil {
		copy(cities, order)
	}
}

// hilbertCells divides the square or cube around all cities into 2³² columns and rows, in a cube
// also layers.
type hilbertCells struct{ x, y, z, scale float64 }

func newHilbertCells(in *tsp.Instance) hilbertCells {
	if in.Metric.Geometry() == tsp.Globe {
		return hilbertCells{-1, -1, -1, math.MaxUint32 / 2}
	}
	minX, spanX := parallel.Extent(in.X)
	minY, spanY := parallel.Extent(in.Y)
	minZ, spanZ := parallel.Extent(in.Z)
	// With all cities at one place the scale would be infinite, and 0 times infinity is not a
	// number.
	return hilbertCells{minX, minY, minZ, min(math.MaxUint32/max(spanX, spanY, spanZ), math.MaxFloat64)}
}

// hilbertCellsAround returns the cells around some cities. It returns false if the cities are at
// one place.
func hilbertCellsAround(in *tsp.Instance, cities []uint32) (cells hilbertCells, ok bool) {
	all := boxOf(in.Point(cities[0]))
	for _, city := range cities[1:] {
		all = all.union(boxOf(in.Point(city)))
	}
	side := max(all.maxX-all.minX, all.maxY-all.minY, all.maxZ-all.minZ)
	scale := math.MaxUint32 / side
	return hilbertCells{all.minX, all.minY, all.minZ, scale}, scale <= math.MaxFloat64
}

func (c hilbertCells) of(x, y float64) (column, row uint32) { return c.cell(x - c.x), c.cell(y - c.y) }

func (c hilbertCells) ofPoint(x, y, z float64) [3]uint32 {
	return [3]uint32{c.cell(x - c.x), c.cell(y - c.y), c.cell(z - c.z)}
}

func (c hilbertCells) cell(v float64) uint32 { return uint32(min(max(v*c.scale, 0), math.MaxUint32)) }

// hilbert returns the number of cells on Hilbert's curve before the given one. From the largest
// square to the smallest, it appends the index of the cell's quarter along the curve, then rotates
// that quarter into the orientation of the whole (Warren, Hacker's Delight, 2nd edition, 2013,
// section 16-2). A table does four squares at once.
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

// hilbertTable has by orientation and by bits of x and of y the index along the curve and the
// orientation of the smaller squares. The bits of an orientation say whether x and y are exchanged
// and whether both are mirrored.
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
				table[orientation][x][y].along, table[orientation][x][y].orientation = uint8(along), uint8(
					exchange|mirror<<1)
			}
		}
	}
	return table
}()

// hilbert3 returns the number of cells on Hilbert's curve in space before the given one. The cells
// are larger than hilbertCells, so that the number has 63 bits. From the largest cube to the
// smallest, it rotates the octants that the cell lies in into the orientation of the whole, then
// numbers them in the order of a Gray code (Skilling, "Programming the Hilbert curve", AIP
// Conference Proceedings 707, 2004).
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
