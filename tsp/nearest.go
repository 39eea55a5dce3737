package tsp

import "slices"

// NearestNeighbour returns the tour that begins at start and always continues to the nearest unvisited city, of equally near
// ones to the smallest. It evaluates n²/2 distances for GEO and EXPLICIT, and little more than n for evenly spread cities
// of other metrics. If start is outside 0..n-1 it returns nil.
func NearestNeighbour(in *Instance, start int) Tour {
	n := in.Dimension()
	if start < 0 || start >= n {
		return nil
	}
	others := make([]int32, 0, n)
	for city := range n {
		if city != start {
			others = append(others, int32(city))
		}
	}
	var unvisited interface{ takeNearest(from int32) int32 }
	if in.Metric.usesDeltas() {
		unvisited = newBuckets(in, others)
	} else {
		unvisited = &list{in, others}
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

// takeNearest removes the city nearest to from and returns it.
func (l *list) takeNearest(from int32) int32 {
	best := newNearest(l.in, from)
	for k, city := range l.cities {
		best.offer(city, k)
	}
	l.cities = slices.Delete(l.cities, best.at, best.at+1)
	return best.city
}

// nearest keeps the city nearest to from among those offered.
type nearest struct {
	in         *Instance
	from, city int32
	at         int   // the index of the city in the caller's list
	distance   int64 // -1 before the first offer
}

func newNearest(in *Instance, from int32) nearest { return nearest{in: in, from: from, distance: -1} }

func (b *nearest) offer(city int32, at int) {
	d := b.in.Distance(int(b.from), int(city))
	if b.distance < 0 || d < b.distance || d == b.distance && city < b.city {
		b.city, b.at, b.distance = city, at, d
	}
}
