package bound

import (
	"context"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/internal/cityset"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
)

// The assignment is the best of all, and its prices prove it. No bound is below it, whatever the last
// tree of an ascent.
func TestAssignment(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := drawDirected(t, rapid.IntRange(3, 7).Draw(t, "cities"))
		a := newAssignment(context.Background(), in)
		length := requirePrices(t, a)
		sum, order := int64(0), slices.Clone(a.next)
		for city, next := range a.next {
			sum += in.Distance(city, int(next))
		}
		slices.Sort(order)
		if !slices.Equal(order, cityset.All[int32](in.Dimension())) || sum != length || sum != cheapest(in) {
			t.Fatalf("assignment %v has length %d, the prices %d, the best %d", a.next, sum, length, cheapest(in))
		}
		for _, iterations := range []int{1, 20, 100} {
			got, err := HeldKarp(context.Background(), in, Options{Iterations: iterations})
			if err != nil || got.Length < length {
				t.Fatalf("%d iterations: bound %+v of an assignment of %d: %v", iterations, got, length, err)
			}
		}
	})
}

// When the context ends, the prices still prove a bound.
func TestAssignmentInterrupted(t *testing.T) {
	ended, end := context.WithCancel(t.Context())
	end()
	weight := int32(0)
	requirePrices(t, newAssignment(ended, tsptest.Matrix(tsp.ATSP, 30, func() int32 {
		weight = (weight*71 + 13) % 997
		return weight
	})))
}

// requirePrices fails unless no distance is less than its prices, and returns the sum of all
// prices.
func requirePrices(t interface {
	Helper()
	Fatalf(string, ...any)
}, a *assignment) (sum int64) {
	t.Helper()
	for i := range a.n {
		sum += a.left[i] + a.entered[i]
		for j := range a.n {
			if i != j && a.reduced(i, j) < 0 {
				t.Fatalf("the distance from %d to %d is %d less than its prices", i, j, -a.reduced(i, j))
			}
		}
	}
	return sum
}

// cheapest returns the length of the shortest assignment by trying all of them.
func cheapest(in *tsp.Instance) int64 {
	n, best := in.Dimension(), int64(math.MaxInt64)
	taken := make([]bool, n)
	var assign func(city int, length int64)
	assign = func(city int, length int64) {
		if city == n {
			best = min(best, length)
			return
		}
		for next := range n {
			if next != city && !taken[next] {
				taken[next] = true
				assign(city+1, length+in.Distance(city, next))
				taken[next] = false
			}
		}
	}
	assign(0, 0)
	return best
}
