package reduce_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/construct"
	"github.com/aco-vk/aco-vk/tsp/neighbour"
	"github.com/aco-vk/aco-vk/tsp/reduce"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
	"github.com/aco-vk/aco-vk/tsp/verify"
)

// asymmetricMatrix returns a random asymmetric matrix. Odd examples have few different distances,
// so that many are equal.
func asymmetricMatrix(random *rand.Rand, example, cities int) *tsp.Instance {
	most := int32(1000)
	if example%2 == 1 {
		most = 3
	}
	return tsptest.Matrix(tsp.ATSP, cities, func() int32 { return random.Int32N(most) })
}

func nodePairs(t *testing.T, in *tsp.Instance) *tsp.Instance {
	t.Helper()
	return must.Get(reduce.NodePairs(in))(t)
}

// The shortest tour of node pairs stands for a shortest directed tour, of the same length.
func TestNodePairsAgainstAllTours(t *testing.T) {
	random := rand.New(rand.NewPCG(16, 20))
	for example := range 40 {
		in := asymmetricMatrix(random, example, 3+example%6)
		want := int64(-1)
		permutations(in.Dimension(), func(tour tsp.Tour) {
			if length, err := verify.Tour(in, tour); err != nil {
				t.Fatal(err)
			} else if want < 0 || length < want {
				want = length
			}
		})
		pairs := nodePairs(t, in)
		nodes := construct.Exhaustive(pairs)
		for range 2 { // in both directions
			got, err := verify.Tour(in, reduce.FromNodes(nodes))
			onPairs, errOnPairs := verify.Tour(pairs, nodes)
			if got != want || onPairs != want || err != nil || errOnPairs != nil {
				t.Errorf("example %d: directed %d (%v), pairs %d (%v), want %d", example, got, err, onPairs,
					errOnPairs, want)
			}
			slices.Reverse(nodes)
		}
	}
}

// permutations calls use for all tours from city 0 on.
func permutations(n int, use func(tsp.Tour)) {
	tour := inOrder(n)
	var extend func(k int)
	extend = func(k int) {
		if k == n {
			use(tour)
		}
		for i := k; i < n; i++ {
			tour[k], tour[i] = tour[i], tour[k]
			extend(k + 1)
			tour[k], tour[i] = tour[i], tour[k]
		}
	}
	extend(1)
}

// Converting a tour to nodes and back gives the same tour, from city 0 on.
func TestFromNodes(t *testing.T) {
	for _, nodes := range []tsp.Tour{reduce.ToNodes(tsp.Tour{2, 0, 3, 1}), {2, 3, 6, 7, 0, 1, 4, 5}} {
		if got := reduce.FromNodes(nodes); !slices.Equal(got, tsp.Tour{0, 3, 1, 2}) {
			t.Errorf("nodes %v: %v", nodes, got)
		}
	}
}

// First tours and those of Or-opt have the fixed edges of all pairs, and no edge between nodes of
// the same kind. Candidates are nodes of the other kind. Where all nodes prefer the same few,
// fragments remain that have to be joined at any distance.
func TestToursOfNodePairsAreFeasible(t *testing.T) {
	random := rand.New(rand.NewPCG(16, 21))
	for example := range 60 {
		n := 4 + random.IntN(60)
		in := asymmetricMatrix(random, example, n)
		if example%3 == 0 {
			for i := range in.Weights {
				in.Weights[i] = int32(i%n/8*50 + i/n/8)
			}
		}
		pairs := nodePairs(t, in)
		width := 1 + random.IntN(min(n-1, 8))
		lists := must.Get(neighbour.Candidates(t.Context(), pairs, width, 0))(t)
		for i, to := range lists {
			if from := uint32(i / width); (from^to)&1 == 0 || from^to == 1 {
				t.Fatalf("example %d: candidate %d of node %d", example, to, from)
			}
		}
		tour := must.Get(construct.Greedy(t.Context(), pairs, lists))(t)
		length, err := verify.Tour(pairs, tour)
		if err != nil {
			t.Fatalf("example %d, %d cities: greedy tour: %v", example, n, err)
		}
		shorter := must.Get(construct.OrOpt(t.Context(), pairs, tour, construct.OrOptOptions{}))(t)
		if got, err := verify.Tour(in, reduce.FromNodes(shorter.Tour)); err != nil || got != length-shorter.Gain {
			t.Errorf("example %d, %d cities: Or-opt: length %d, want %d: %v", example, n, got, length-shorter.Gain, err)
		}
	}
}

// Both functions of distances agree, and are symmetric.
func TestDistancesOfNodePairs(t *testing.T) {
	in := asymmetricMatrix(rand.New(rand.NewPCG(16, 22)), 0, 9)
	pairs := nodePairs(t, in)
	distance := pairs.DistanceFunc()
	for i := range 18 {
		for j := range 18 {
			want := int64(1 << 30)
			switch {
			case i == j || i^j == 1:
				want = 0
			case i%2 == 0 && j%2 == 1:
				want = in.Distance(i/2, j/2)
			case i%2 == 1 && j%2 == 0:
				want = in.Distance(j/2, i/2)
			}
			if got := pairs.Distance(i, j); got != want || distance(uint32(i), uint32(j)) != want {
				t.Errorf("distance from node %d to node %d: %d and %d, want %d", i, j, got,
					distance(uint32(i), uint32(j)), want)
			}
		}
	}
}

// Only asymmetric matrices have node pairs, and their weights are bounded.
func TestNodePairsRefuses(t *testing.T) {
	heavy := asymmetricMatrix(rand.New(rand.NewPCG(16, 23)), 0, 5)
	heavy.Weights[1] = 1<<28 + 1
	for _, in := range []*tsp.Instance{tsptest.Generate(t, "uniform", 9, 1), heavy} {
		if _, err := reduce.NodePairs(in); err == nil {
			t.Errorf("%s has node pairs", in.Name)
		}
	}
}
