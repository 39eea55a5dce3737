package lk

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/neighbour"
	"github.com/aco-vk/aco-vk/tsp/reduce"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
)

// A turn at a node is the best 2-opt move of the directed tour that adds an edge from or to the city
// and removes a longer one there. The two removed edges are longer than the added ones. The tour may lead through the pairs in either direction.
func TestTurn(t *testing.T) {
	const n = 12
	random := rand.New(rand.NewPCG(1, 2))
	made := 0
	for range 200 {
		matrix := tsptest.Matrix(tsp.ATSP, n, func() int32 { return 100 + random.Int32N(100) })
		pairs := must.Get(reduce.NodePairs(matrix))(t)
		near := must.Get(neighbour.Candidates(t.Context(), pairs, n-1, 0))(t)
		order := tsp.Tour{}
		for _, city := range random.Perm(n) {
			order = append(order, int32(city))
		}
		nodes := reduce.ToNodes(order)
		if random.IntN(2) == 0 {
			slices.Reverse(nodes)
		}
		p := NewProblem(pairs, everyNode(2*n), near)
		for node := range int32(2 * n) {
			s := New(p, nodes, 1)
			gain := s.turn(node)
			if want := bestTurn(matrix, order, node); gain != want {
				t.Fatalf("gain %d at node %d of %v, want %d", gain, node, order, want)
			}
			after := reduce.FromNodes(s.Tour())
			if err := after.Validate(n); err != nil || order.Length(matrix)-after.Length(matrix) != gain {
				t.Fatalf("%v, gain %d: %v becomes %v", err, gain, order, after)
			}
			for i, city := range s.Tour() {
				next := s.Tour()[(i+1)%(2*n)]
				if s.pos[city] != int32(i) || !s.hasLink(city, next) || !s.hasLink(next, city) {
					t.Fatalf("positions or links are wrong at node %d of %v", city, s.Tour())
				}
			}
			if gain > 0 {
				made++
			}
			if s.revertTo(mark{}); !slices.Equal(s.Tour(), []int32(nodes)) {
				t.Fatalf("%v after the move is undone, %v before", s.Tour(), nodes)
			}
		}
	}
	if made < 1000 {
		t.Errorf("%d turns", made)
	}
}

// hasLink reports whether one of the links of a city is to another one, with the right distance.
func (s *Search) hasLink(from, to int32) bool {
	return slices.Contains(s.links[from][:], link{to, s.distance(from, to)})
}

func everyNode(n int32) (nodes []int32) {
	for node := range n {
		nodes = append(nodes, node)
	}
	return nodes
}

// bestTurn tries all turns of a directed tour at a node.
func bestTurn(in *tsp.Instance, order tsp.Tour, node int32) (best int64) {
	n := len(order)
	for from := range n {
		for cities := 2; cities <= n-2; cities++ {
			turned := slices.Concat(order[from:], order[:from]) // begins with b
			a, b, c, d := turned[n-1], turned[0], turned[cities-1], turned[cities]
			slices.Reverse(turned[:cities])
			gain, length := order.Length(in)-turned.Length(in), func(x, y int32) int64 { return in.Distance(int(x), int(y)) }
			if length(a, b)+length(c, d) <= length(a, c)+length(b, d) {
				continue
			}
			if city := node / 2; node%2 == 0 && city == a && length(a, c) < length(a, b) ||
				node%2 == 1 && city == d && length(b, d) < length(c, d) {
				best = max(best, gain)
			}
		}
	}
	return best
}
