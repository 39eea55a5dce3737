package construct_test

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/aco-vk/aco-vk/tsp/construct"
	"github.com/aco-vk/aco-vk/tsp/reduce"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
	"github.com/aco-vk/aco-vk/tsp/verify"
)

func TestExhaustive(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := tsptest.DrawWithFixed(t)
		if len(reduce.FixedPaths(in)) > 7 || in.Dimension() > 8 {
			t.Skip("many tours")
		}
		want, _ := tsptest.Optimum(in)
		if got, err := verify.Tour(in, construct.Exhaustive(in)); err != nil || got != want {
			t.Fatalf("length %d, want %d: %v", got, want, err)
		}
	})
}
