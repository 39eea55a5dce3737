package construct

import (
	"cmp"
	"container/heap"
	"context"
	"math"
	"slices"

	"github.com/aco-vk/aco-vk/internal/parallel"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/internal/fragments"
	"github.com/aco-vk/aco-vk/tsp/internal/places"
	"github.com/aco-vk/aco-vk/tsp/reduce"
)

// Insert returns a tour that visits the cities of order in this order, and all other cities where
// they make it least longer: again and again the city whose best place is the cheapest is inserted
// there (cheapest insertion; Rosenkrantz, Stearns and Lewis, SIAM Journal on Computing 6, 1977). Of
// equal places the first by the number of the city before it is taken, of equal cities the
// smallest.
//
// With ends the order is the order of an open path, and the result is a path with these ends. The
// result has all fixed edges of the instance: cities that fixed edges join and that do not follow
// one another in the order are taken out and inserted as a whole, in the cheaper direction unless
// the instance is asymmetric. So is an end that the order does not end with.
//
// With coordinates an insertion looks at the cities around the new one. With a matrix the time is
// about proportional to the number of inserted cities times the number of all cities.
// The error is an [*tsp.Error]: order has a city twice or one that the instance does not have, or
// no path with the fixed edges has these ends. It is the context's error if the context ends
// first.
func Insert(ctx context.Context, in *tsp.Instance, order tsp.Tour, ends *tsp.Ends) (tsp.Tour, error) {
	t, err := newInserter(in, order, ends)
	if err != nil {
		return nil, err
	}
	if err := t.insertAll(ctx, in); err != nil {
		return nil, err
	}
	return t.tour(ends), nil
}

// newInserter returns the tour of an order, with the pending units.
func newInserter(in *tsp.Instance, order tsp.Tour, ends *tsp.Ends) (*inserter, error) {
	units, err := newUnits(in, ends)
	if err != nil {
		return nil, err
	}
	t := &inserter{units: units, number: in.FirstNumber, symmetric: in.Symmetric(), cities: int32(in.Dimension())}
	distance := in.DistanceFunc()
	t.distance = func(from, to int32) int64 {
		if from == to || from == t.cities || to == t.cities {
			return 0
		}
		return distance(uint32(from), uint32(to))
	}
	if ends != nil {
		order = append(tsp.Tour{t.cities}, order...)
	}
	return t, t.begin(order)
}

// A unit is a city, or the cities that fixed edges join, in their order.
type unit []int32

// newUnits returns the units of an instance by their cities: all cities of a unit have the same
// slice. With ends there is one more city, the last: it is between the ends of the path, at
// distance 0 from all others, and joined to the given ends.
func newUnits(in *tsp.Instance, ends *tsp.Ends) ([]unit, error) {
	n, edges := in.Dimension(), in.Fixed
	if ends != nil {
		outside := int32(n)
		n++
		for _, e := range []tsp.Edge{{outside, ends[0]}, {ends[1], outside}} {
			if !slices.Contains(e[:], tsp.FreeEnd) {
				edges = append(slices.Clone(edges), e)
			}
		}
	}
	if _, reason := fragments.AddAll(fragments.NewFixed(n, in.FirstNumber, !in.Symmetric()), edges); reason != "" {
		return nil, tsp.Errorf("insertion", "no path with the fixed edges has these ends: %s", reason)
	}
	with := &tsp.Instance{Kind: in.Kind, Metric: tsp.EUC2D, X: make([]float64, n), Fixed: edges} // places do not matter
	units := make([]unit, n)
	for _, path := range reduce.FixedPaths(with) {
		for _, city := range path {
			units[city] = unit(path)
		}
	}
	return units, nil
}

// inserter is a tour of some cities to which the others are added.
type inserter struct {
	units     []unit
	number    int // of city 0 in errors
	symmetric bool
	cities    int32 // of the instance; the number of the city outside a path
	first     int32 // of the tour
	distance  func(from, to int32) int64
	next      []int32 // by city: the one after it; absent: it is not in the tour
	fixed     []bool  // by city: whether the edge to the next one is fixed
	pending   []unit  // in ascending order of their first city

	points  points
	waiting *unitTree // the pending units that are not inserted
	// best has the cheapest unit of each edge, the cheapest insertion first. If that unit is inserted
	// elsewhere, the edge's cheapest insertion costs at least as much.
	best placings
}

// absent is the next city of one that is not in the tour.
const absent = -1

// begin sets the tour of the units that follow one another in the order; the others are pending.
func (t *inserter) begin(order tsp.Tour) error {
	n := len(t.units)
	t.next, t.fixed = slices.Repeat([]int32{absent}, n), make([]bool, n)
	at := slices.Repeat([]int{absent}, n) // by city: its position in the order
	for i, city := range order {
		if city < 0 || int(city) >= n || at[city] != absent {
			return tsp.Errorf("insertion", "the order has city %d twice, or the instance does not have it",
				int(city)+t.number)
		}
		at[city] = i
	}
	var tour tsp.Tour
	for _, city := range order {
		u := t.units[city]
		switch {
		case len(u) == 1 || city == u[0] && t.isRun(u, at, len(order), 1):
			tour = append(tour, u...)
		case city == u[0] && t.symmetric && t.isRun(u, at, len(order), -1):
			for _, city := range slices.Backward(u) {
				tour = append(tour, city)
			}
		}
	}
	for i, city := range tour {
		t.next[city] = tour[(i+1)%len(tour)]
	}
	for city, u := range t.units {
		if int32(city) != u[0] {
			continue
		}
		if t.next[city] == absent {
			t.pending = append(t.pending, u)
		} else {
			t.fix(u)
		}
	}
	if len(tour) == 0 {
		tour = tsp.Tour(t.pending[0])
		t.close(t.pending[0])
		t.pending = t.pending[1:]
	}
	t.first = tour[0]
	return nil
}

// isRun reports whether the cities of a unit follow one another in a closed order of a length,
// forwards or, with step -1, backwards.
func (t *inserter) isRun(u unit, at []int, length, step int) bool {
	for i, city := range u {
		if at[city] == absent || at[city] != (at[u[0]]+i*step+i*length)%length {
			return false
		}
	}
	return true
}

// fix marks the edges of a unit in the tour as fixed.
func (t *inserter) fix(u unit) {
	for i := range len(u) - 1 {
		if t.next[u[i]] == u[i+1] {
			t.fixed[u[i]] = true
		} else {
			t.fixed[u[i+1]] = true
		}
	}
}

// close makes a unit the whole tour.
func (t *inserter) close(u unit) {
	for i, city := range u {
		t.next[city] = u[(i+1)%len(u)]
	}
	t.fix(u)
}

// placing is a unit at a place of the tour.
type placing struct {
	cost      int64
	unit      int32 // its index in pending
	after     int32 // the city before it
	backwards bool
}

// before reports whether a placing is made before another one.
func (i *placing) before(j *placing) bool {
	return cmp.Or(cmp.Compare(i.cost, j.cost), cmp.Compare(i.unit, j.unit), cmp.Compare(i.after, j.after)) < 0
}

// placings is a heap.
type placings []placing

func (h placings) Len() int           { return len(h) }
func (h placings) Less(i, j int) bool { return h[i].before(&h[j]) }
func (h placings) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *placings) Push(i any)        { *h = append(*h, i.(placing)) }
func (h *placings) Pop() any          { return nil } // its first element is replaced instead

// at returns the placing of a pending unit after a city. length is the length of the edge there.
func (t *inserter) at(i, after int32, length int64) placing {
	u, next := t.pending[i], t.next[after]
	first, last := u[0], u[len(u)-1]
	found := placing{t.distance(after, first) + t.distance(last, next) - length, i, after, false}
	if t.symmetric && len(u) > 1 {
		if cost := t.distance(after, last) + t.distance(first, next) - length; cost < found.cost {
			found.cost, found.backwards = cost, true
		}
	}
	return found
}

// cheapest returns the cheapest insertion after a city; with several units of one cost, of the first.
// No insertion there costs less than least.
func (t *inserter) cheapest(after int32, least int64) placing {
	next := t.next[after]
	length := t.distance(after, next)
	best := placing{math.MaxInt64, math.MaxInt32, after, false}
	t.waiting.search(func(b *box) (int64, bool) {
		bound := max(t.points.atLeast(after, b)+t.points.atLeast(next, b)-length, least)
		return bound, bound < best.cost || bound == best.cost && b.first < best.unit
	}, func(i int32) {
		if found := t.at(i, after, length); found.before(&best) {
			best = found
		}
	})
	return best
}

// unitBox returns the box around the ends of a pending unit.
func (t *inserter) unitBox(i int32) box {
	u := t.pending[i]
	b := emptyBox
	for _, city := range []int32{u[0], u[len(u)-1]} {
		if city == t.cities {
			b = everywhere
			break
		}
		b.add(t.points.of(city))
	}
	b.first = i
	return b
}

// insertAll inserts the pending units, the cheapest first.
func (t *inserter) insertAll(ctx context.Context, in *tsp.Instance) error {
	order, err := places.Order(ctx, in)
	if err != nil {
		return err
	}
	t.points = newPoints(in)
	t.waiting = newUnitTree(t.unitsAlong(order), t.unitBox)
	for city, next := range t.next {
		if next != absent && !t.fixed[city] && len(t.pending) > 0 {
			t.best = append(t.best, placing{after: int32(city)})
		}
	}
	if err := parallel.Batches(ctx, len(t.best), func(from, to int) {
		for i := from; i < to && ctx.Err() == nil; i++ {
			t.best[i] = t.cheapest(t.best[i].after, math.MinInt64)
		}
	}); err != nil {
		return err
	}
	heap.Init(&t.best)
	for left := len(t.pending); left > 0; {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		found := t.best[0]
		if !t.waiting.has(found.unit) {
			t.best[0] = t.cheapest(found.after, found.cost)
			heap.Fix(&t.best, 0)
			continue
		}
		t.waiting.remove(found.unit)
		left--
		last := t.insert(t.pending[found.unit], found)
		t.best[0] = t.cheapest(found.after, math.MinInt64)
		heap.Fix(&t.best, 0)
		heap.Push(&t.best, t.cheapest(last, math.MinInt64))
	}
	return nil
}

// unitsAlong returns the pending units in an order of cities.
func (t *inserter) unitsAlong(order []uint32) []uint32 {
	unitOf := make(map[int32]uint32, len(t.pending))
	var units []uint32
	for i, u := range t.pending {
		if city := u[0]; city == t.cities {
			units = append(units, uint32(i))
		} else {
			unitOf[city] = uint32(i)
		}
	}
	for _, city := range order {
		if i, ok := unitOf[int32(city)]; ok {
			units = append(units, i)
		}
	}
	return units
}

// insert inserts a unit, and returns its last city in the tour.
func (t *inserter) insert(u unit, at placing) (last int32) {
	last = at.after
	next := t.next[last]
	add := func(city int32) { t.next[last], last = city, city }
	if at.backwards {
		for _, city := range slices.Backward(u) {
			add(city)
		}
	} else {
		for _, city := range u {
			add(city)
		}
	}
	t.next[last] = next
	t.fix(u)
	return last
}

// tour returns the cities in the order of the tour, of a path from its first end on.
func (t *inserter) tour(ends *tsp.Ends) tsp.Tour {
	tour := make(tsp.Tour, 0, t.cities)
	first := t.first
	if ends != nil {
		first = t.next[t.cities]
	}
	for city := first; ; {
		if city != t.cities {
			tour = append(tour, city)
		}
		if city = t.next[city]; city == first {
			break
		}
	}
	isFirst := ends == nil || ends[0] == tsp.FreeEnd || tour[0] == ends[0]
	isLast := ends == nil || ends[1] == tsp.FreeEnd || tour[len(tour)-1] == ends[1]
	if !isFirst || !isLast {
		slices.Reverse(tour)
	}
	return tour
}
