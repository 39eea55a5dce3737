package bound

import (
	"context"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/internal/onetree"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
)

// With any weights of cities, the tree that skips boxes weighs as much as Prim's tree of all
// pairs, and has all fixed edges.
func TestTreeOfAllEdges(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := draw(t, 150)
		if in.Metric == tsp.Explicit {
			t.Skip("matrices use Prim's algorithm")
		}
		for city := int32(1); city < int32(in.Dimension()); city += 2 {
			if rapid.IntRange(0, 2).Draw(t, "fixed") == 0 {
				in.Fixed = append(in.Fixed, tsp.Edge{city - 1, city})
			}
		}
		a := must.Get(newSymmetric(context.Background(), in))(t)
		n := in.Dimension()
		bound := rapid.SampledFrom([]int64{0, 10, 1 << 16, 1 << 30, 1 << 40}).Draw(t, "largest weight")
		copy(a.graph.Nodes, rapid.SliceOfN(rapid.Int64Range(-bound, bound), n, n).Draw(t, "weights"))
		got := must.Get(a.planeTree(context.Background()))(t)
		want := must.Get(onetree.NewComplete(context.Background(), n, a.weight()))(t)
		fixed := 0
		for _, e := range got {
			if a.partner != nil && a.partner[e[0]] == e[1] {
				fixed++
			}
		}
		if fixed != len(in.Fixed) {
			t.Fatalf("the tree has %d fixed edges of %d", fixed, len(in.Fixed))
		}
		least := int64(0)
		for _, w := range want.Joined[1:] {
			least += w
		}
		weight, sets := int64(0), onetree.NewForest(n)
		for _, e := range got[:n-1] {
			weight += a.weight()(e[0], e[1])
			if !sets.Join(e[0], e[1], 0) {
				t.Fatalf("edge %v closes a cycle", e)
			}
		}
		if len(got) != n || weight != least {
			t.Fatalf("%d edges, the tree weighs %d, the minimum is %d", len(got), weight, least)
		}
		requireAdditional(t, a, got)
	})
}

// fewPlaces returns n cities at some places.
func fewPlaces(n, places int) *tsp.Instance {
	in := &tsp.Instance{Kind: tsp.TSP, Metric: tsp.EUC2D}
	for city := range n {
		in.X, in.Y = append(in.X, float64(city%places)), append(in.Y, 0)
	}
	return in
}

// Of many edges with the same weight, the tree has the first ones by their cities, as in Kruskal's
// algorithm.
func TestTreeOfEqualEdges(t *testing.T) {
	const n = 90
	for places := range 4 {
		a := must.Get(newSymmetric(t.Context(), fewPlaces(n, places+1)))(t)
		var all []link
		for i := range uint32(n) {
			for j := range i {
				all = append(all, link{a.weight()(j, i), j, i, false})
			}
		}
		slices.SortFunc(all, func(e, other link) int {
			if e.less(other) {
				return -1
			}
			return 1
		})
		want, sets := map[[2]uint32]bool{}, onetree.NewForest(n)
		for _, e := range all {
			if sets.Join(e.a, e.b, 0) {
				want[[2]uint32{e.a, e.b}] = true
			}
		}
		got := must.Get(a.planeTree(t.Context()))(t)
		for _, e := range got[:n-1] {
			if !want[[2]uint32{min(e[0], e[1]), max(e[0], e[1])}] {
				t.Errorf("%d places: the tree has the edge %v", places+1, e)
			}
		}
	}
}

// The tree of many cities at one place takes about n·log n. With time in proportion to n², this
// one would take minutes.
func TestTreeOfOnePlace(t *testing.T) {
	a := must.Get(newSymmetric(t.Context(), fewPlaces(100_000, 1)))(t)
	if _, err := a.planeTree(t.Context()); err != nil {
		t.Error(err)
	}
}

// requireAdditional fails unless the last edge of a 1-tree is the second lightest of one of the
// leaves.
func requireAdditional(t *rapid.T, a *symmetric, edges [][2]uint32) {
	n, last := len(edges), edges[len(edges)-1]
	degree := make([]int, n)
	for _, e := range edges[:n-1] {
		degree[e[0]]++
		degree[e[1]]++
	}
	for _, city := range last {
		if degree[city] != 1 {
			continue
		}
		if _, second := onetree.SecondOf(city, n, a.weight()); second == a.weight()(last[0], last[1]) {
			return
		}
	}
	t.Fatalf("edge %v is not the second lightest of a leaf", last)
}

// The largest bound of all trees counts, though later ones are smaller.
func TestLargestTreeCounts(t *testing.T) {
	s := must.Get(newSymmetric(t.Context(), tsptest.Generate(t, "uniform", 50, 1)))(t)
	tree, bounds := s.tree, []int64{}
	s.tree = func(ctx context.Context) ([][2]uint32, error) {
		if len(bounds) > 0 {
			for city := range s.graph.Nodes { // bad weights
				s.graph.Nodes[city] = int64(city%2) << 40
			}
		}
		edges, err := tree(ctx)
		bounds = append(bounds, s.result(edges).Length)
		return edges, err
	}
	got, err := s.run(t.Context(), t.Context(), Options{Iterations: 50}, time.Now())
	if err != nil || len(bounds) < 2 || got.Length != slices.Max(bounds) || got.Length == bounds[len(bounds)-1] {
		t.Errorf("bound %+v of trees %v: %v", got, bounds, err)
	}
}
