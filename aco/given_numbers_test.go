package aco

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/internal/testkind"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/bound"
)

// question is what a test asks for, in numbers of its own: a matrix without the steps of package tsp.
type question struct {
	distances  [][]float64 // +Inf: no edge
	symmetric  bool
	open       bool
	start, end int // -1: any city
	fixed      [][2]int
}

// A kindOfQuestion says what of a question is drawn.
type kindOfQuestion struct {
	ends                         string // closed, free, start, end or both
	fixed, forbidden, asymmetric bool
}

// kindsOfQuestions returns all combinations.
func kindsOfQuestions() (kinds []kindOfQuestion) {
	for _, ends := range []string{"closed", "free", "start", "end", "both"} {
		for bits := range 8 {
			kinds = append(kinds, kindOfQuestion{ends, bits&1 != 0, bits&2 != 0, bits&4 != 0})
		}
	}
	return kinds
}

func (k kindOfQuestion) draw(random *rand.Rand, n int) *question {
	q := &question{symmetric: !k.asymmetric, open: k.ends != "closed", start: -1, end: -1}
	order := random.Perm(n)
	if k.ends == "start" || k.ends == "both" {
		q.start = order[0]
	}
	if k.ends == "end" || k.ends == "both" {
		q.end = order[n-1]
	}
	number, twins := distancesOfKind(random), random.IntN(4) == 0
	if twins && random.IntN(2) == 0 {
		number = func() float64 { return float64(50 + random.IntN(50)) } // no way by another city is shorter
	}
	for range n {
		q.distances = append(q.distances, make([]float64, n))
	}
	set := func(i, j int, d float64) {
		if q.distances[i][j] = d; q.symmetric {
			q.distances[j][i] = d
		}
	}
	for i := range n {
		for j := range i {
			set(i, j, number())
			set(j, i, number())
		}
	}
	if twins { // a city with the row of another one, and its column or not
		a, b := order[0], order[n/2]
		for c := range n {
			if c != a && c != b {
				set(b, c, q.distances[a][c])
			}
			if c != a && c != b && random.IntN(2) == 0 {
				set(c, b, q.distances[c][a])
			}
		}
		set(a, b, 0)
		set(b, a, 0)
	}
	if k.forbidden {
		for i := range n {
			for j := range n {
				if i != j && random.IntN(5) == 0 {
					set(i, j, math.Inf(1))
				}
			}
		}
	}
	q.symmetric = true // as drawn
	for i, row := range q.distances {
		for j, d := range row {
			q.symmetric = q.symmetric && d == q.distances[j][i]
		}
	}
	if k.fixed {
		for i := range n - 1 {
			if random.IntN(3) == 0 {
				q.fixed = append(q.fixed, [2]int{order[i], order[i+1]})
			}
		}
	}
	return q
}

// distancesOfKind returns a function that draws distances of one of several kinds.
func distancesOfKind(random *rand.Rand) func() float64 {
	whole := func(most float64) float64 { return math.Round(math.Pow(most, random.Float64())) }
	cents := func(most int) float64 { return float64(random.IntN(100*most)) / 100 }
	rare := func(rare, often float64) float64 {
		if random.IntN(3) == 0 {
			return rare
		}
		return often
	}
	return [...]func() float64{
		func() float64 { return float64(random.IntN(10)) },
		func() float64 { return 7.5 },
		func() float64 { return whole(1e9) },
		func() float64 { return whole(1e12) },
		func() float64 { return whole(1e9) / 8 },
		func() float64 { return rare(99_999_999, cents(1000)) },
		func() float64 { return rare(1e9*float64(1+random.IntN(3)), cents(100)) },
		func() float64 { return rare(500_000+cents(300_000), cents(30)) },
		func() float64 { return math.Pow(10, 15*random.Float64()-6) },
		func() float64 { return rare(1e18, math.Pow(10, 6*random.Float64()-3)) },
	}[random.IntN(10)]
}

// length returns the length of an order, +Inf if the question does not allow it.
func (q *question) length(order []int) (length float64) {
	for i, city := range order[1:] {
		length += q.distances[order[i]][city]
	}
	last := len(order) - 1
	switch {
	case !q.open:
		length += q.distances[order[last]][order[0]]
	case q.start >= 0 && order[0] != q.start || q.end >= 0 && order[last] != q.end:
		return math.Inf(1)
	}
	for _, e := range q.fixed {
		from, to := slices.Index(order, e[0]), slices.Index(order, e[1])
		follows := func(from, to int) bool { return to == from+1 || !q.open && from == last && to == 0 }
		if !follows(from, to) && !(q.symmetric && follows(to, from)) {
			return math.Inf(1)
		}
	}
	return length
}

// shortest returns the least length of all orders, +Inf if the question allows none, and calls each
// for those that it allows.
func (q *question) shortest(each func(order []int, length float64)) float64 {
	n := len(q.distances)
	best, order := math.Inf(1), make([]int, n)
	for i := range order {
		order[i] = i
	}
	var place func(k int)
	place = func(k int) {
		switch {
		case k > 1 && math.IsInf(q.distances[order[k-2]][order[k-1]], 1):
			return
		case k == n:
			if length := q.length(order); !math.IsInf(length, 1) {
				best = min(best, length)
				each(order, length)
			}
			return
		}
		for i := k; i < n; i++ {
			order[k], order[i] = order[i], order[k]
			if k > 0 || q.start < 0 || order[0] == q.start {
				place(k + 1)
			}
			order[k], order[i] = order[i], order[k]
		}
	}
	first := 1 // a closed tour begins anywhere
	if q.open {
		first = 0
	}
	place(first)
	return best
}

// ask returns the question as an instance and the path of its options.
func (q *question) ask(t *testing.T) (*tsp.Instance, *tsp.Ends) {
	t.Helper()
	in, err := tsp.FromDecimals(t.Context(), q.distances, "")
	if err != nil {
		t.Fatal(err)
	}
	var edges []tsp.Edge
	for _, e := range q.fixed {
		edges = append(edges, tsp.Edge{int32(e[0]), int32(e[1])})
	}
	if in, err = in.WithFixed(edges...); err != nil {
		t.Fatal(err)
	}
	if !q.open {
		return in, nil
	}
	return in, &tsp.Ends{int32(q.start), int32(q.end)}
}

// orderOf returns a tour as an order.
func orderOf(tour tsp.Tour) (order []int) {
	for _, city := range tour {
		order = append(order, int(city))
	}
	return order
}

// sum is the rounding of a sum of float64.
const sum = 1e-12

// Solve returns the shortest tour of all drawn questions, in the numbers that the test has drawn, and
// refuses those without any. So does each step on the way: the steps of a rescaled instance tell the
// shortest tour, but for their rounding, and no lower bound is above its length.
func TestShortestInGivenNumbers(t *testing.T) {
	testkind.ComparesRuns(t)
	for _, kind := range kindsOfQuestions() {
		t.Run(fmt.Sprintf("%+v", kind), func(t *testing.T) {
			t.Parallel()
			random := rand.New(rand.NewPCG(58, 1))
			for example := range testkind.Fewer(50, 10_000) {
				q := kind.draw(random, 4+min(random.IntN(4), random.IntN(4)))
				if problem := q.compare(t, example); problem != "" {
					t.Fatalf("example %d: %+v: %s", example, *q, problem)
				}
			}
		})
	}
}

// compare returns how what the library says differs from the enumeration, "" if it does not.
func (q *question) compare(t *testing.T, example int) string {
	in, path := q.ask(t)
	rescaled := must.Get(in.Rescaled(t.Context(), path))(t)
	least, ofLeast := int64(math.MaxInt64), 0.0
	want := q.shortest(func(order []int, length float64) {
		steps := int64(0)
		for i, from := range order {
			if i < len(order)-1 || !q.open {
				steps += rescaled.Distance(from, order[(i+1)%len(order)])
			}
		}
		if steps < least {
			least, ofLeast = steps, length
		}
	})
	result, err := Solve(t.Context(), in, Options{Path: path})
	if math.IsInf(want, 1) {
		if _, refused := errors.AsType[*ForbiddenEdgeError](err); !refused && !isTyped(err) {
			return fmt.Sprintf("there is no tour: %v", err)
		}
		return ""
	}
	step, n := rescaled.Unit.Value(1), float64(len(q.distances))
	got := math.Inf(1)
	if err == nil {
		got = q.length(orderOf(result.Tour))
	}
	switch {
	case err != nil:
		return err.Error()
	case !(got <= want*(1+sum)):
		return fmt.Sprintf("%v of length %v, the shortest is %v", result.Tour, got, want)
	case math.Abs(result.UnitLength-got) > sum*got || result.Stop != StopOptimal || result.Within != 0:
		return fmt.Sprintf("length %v, want %v; %s within %v", result.UnitLength, got, result.Stop, result.Within)
	case rescaled.Given == nil && math.Abs(rescaled.Unit.Value(least)-want) > sum*want:
		return fmt.Sprintf("%d steps are %v, not %v", least, rescaled.Unit.Value(least), want)
	case ofLeast-want > step*n+sum*want:
		return fmt.Sprintf("the least number of steps is of length %v, the shortest is %v; a step is %v", ofLeast, want, step)
	}
	if _, units := result.LowerBound(rescaled, 0); units > want*(1+sum) {
		return fmt.Sprintf("lower bound %v, the shortest is %v", units, want)
	}
	if example%20 == 0 {
		lower, err := bound.HeldKarp(t.Context(), rescaled, bound.Options{Path: path, Iterations: 50})
		if err != nil || rescaled.Unit.Value(lower.InUnits) > want*(1+sum) {
			return fmt.Sprintf("lower bound %+v, the shortest is %v: %v", lower, want, err)
		}
	}
	return ""
}

// isTyped reports whether a run refused its options or its instance.
func isTyped(err error) bool {
	option := errors.As(err, new(Explained))
	_, instance := errors.AsType[*tsp.Error](err)
	return option || instance
}

// A search that calls its tour optimal has a shortest one, and its bound is not above it.
func TestOptimalOfSearches(t *testing.T) {
	random, optimal := rand.New(rand.NewPCG(58, 2)), 0
	kinds := kindsOfQuestions()
	for example := range testkind.Fewer(40, 400) {
		kind := kinds[example%len(kinds)]
		kind.asymmetric = false // Chained is for symmetric instances
		q := kind.draw(random, 8)
		in, path := q.ask(t)
		want := q.shortest(func([]int, float64) {})
		if math.IsInf(want, 1) {
			continue
		}
		result, err := Solve(t.Context(), in, Options{Method: Chained{}, Path: path, Idle: 20 * time.Millisecond})
		if err != nil {
			if _, forbidden := errors.AsType[*ForbiddenEdgeError](err); forbidden || isTyped(err) {
				continue // it found none, or distances are too long for it
			}
			t.Fatalf("%+v: %v", q, err)
		}
		got := q.length(orderOf(result.Tour))
		if result.Stop == StopOptimal {
			optimal++
		}
		if math.Abs(got-result.UnitLength) > sum*got || result.Stop == StopOptimal && got > want*(1+sum) {
			t.Errorf("%+v: %s, length %v, which is %v; the shortest is %v", q, result.Stop, result.UnitLength, got, want)
		}
		rescaled, _ := in.Rescaled(t.Context(), path)
		if _, units := result.LowerBound(rescaled, 0); units > want*(1+sum) || units > result.UnitLength {
			t.Errorf("%+v: lower bound %v, the shortest is %v", q, units, want)
		}
	}
	if optimal == 0 {
		t.Error("no tour was called optimal")
	}
}

// Distances that closed tours do not need are needed by paths and with fixed edges.
func TestLongDistancesThatPathsNeed(t *testing.T) {
	none := math.Inf(1)
	for _, c := range []struct {
		question
		want float64
		tour []int
	}{
		{question{
			distances: [][]float64{{0, 5, 1, 1000000, 1000000}, {5, 0, 1000000, 1000000000, 5},
				{1, 1000000, 0, 30, 1000000000}, {1000000, 1000000000, 30, 0, 5}, {1000000, 5, 1000000000, 5, 0}},
			open: true, start: 0, end: 4, symmetric: true,
		}, 1000040, []int{0, 1, 2, 3, 4}},
		{question{
			distances: [][]float64{{0, 1000000, 300000, none}, {7, 0, 1000, none}, {300000, 7, 0, 300000}, {7, 7, 7, 0}},
			open:      true, start: 0, end: 3,
		}, 1301000, []int{0, 1, 2, 3}},
		{question{
			distances: [][]float64{{0, 12.5, 7.25, 20.1, 9.3}, {12.5, 0, 15.2, 8.4, 11.7},
				{7.25, 15.2, 0, 16.3, 500000.5}, {20.1, 8.4, 16.3, 0, 14.2}, {9.3, 11.7, 700000.25, 14.2, 0}},
			start: -1, end: -1, fixed: [][2]int{{2, 4}},
		}, 500042.85, []int{0, 2, 4, 3, 1}},
	} {
		if least := c.shortest(func([]int, float64) {}); math.Abs(least-c.want) > 1e-9 {
			t.Errorf("the shortest has length %v, not %v", least, c.want)
		}
		if problem := c.compare(t, 0); problem != "" {
			t.Error(problem)
		}
		in, path := c.ask(t)
		result, err := Solve(t.Context(), in, Options{Path: path})
		if err != nil {
			t.Error(err)
			continue
		}
		if order := orderOf(result.Tour); !slices.Equal(order, c.tour) || result.UnitLength != c.want ||
			result.Unit.Value(result.Length) != c.want || result.Stop != StopOptimal {
			t.Errorf("%v of length %v, in steps %v, %s; want %v of length %v", order, result.UnitLength,
				result.Unit.Value(result.Length), result.Stop, c.tour, c.want)
		}
	}
}

// Tours that are as long as the shortest of the long distances may have it.
func TestTourOfTheShortestLongDistance(t *testing.T) {
	q := question{
		distances: [][]float64{{0, 1e18, 1e18, 0.08921139355315533}, {0.07643803206089336, 0, 0.007031281254458511, 1e18},
			{4.616872961920613, 1e18, 0, 0.8825539983361976}, {131.8797149747996, 3.382398491213374, 1e18, 0}},
		open: true, start: -1, end: -1, fixed: [][2]int{{1, 2}, {2, 3}},
	}
	if problem := q.compare(t, 0); problem != "" {
		t.Error(problem)
	}
}
