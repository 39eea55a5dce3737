package construct

import (
	"context"
	"math"
	"slices"

	"github.com/aco-vk/aco-vk/internal/parallel"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/internal/fragments"
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
// The time is about proportional to the number of inserted cities times the number of all cities.
// The error is an [*tsp.Error]: order has a city twice or one that the instance does not have, or
// no path with the fixed edges has these ends. It is the context's error if the context ends
// first.
func Insert(ctx context.Context, in *tsp.Instance, order tsp.Tour, ends *tsp.Ends) (tsp.Tour, error) {
	units, err := newUnits(in, ends)
	if err != nil {
		return nil, err
	}
	t := &inserter{units: units, symmetric: in.Symmetric(), cities: int32(in.Dimension())}
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
	pending, err := t.begin(order)
	if err != nil {
		return nil, err
	}
	if err := t.insertAll(ctx, pending); err != nil {
		return nil, err
	}
	return t.tour(ends), nil
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
	next, before := make([][]int32, n), make([]int, n)
	directed := !in.Symmetric()
	if _, reason := fragments.AddAll(fragments.NewFixed(n, directed), edges); reason != "" {
		return nil, tsp.Errorf("insertion", "no path with the fixed edges has these ends: %s", reason)
	}
	for _, e := range edges {
		next[e[0]] = append(next[e[0]], e[1])
		before[e[1]]++
		if !directed {
			next[e[1]] = append(next[e[1]], e[0])
		}
	}
	units := make([]unit, n)
	for city := range units {
		isFirst := len(next[city]) < 2 && (!directed || before[city] == 0)
		if units[city] == nil && isFirst {
			follow(units, next, int32(city))
		}
	}
	for city := range units { // the fixed edges are a whole tour
		if units[city] == nil {
			follow(units, next, int32(city))
		}
	}
	return units, nil
}

// follow sets the unit that begins with a city.
func follow(units []unit, next [][]int32, city int32) {
	var u unit
	for seen := map[int32]bool{}; !seen[city]; {
		seen[city], u = true, append(u, city)
		for _, other := range next[city] {
			if !seen[other] {
				city = other
				break
			}
		}
	}
	for _, city := range u {
		units[city] = u
	}
}

// inserter is a tour of some cities to which the others are added.
type inserter struct {
	units     []unit
	symmetric bool
	cities    int32 // of the instance; the number of the city outside a path
	first     int32 // of the tour
	distance  func(from, to int32) int64
	next      []int32 // by city: the one after it; absent: it is not in the tour
	fixed     []bool  // by city: whether the edge to the next one is fixed
}

// absent is the next city of one that is not in the tour.
const absent = -1

// begin sets the tour of the units that follow one another in the order, and returns the others.
func (t *inserter) begin(order tsp.Tour) (pending []unit, err error) {
	n := len(t.units)
	t.next, t.fixed = slices.Repeat([]int32{absent}, n), make([]bool, n)
	at := slices.Repeat([]int{absent}, n) // by city: its position in the order
	for i, city := range order {
		if city < 0 || int(city) >= n || at[city] != absent {
			return nil, tsp.Errorf("insertion", "the order has city %d twice, or the instance does not have it", city+1)
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
			pending = append(pending, u)
		} else {
			t.fix(u)
		}
	}
	if len(tour) == 0 {
		tour = tsp.Tour(pending[0])
		t.close(pending[0])
		pending = pending[1:]
	}
	t.first = tour[0]
	return pending, nil
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

// place is where a unit can be inserted.
type place struct {
	cost      int64
	after     int32 // the city before it
	backwards bool
}

// nowhere is a place worse than any other.
var nowhere = place{cost: math.MaxInt64, after: math.MaxInt32}

// at returns the place of a unit after a city.
func (t *inserter) at(u unit, after int32) place {
	first, last, next := u[0], u[len(u)-1], t.next[after]
	edge := t.distance(after, next)
	p := place{cost: t.distance(after, first) + t.distance(last, next) - edge, after: after}
	if t.symmetric && len(u) > 1 {
		if cost := t.distance(after, last) + t.distance(first, next) - edge; cost < p.cost {
			p.cost, p.backwards = cost, true
		}
	}
	return p
}

// better returns the better of two places.
func better(a, b place) place {
	if b.cost < a.cost || b.cost == a.cost && b.after < a.after {
		return b
	}
	return a
}

// best returns the best place of a unit.
func (t *inserter) best(u unit) place {
	best := nowhere
	for city, next := range t.next {
		if next != absent && !t.fixed[city] {
			best = better(best, t.at(u, int32(city)))
		}
	}
	return best
}

// insertAll inserts units, the cheapest first.
func (t *inserter) insertAll(ctx context.Context, pending []unit) error {
	places := make([]place, len(pending))
	if err := parallel.Batches(ctx, len(pending), func(from, to int) {
		for i := from; i < to; i++ {
			places[i] = t.best(pending[i])
		}
	}); err != nil {
		return err
	}
	for len(pending) > 0 {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		cheapest := 0
		for i := range places {
			if places[i].cost < places[cheapest].cost {
				cheapest = i
			}
		}
		u, p := pending[cheapest], places[cheapest]
		pending, places = slices.Delete(pending, cheapest, cheapest+1), slices.Delete(places, cheapest, cheapest+1)
		last := t.insert(u, p)
		for i := range pending {
			if places[i].after == p.after { // this place is no more
				places[i] = t.best(pending[i])
				continue
			}
			places[i] = better(better(places[i], t.at(pending[i], p.after)), t.at(pending[i], last))
		}
	}
	return nil
}

// insert inserts a unit at a place, and returns its last city in the tour.
func (t *inserter) insert(u unit, p place) (last int32) {
	last = p.after
	next := t.next[last]
	add := func(city int32) { t.next[last], last = city, city }
	if p.backwards {
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
