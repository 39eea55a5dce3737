package tsp

import "slices"

// NearestNeighbour returns the tour that always goes on to the nearest city not yet visited; of several, to the one
// with the smallest index. With a matrix or on the globe that evaluates n²/2 distances; for cities spread over the
// plane or space it takes little more than n of them. A start outside 0..n-1 has no tour: the result is nil.
func NearestNeighbour(in *Instance, start int) Tour {
	n := in.Dimension()
	if start < 0 || start >= n {
		return nil
	}
	ahead := make([]int32, 0, n)
	for city := range n {
		if city != start {
			ahead = append(ahead, int32(city))
		}
	}
	var unvisited interface{ takeNearest(from int32) int32 }
	if in.Metric.isStraight() {
		unvisited = newBuckets(in, ahead)
	} else {
		unvisited = &list{in, ahead}
	}
	tour := append(make(Tour, 0, n), int32(start))
	for len(tour) < n {
		tour = append(tour, unvisited.takeNearest(tour[len(tour)-1]))
	}
	return tour
}

// list has the unvisited cities in ascending order.
type list struct {
	in     *Instance
	cities []int32
}

// takeNearest removes the city nearest to from, and returns it.
func (l *list) takeNearest(from int32) int32 {
	best := newNearest(l.in, from)
	for k, city := range l.cities {
		best.offer(city, k)
	}
	l.cities = slices.Delete(l.cities, best.at, best.at+1)
	return best.city
}

// nearest is the nearest city to from of those offered.
type nearest struct {
	in         *Instance
	from, city int32
	at         int   // where the caller keeps the city
	distance   int64 // -1 before the first offer
}

func newNearest(in *Instance, from int32) nearest { return nearest{in: in, from: from, distance: -1} }

func (b *nearest) offer(city int32, at int) {
	d := b.in.Distance(int(b.from), int(city))
	if b.distance < 0 || d < b.distance || d == b.distance && city < b.city {
		b.city, b.at, b.distance = city, at, d
	}
}
