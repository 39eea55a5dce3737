package neighbour

import (
	"context"
	"slices"

	"github.com/aco-vk/aco-vk/internal/parallel"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/internal/places"
)

// Candidates returns a candidate list for each city, the cities worth visiting next from it, one
// list after the other. With s = [tsp.Metric.Sectors], a list has nearest + s·sector cities, in
// this order:
//
//   - the nearest cities of all, as many as nearest says,
//   - the nearest cities of each sector around the city, up to sector of each, that are not listed
//     yet,
//   - the next nearest cities, until the list is full.
//
// Each group is sorted by distance, then by number. With sectors, a city at the rim of a cluster
// has candidates outside the cluster (Johnson and McGeoch, "Experimental Analysis of Heuristics
// for the STSP", in The Traveling Salesman Problem and Its Variations, 2002, section 2.2). The
// axes through the city divide the plane of X and Y into quadrants and space into octants. On the
// globe the meridian and the great circle at a right angle to it divide the directions from the
// city. In the plane and on the globe, cities at the same place are in no sector of each other.
//
// A list is shorter than the number of cities; otherwise the error is an [*tsp.Error]. Candidates
// uses all processors, is fastest when cities are in the order of [construct.SpaceFilling], and
// returns the context's error when the context ends. Its time is about proportional to the number
// of cities n, for EXPLICIT to n².
func Candidates(ctx context.Context, in *tsp.Instance, nearest, sector int) ([]uint32, error) {
	n, around := in.Dimension(), in.Metric.Sectors()
	width := nearest + around*sector
	if nearest < 0 || sector < 0 || nearest > n || sector > n || width < 1 || width > in.MaxNeighbours() {
		return nil,
			tsp.Errorf("candidates",
				"%d nearest cities and %d of each of %d sectors: with %d cities a list has 1 to %d of them",
				nearest, sector, around, n, in.MaxNeighbours())
	}
	order, err := places.Order(ctx, in)
	if err != nil {
		return nil, err
	}
	tree := places.NewTree(in, order)
	var cells *places.Cells
	if sector <= 1 {
		cells = tree.Cells(ctx)
	}
	cities := make([]uint32, n*width)
	err = parallel.Batches(ctx, n, func(from, to int) {
		s := sectors{Search: places.Search{Tree: tree}, cells: cells}
		for place := from; place < to; place++ {
			at := int(tree.Cities[place]) * width
			s.list(cities[at:at:at+width], place, nearest, sector)
		}
	})
	return cities, err
}

// sectors finds the candidates of one city after the other.
type sectors struct {
	places.Search
	cells *places.Cells // nil: only the tree is searched
	all   []uint64      // keys of the nearest cities, as many as there are candidates
	extra []uint64      // keys of the nearest cities of the sectors; some twice

	around []places.Window // the sectors around the city
}

// list appends the candidates of the city at a place to an empty list with room for them.
func (q *sectors) list(to []uint32, place, nearest, sector int) {
	if !q.inCells(q.Cities[place], cap(to), sector) {
		q.inTree(place, cap(to), sector)
	}
	for _, group := range [][]uint64{q.all[:nearest], q.extra, q.all[nearest:]} {
		for _, key := range group {
			if len(to) < cap(to) && !slices.Contains(to, uint32(key)) {
				to = append(to, uint32(key))
			}
		}
	}
}

// inCells sets all and extra from the cells around a city. It returns false if the tree has to be
// searched.
func (q *sectors) inCells(city uint32, width, sector int) bool {
	if q.cells == nil {
		return false
	}
	q.Nearest.Clear(width)
	around, ok := q.cells.Find(int32(city), int32(city), &q.Nearest, sector > 0)
	if !ok {
		return false
	}
	q.all, q.extra = append(q.all[:0], q.Nearest.Keys...), q.extra[:0]
	if sector > 0 {
		for _, key := range around.Quadrants {
			if key != places.NoKey {
				q.extra = append(q.extra, key)
			}
		}
		slices.Sort(q.extra)
	}
	return true
}

// inTree sets all and extra by searches of the tree.
func (q *sectors) inTree(place, width, sector int) {
	q.Find(place, &places.Everywhere, q.Cities[place], width)
	q.all = append(q.all[:0], q.Nearest.Keys...)
	q.extra = q.extra[:0]
	if sector > 0 && q.Levels != nil {
		q.gather(place, sector)
	}
}

// gather sets extra to the nearest cities of each sector. It searches a sector only if too few of
// it are among all.
func (q *sectors) gather(place, sector int) {
	city := q.Cities[place]
	q.around = places.AppendSectors(q.around[:0], q.Instance, city)
	var count [8]int // by sector: its cities among all
	for _, key := range q.all {
		x, y, z := q.Instance.Point(uint32(key))
		for i := range q.around {
			if count[i] < sector && q.around[i].Contains(x, y, z) {
				count[i]++
				q.extra = append(q.extra, key)
				break
			}
		}
	}
	for i := range q.around {
		if count[i] < sector {
			q.Find(place, &q.around[i], city, sector)
			q.extra = append(q.extra, q.Nearest.Keys...)
		}
	}
	slices.Sort(q.extra)
}

// CheckLists returns why candidates are not a list of one length for each of n cities, or nil.
func CheckLists(operation string, n int, candidates []uint32) error {
	if n == 0 || len(candidates) == 0 || len(candidates)%n != 0 {
		return tsp.Errorf(operation, "%d candidates are not a list of one length for each of the %d cities",
			len(candidates), n)
	}
	wrong := func(from, to int) int {
		for i := from; i < to; i++ {
			if int(candidates[i]) >= n {
				return i
			}
		}
		return -1
	}
	if at := parallel.First(len(candidates), wrong); at >= 0 {
		return tsp.Errorf(operation, "candidate %d of city %d is outside 0..%d", candidates[at],
			at/(len(candidates)/n), n-1)
	}
	return nil
}
