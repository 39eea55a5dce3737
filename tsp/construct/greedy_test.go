package construct_test

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/construct"
	"github.com/aco-vk/aco-vk/tsp/generate"
	"github.com/aco-vk/aco-vk/tsp/neighbour"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
	"github.com/aco-vk/aco-vk/tsp/verify"
)

// greedyOf builds a greedy tour from all edges, sorted, and returns the two neighbours of each
// city, the smaller one first.
func greedyOf(in *tsp.Instance) [][2]int {
	n := in.Dimension()
	var edges [][2]int
	fragment := make([]int, n)
	for i := range n {
		fragment[i] = i
		for j := i + 1; j < n; j++ {
			edges = append(edges, [2]int{i, j})
		}
	}
	slices.SortStableFunc(edges, func(a, b [2]int) int {
		return cmp.Compare(in.Distance(a[0], a[1]), in.Distance(b[0], b[1]))
	})
	next := make([][]int, n)
	for left := n - 1; left >= 0; left-- { // the last edge closes the tour
		at := slices.IndexFunc(edges, func(e [2]int) bool {
			return len(next[e[0]]) < 2 && len(next[e[1]]) < 2 && (left == 0 || fragment[e[0]] != fragment[e[1]])
		})
		a, b := edges[at][0], edges[at][1]
		next[a], next[b] = append(next[a], b), append(next[b], a)
		from, to := fragment[a], fragment[b]
		for i := range fragment {
			if fragment[i] == from {
				fragment[i] = to
			}
		}
	}
	return neighboursIn(n, func(i int) (int, int) { return next[i][0], next[i][1] })
}

func neighboursIn(n int, of func(i int) (int, int)) [][2]int {
	neighbours := make([][2]int, n)
	for i := range neighbours {
		a, b := of(i)
		neighbours[i] = [2]int{min(a, b), max(a, b)}
	}
	return neighbours
}

// If the lists have all other cities, the tour is the greedy tour of all edges. The order within a
// list does not matter, except for its last city.
func TestGreedyOfAllEdges(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := tsptest.DrawInstance(t)
		in.Kind = tsp.TSP
		if in.Metric == tsp.Explicit {
			in.Weights = tsptest.DrawWeights(t, in.Dimension(), true)
		}
		n := in.Dimension()
		width := n - 1
		candidates := must.Get(neighbour.Candidates(context.Background(), in, width, 0))(t)
		for i := range n {
			list := candidates[i*width:][:width-1]
			copy(list, rapid.Permutation(list).Draw(t, "list"))
		}
		tour := must.Get(construct.Greedy(context.Background(), in, candidates))(t)
		must.Do(t, tour.Validate(n))
		position := make([]int, n)
		for i, city := range tour {
			position[city] = i
		}
		got := neighboursIn(n, func(i int) (int, int) {
			return int(tour[(position[i]+1)%n]), int(tour[(position[i]+n-1)%n])
		})
		if want := greedyOf(in); !slices.Equal(got, want) {
			t.Fatalf("neighbours %v, want %v", got, want)
		}
	})
}

// Any lists give a tour.
func TestGreedyOfAnyLists(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := rapid.OneOf(rapid.Custom(tsptest.DrawInstance), rapid.Custom(tsptest.DrawStraight)).Draw(t, "instance")
		if !in.Symmetric() {
			t.Skip("asymmetric")
		}
		n, width := in.Dimension(), rapid.IntRange(1, 4).Draw(t, "width")
		lists := rapid.SliceOfN(rapid.Uint32Range(0, uint32(n-1)), n*width, n*width).Draw(t, "lists")
		tour := must.Get(construct.Greedy(context.Background(), in, lists))(t)
		must.Do(t, tour.Validate(n))
	})
}

func greedyFromCandidates(t testing.TB, in *tsp.Instance) tsp.Tour {
	candidates := must.Get(neighbour.Candidates(t.Context(), in, 5, 1))(t)
	return must.Get(construct.Greedy(t.Context(), in, candidates))(t)
}

func TestGreedyOfManyCities(t *testing.T) {
	for name, in := range tsptest.ManyCities(t) {
		if err := greedyFromCandidates(t, in).Validate(in.Dimension()); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// The tour does not depend on the number of processors, with ranges of cities along the curve and with
// cities in any order.
func TestGreedyOnManyProcessors(t *testing.T) {
	in := must.Get(generate.Instance("clustered", 9_000, 3))(t)
	copy(in.X[2000:], slices.Repeat(in.X[:10], 100))
	copy(in.Y[2000:], slices.Repeat(in.Y[:10], 100))
	for _, in := range []*tsp.Instance{in, in.Part(spaceFilling(t, in))} {
		tsptest.OnProcessors(t, func() any { return greedyFromCandidates(t, in) })
	}
}

func TestGreedyRefuses(t *testing.T) {
	in := must.Get(generate.Instance("uniform", 4, 1))(t)
	lists := []uint32{1, 2, 3, 0}
	for _, c := range []struct {
		lists []uint32
		want  string
	}{
		{nil, "0 candidates are not a list of one length for each of the 4 cities"},
		{lists[:3], "3 candidates are not"},
		{append(lists, 1), "5 candidates are not"},
		{[]uint32{1, 2, 4, 0}, "candidate 4 of city 2 is outside 0..3"},
	} {
		_, err := construct.Greedy(t.Context(), in, c.lists)
		tsptest.RequireError(t, c.want, err, c.want)
	}
	ended, end := context.WithCancel(t.Context())
	end()
	if _, err := construct.Greedy(ended, in, lists); !errors.Is(err, context.Canceled) {
		t.Errorf("after the context was canceled: %v", err)
	}
	in.Kind = tsp.ATSP
	_, err := construct.Greedy(t.Context(), in, lists)
	tsptest.RequireError(t, "ATSP", err, "needs a symmetric one")
}

// Greedy tours and Or-opt keep fixed edges.
func TestFirstToursKeepFixedEdges(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := tsptest.DrawWithFixed(t)
		n := in.Dimension()
		lists := must.Get(neighbour.Candidates(t.Context(), in, rapid.IntRange(1, n-1).Draw(t, "width"), 0))(t)
		tour := must.Get(construct.Greedy(t.Context(), in, lists))(t)
		length := must.Get(verify.Tour(in, tour))(t)
		shorter := must.Get(construct.OrOpt(t.Context(), in, tour, construct.OrOptOptions{}))(t)
		if got, err := verify.Tour(in, shorter.Tour); err != nil || got != length-shorter.Gain {
			t.Fatalf("Or-opt: length %d, want %d: %v", got, length-shorter.Gain, err)
		}
	})
}
