package lk

import (
	"testing"

	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/tsp/internal/cityset"
	"github.com/aco-vk/aco-vk/tsp/neighbour"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
)

// An exchange of two edges is a move if, and only if, it leaves one cycle.
func TestExchangesOfTwoEdges(t *testing.T) {
	const n = 10
	in := tsptest.Generate(t, "uniform", n, 1)
	near := must.Get(neighbour.Candidates(t.Context(), in, 5, 0))(t)
	tour := cityset.All[int32](n)
	s := New(NewProblem(in, tour, near), tour, 1)
	moves := 0
	for a := range int32(n) {
		for b := range int32(n) {
			for _, step := range [][2]int32{{1, 1}, {1, n - 1}, {n - 1, 1}, {n - 1, n - 1}} {
				at := []int32{a, (a + step[0]) % n, b, (b + step[1]) % n}
				if at[0] == at[2] || at[0] == at[3] || at[1] == at[2] || at[1] == at[3] {
					continue // the edges have a city in common
				}
				for i := range at {
					s.t[i] = s.tour[at[i]]
				}
				want := cycleLength(n, at) == n
				if got := s.arrange(2); got != want {
					t.Errorf("positions %v: a move: %v, want %v", at, got, want)
				}
				if want {
					moves++
				}
			}
		}
	}
	if moves == 0 {
		t.Error("no move")
	}
}

// cycleLength returns the positions of the cycle through the first one, without the edges at[0] to
// at[1] and at[2] to at[3], and with at[1] to at[2] and at[3] to at[0].
func cycleLength(n int, at []int32) int {
	size := int32(n)
	around := func(p int32) []int32 {
		var next []int32
		for _, q := range []int32{(p + 1) % size, (p + size - 1) % size} {
			if !(p == at[0] && q == at[1] || p == at[1] && q == at[0] || p == at[2] && q == at[3] || p == at[3] && q == at[2]) {
				next = append(next, q)
			}
		}
		for _, added := range [][2]int32{{at[1], at[2]}, {at[3], at[0]}} {
			if p == added[0] {
				next = append(next, added[1])
			}
			if p == added[1] {
				next = append(next, added[0])
			}
		}
		return next
	}
	before, p, length := int32(-1), at[0], 0
	for {
		next := around(p)
		q := next[0]
		if q == before {
			q = next[1]
		}
		before, p, length = p, q, length+1
		if p == at[0] {
			return length
		}
	}
}
