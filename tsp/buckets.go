package tsp

// buckets has the unvisited cities in the cells of a grid.
type buckets struct {
	cellGrid
	count []uint32 // by cell: the cities not taken yet
	left  int      // all cities not taken yet
}

func newBuckets(in *Instance, cities []int32) *buckets {
	b := &buckets{cellGrid: newCellGrid(in, cities), left: len(cities)}
	b.count = make([]uint32, len(b.first)-1)
	for s := range b.count {
		b.count[s] = b.first[s+1] - b.first[s]
	}
	return b
}

// takeNearest removes the city nearest to from and returns it. There must be one.
func (b *buckets) takeNearest(from int32) int32 {
	best := newNearest(b.in, from)
	column, row := b.place(from)
	for ring := range b.rings() {
		if best.distance >= 0 && b.beyond(ring, best.distance) {
			break
		}
		for s := range b.ring(column, row, ring) {
			for at := b.first[s]; at < b.first[s]+b.count[s]; at++ {
				best.offer(b.cities[at], int(at))
			}
		}
	}
	b.remove(best)
	return best.city
}

// remove removes a city from its cell. When half of the cities are gone it makes a new grid, so that the cells stay full.
func (b *buckets) remove(taken nearest) {
	column, row := b.place(taken.city)
	s := row*b.columns + column
	b.count[s]--
	b.cities[taken.at] = b.cities[b.first[s]+b.count[s]]
	b.left--
	if b.left == 0 || b.left > len(b.cities)/2 {
		return
	}
	rest := make([]int32, 0, b.left)
	for s, count := range b.count {
		rest = append(rest, b.cities[b.first[s]:b.first[s]+count]...)
	}
	*b = *newBuckets(b.in, rest)
}
