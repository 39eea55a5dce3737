package bound

import (
	"context"
	"math"

	"github.com/aco-vk/aco-vk/tsp"
)

// assignment is the linear assignment problem of an asymmetric matrix: a city that follows each
// city, at the least sum of distances. A tour is one assignment, so that none is shorter. Prices
// prove it: no distance from i to j is less than left[i] + entered[j]. So every tour is at least
// as long as the sum of all prices. It equals the least sum when all cities are assigned.
type assignment struct {
	in            *tsp.Instance
	n             int
	left, entered []int64 // by city: the prices to leave it and to enter it
	next, before  []int32 // by city: the one assigned after and before it, or none

	// Of a search for the shortest path to a city that no other is assigned before.
	far  []int64 // by city: the length of the path, with distances less their prices
	from []int32 // by city: the last city on the path whose assignment changes
	open []int32 // cities whose path may become shorter
	done []int32 // cities whose path is known
}

const none = -1

// newAssignment assigns cities by shortest augmenting paths (Jonker and Volgenant, "A Shortest
// Augmenting Path Algorithm for Dense and Sparse Linear Assignment Problems", Computing 38, 1987),
// in time at most proportional to n³. When the context ends, only some cities have prices, which
// prove a smaller bound.
func newAssignment(ctx context.Context, in *tsp.Instance) *assignment {
	n := in.Dimension()
	a := &assignment{
		in: in, n: n, left: make([]int64, n), entered: make([]int64, n), next: make([]int32, n),
		before: make([]int32, n),
		far:    make([]int64, n), from: make([]int32, n), open: make([]int32, n), done: make([]int32, 0, n),
	}
	for city := range n {
		a.next[city], a.before[city], a.entered[city] = none, none, math.MaxInt32
	}
	for i := range n {
		for j, w := range a.row(i) {
			if i != j {
				a.entered[j] = min(a.entered[j], int64(w))
			}
		}
	}
	for i := range int32(n) {
		a.assignFree(i)
	}
	for i := range int32(n) {
		if ctx.Err() != nil {
			break
		}
		if a.next[i] == none {
			a.augment(i)
		}
	}
	return a
}

func (a *assignment) row(city int) []int32 { return a.in.Weights[city*a.n:][:a.n] }

// reduced returns a distance less its prices. It is not negative.
func (a *assignment) reduced(i, j int) int64 {
	return int64(a.in.Weights[i*a.n+j]) - a.left[i] - a.entered[j]
}

// assignFree sets the price to leave a city, and assigns a city without a predecessor after it if
// that costs no more than the price.
func (a *assignment) assignFree(i int32) {
	a.left[i] = math.MaxInt64
	at := int32(none)
	for j, w := range a.row(int(i)) {
		if int32(j) == i {
			continue
		}
		price := int64(w) - a.entered[j]
		if price < a.left[i] || price == a.left[i] && a.before[at] != none {
			a.left[i], at = price, int32(j)
		}
	}
	if a.before[at] == none {
		a.next[i], a.before[at] = at, i
	}
}

// augment assigns a city after city i, and changes other assignments and prices for it (Dijkstra's
// algorithm on distances less their prices).
func (a *assignment) augment(i int32) {
	a.done = a.done[:0]
	for j := range a.far {
		a.far[j], a.open[j] = math.MaxInt64, int32(j)
	}
	open, at, length := a.open, i, int64(0)
	var end int32
	for {
		nearest := a.relax(at, length, open)
		end = open[nearest]
		length = a.far[end]
		open[nearest] = open[len(open)-1]
		open = open[:len(open)-1]
		if a.before[end] == none {
			break
		}
		a.done = append(a.done, end)
		at = a.before[end]
	}
	a.left[i] += length
	for _, j := range a.done {
		a.entered[j] -= length - a.far[j]
		a.left[a.before[j]] += length - a.far[j]
	}
	for j := end; j != none; {
		city := a.from[j]
		a.before[j] = city
		a.next[city], j = j, a.next[city]
	}
}

// relax shortens paths by a step from a city, and returns the index of the nearest city to do.
func (a *assignment) relax(at int32, length int64, open []int32) (nearest int) {
	row, base := a.row(int(at)), length-a.left[at]
	least := int64(math.MaxInt64)
	for k, j := range open {
		if far := base + int64(row[j]) - a.entered[j]; far < a.far[j] && j != at {
			a.far[j], a.from[j] = far, at
		}
		if a.far[j] < least {
			least, nearest = a.far[j], k
		}
	}
	return nearest
}
