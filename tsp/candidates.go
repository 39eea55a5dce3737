package tsp

import (
	"context"
	"fmt"
	"math"
	"slices"
)

// Candidates returns each city's candidates, the cities that may be worth going to from it, and how many a city has: nearest and, for
// each of the four quadrants around it, quadrant more. First come its nearest cities, then the nearest of each quadrant that are not
// among those, then its next nearest until the width is reached; each group by distance and, of equally near cities, by number. So a
// city at the rim of a cluster has candidates beyond it (Johnson and McGeoch, "Experimental Analysis of Heuristics for the STSP", in
// The Traveling Salesman Problem and Its Variations, 2002, section 2.2).
//
// The quadrants divide the plane of X and Y: one begins with the ray to the right, without its origin, and turns left up to the next
// one's ray; cities in one place are in no quadrant of each other. Where there is no plane, on the globe and with a matrix, all
// candidates are the nearest cities. The width is below the number of cities.
//
// It works on all processors, fastest when cities have the order of [SpaceFilling], and stops when the context ends. In the plane its
// time hardly depends on how cities are spread; with a matrix or on the globe it evaluates n² distances.
func Candidates(ctx context.Context, in *Instance, nearest, quadrant int) (cities []uint32, width int, err error) {
	n := in.Dimension()
	if nearest < 0 || quadrant < 0 || nearest > n || quadrant > n || nearest+4*quadrant < 1 || nearest+4*quadrant >= n {
		return nil, 0, fmt.Errorf("candidates: %d of a city and %d of each quadrant: %d cities have 1 to %d in all",
			nearest, quadrant, n, n-1)
	}
	width = nearest + 4*quadrant
	places := newBoxes(in, curve(in))
	cities = make([]uint32, n*width)
	err = inShares(ctx, n, func(from, to int) {
		s := quadrants{search: search{boxes: places}}
		for place := from; place < to; place++ {
			at := int(places.cities[place]) * width
			s.list(cities[at:at:at+width], place, nearest, quadrant)
		}
	})
	return cities, width, err
}

// quadrants looks for the candidates of one city after the other.
type quadrants struct {
	search
	all   []uint64 // as many nearest cities as there are candidates
	extra []uint64 // those of quadrants
}

// list fills a list with the candidates of the city at a place.
func (q *quadrants) list(to []uint32, place, nearest, quadrant int) {
	city := q.cities[place]
	q.run(place, &everywhere, city, cap(to))
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

// gather puts the nearest cities of each quadrant in extra. Where enough of a quadrant are among all, there is nothing to look for.
func (q *quadrants) gather(place, quadrant int) {
	city := q.cities[place]
	for _, window := range quadrantsOf(q.x[place], q.y[place]) {
		begin := len(q.extra)
		for _, key := range q.all {
			if len(q.extra)-begin < quadrant && window.has(q.in.X[uint32(key)], q.in.Y[uint32(key)]) {
				q.extra = append(q.extra, key)
			}
		}
		if len(q.extra)-begin < quadrant {
			q.run(place, &window, city, quadrant)
			q.extra = append(q.extra[:begin], q.nearest.keys...)
		}
	}
	slices.Sort(q.extra)
}

// quadrantsOf returns the quadrants around a place, as [Candidates] describes them, in turn.
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
