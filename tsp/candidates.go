package tsp

import (
	"context"
	"math"
	"slices"
)

// Candidates returns a candidate list for each city, the cities worth visiting next from it: nearest + 4·quadrant cities
// each, one list after the other. A list has, in this order,
//
//   - the nearest cities of all, as many as nearest says,
//   - the nearest cities of each of the four quadrants around the city, up to quadrant of each, that are not listed yet,
//   - the next nearest cities, until the list is full.
//
// Each group is sorted by distance, then by number. With quadrants, a city at the rim of a cluster has candidates outside
// the cluster (Johnson and McGeoch, "Experimental Analysis of Heuristics for the STSP", in The Traveling Salesman Problem
// and Its Variations, 2002, section 2.2). The axes through the city divide the plane of X and Y; cities at the same place
// are in no quadrant of each other. For the metrics GEO and EXPLICIT all candidates are the nearest cities.
//
// A list is shorter than the number of cities; otherwise the error is an [*Error]. Candidates uses all processors, is
// fastest when cities are in the order of [SpaceFilling], and returns the context's error when the context ends. Its time
// is about proportional to the number of cities n, for GEO and EXPLICIT to n².
func Candidates(ctx context.Context, in *Instance, nearest, quadrant int) ([]uint32, error) {
	n := in.Dimension()
	if nearest < 0 || quadrant < 0 || nearest > n || quadrant > n || nearest+4*quadrant < 1 || nearest+4*quadrant >= n {
		return nil, refuse("candidates", "%d nearest cities and %d of each quadrant: with %d cities a list has 1 to %d of them",
			nearest, quadrant, n, n-1)
	}
	width := nearest + 4*quadrant
	tree := newRTree(in, hilbertOrder(in))
	cities := make([]uint32, n*width)
	err := inBatches(ctx, n, func(from, to int) {
		s := quadrants{search: search{rTree: tree}}
		for place := from; place < to; place++ {
			at := int(tree.cities[place]) * width
			s.list(cities[at:at:at+width], place, nearest, quadrant)
		}
	})
	return cities, err
}

// quadrants finds the candidates of one city after the other.
type quadrants struct {
	search
	all   []uint64 // keys of the nearest cities, as many as there are candidates
	extra []uint64 // keys of the nearest cities of the quadrants
}

// list appends the candidates of the city at a place to an empty list with room for them.
func (q *quadrants) list(to []uint32, place, nearest, quadrant int) {
	city := q.cities[place]
	q.find(place, &everywhere, city, cap(to))
	q.all = append(q.all[:0], q.nearest.keys...)
	q.extra = q.extra[:0]
	if q.levels != nil && quadrant > 0 {
		q.gather(place, quadrant)
	}
	for _, group := range [][]uint64{q.all[:nearest], q.extra, q.all[nearest:]} {
		for _, key := range group {
			if len(to) < cap(to) && !slices.Contains(to, uint32(key)) {
				to = append(to, uint32(key))
			}
		}
	}
}

// gather sets extra to the nearest cities of each quadrant. It searches a quadrant only if too few of it are among all.
func (q *quadrants) gather(place, quadrant int) {
	city := q.cities[place]
	for _, window := range quadrantsOf(q.x[place], q.y[place]) {
		begin := len(q.extra)
		for _, key := range q.all {
			if len(q.extra)-begin < quadrant && window.contains(q.in.X[uint32(key)], q.in.Y[uint32(key)]) {
				q.extra = append(q.extra, key)
			}
		}
		if len(q.extra)-begin < quadrant {
			q.find(place, &window, city, quadrant)
			q.extra = append(q.extra[:begin], q.nearest.keys...)
		}
	}
	slices.Sort(q.extra)
}

// quadrantsOf returns the quadrants around a point. Each includes one of the four half-axes from the point, without the
// point itself.
func quadrantsOf(x, y float64) [4]box {
	left, right := math.Nextafter(x, math.Inf(-1)), math.Nextafter(x, math.Inf(1))
	below, above := math.Nextafter(y, math.Inf(-1)), math.Nextafter(y, math.Inf(1))
	far := math.Inf(1)
	return [4]box{
		{minX: right, maxX: far, minY: y, maxY: far},
		{minX: -far, maxX: x, minY: above, maxY: far},
		{minX: -far, maxX: left, minY: -far, maxY: y},
		{minX: x, maxX: far, minY: -far, maxY: below},
	}
}
