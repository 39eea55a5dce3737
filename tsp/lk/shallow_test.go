package lk_test

import (
	"slices"
	"testing"

	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/lk"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
)

// No path of a shallow search's tour can be reversed, and none of three cities moved, so that the tour
// is shorter. Moves whose added edges are both longer than what the segment saves are not looked for.
func TestShallowOptimum(t *testing.T) {
	const n = 9 // so that all cities are candidates
	value := 1
	for seed := range int64(40) {
		in := tsptest.Generate(t, "uniform", n, seed)
		if seed%2 == 1 {
			in = tsptest.Matrix(tsp.TSP, n, func() int32 { value = value * 75 % 65537; return int32(value % 100) })
		}
		p := problem(t, in)
		p.Shallow()
		s := lk.New(p, inOrder(n), 1)
		s.Run(0)
		requireTour(t, in, s)
		d := func(a, b int32) int64 { return in.Distance(int(a), int(b)) }
		for first := range n {
			tour := slices.Concat(s.Tour()[first:], s.Tour()[:first])
			for count := 2; count <= n-2; count++ {
				other := slices.Clone(tour)
				slices.Reverse(other[:count])
				if length := tsp.Tour(other).Length(in); length < s.Length() {
					t.Errorf("%d: the tour %v has length %d, after %v is reversed %d", seed, tour, s.Length(), tour[:count], length)
				}
			}
			for count := 1; count <= 3; count++ {
				segment, rest := tour[:count], tour[count:]
				a, b := segment[0], segment[count-1]
				saved := d(rest[len(rest)-1], a) + d(b, rest[0]) - d(rest[len(rest)-1], rest[0])
				for i := range len(rest) - 1 {
					for _, to := range [][2]int32{{rest[i], rest[i+1]}, {rest[i+1], rest[i]}} {
						added := d(to[0], a) + d(b, to[1])
						if min(d(to[0], a), d(b, to[1])) < saved && added-d(to[0], to[1]) < saved {
							t.Errorf("%d: in the tour %v, %v is better between %v", seed, tour, segment, to)
						}
					}
				}
			}
		}
	}
}
