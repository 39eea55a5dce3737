package verify

import (
	"math/rand/v2"
	"testing"

	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/generate"
)

func BenchmarkVerify(b *testing.B) {
	const n = 1_000_000
	in, err := generate.Instance("uniform", n, n)
	if err != nil {
		b.Fatal(err)
	}
	tour := make(tsp.Tour, n)
	for i, city := range rand.New(rand.NewPCG(1, 1)).Perm(n) {
		tour[i] = int32(city)
	}
	for b.Loop() {
		if _, err := Tour(in, tour); err != nil {
			b.Fatal(err)
		}
	}
}
