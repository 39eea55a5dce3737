package model

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/tsp/generate"
)

// What is best of a size can be used with every instance of it, small and large, symmetric or not.
func TestBestCanBeUsed(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		cities := rapid.OneOf(rapid.IntRange(MinCities, 40), rapid.IntRange(maxSearchCities-1, maxSearchCities+1),
			rapid.IntRange(3, 1<<20)).Draw(t, "cities")
		instance := must.Get(generate.Instance("uniform", cities, 1))(t)
		p := must.Get(NewUnprepared(instance, Recommended(cities)))(t)
		if err := Recommended(cities).validateSearch(false); err != nil {
			t.Errorf("asymmetric instances of %d cities: %v", cities, err)
		}
		if p.Racy() || p.Memory == MemoryMatrix {
			t.Errorf("%d cities: racy %v, memory %s", cities, p.Racy(), p.Memory)
		}
	})
}

// From 500 cities on more never have more ants, and the local search goes as far as it does
// everywhere.
func TestBestBySize(t *testing.T) {
	before := Recommended(501)
	for _, cities := range []int{1000, 1001, 10_000, 10_001, 20_000, maxSearchCities, maxSearchCities + 1} {
		now := Recommended(cities)
		if now.Ants > before.Ants {
			t.Errorf("%d cities have %d ants, fewer %d", cities, now.Ants, before.Ants)
		}
		if want := cities <= maxSearchCities; now.HasLocalSearch() != want {
			t.Errorf("%d cities: local search %v", cities, now.HasLocalSearch())
		}
		before = now
	}
}

// The papers' numbers of ants: of MMAS by powers of two, of the others by cities.
func TestDefaultAnts(t *testing.T) {
	for _, c := range []struct {
		parameters   Parameters
		cities, ants int
	}{
		{Parameters{Algorithm: AlgorithmAS}, 198, 198},
		{Parameters{Algorithm: AlgorithmACS}, 2392, 2392},
		{Parameters{Algorithm: AlgorithmMMAS}, 3, 32},
		{Parameters{Algorithm: AlgorithmMMAS}, 48, 32}, // as near as 64
		{Parameters{Algorithm: AlgorithmMMAS}, 49, 64},
		{Parameters{Algorithm: AlgorithmMMAS}, 51, 64},
		{Parameters{Algorithm: AlgorithmMMAS}, 100, 128},
		{Parameters{Algorithm: AlgorithmMMAS}, 198, 256},
		{Parameters{Algorithm: AlgorithmMMAS}, 318, 256},
		{Parameters{Algorithm: AlgorithmMMAS}, 783, 1024},
		{Parameters{Algorithm: AlgorithmMMAS}, 2103,
			2048}, // Delévacq et al. 2013, section 5.1: 40 960 threads, 20 an ant
		{Parameters{Algorithm: AlgorithmMMAS, LocalSearch: SearchNone}, 318, 256},
		{Parameters{Algorithm: AlgorithmMMAS, LocalSearch: Search3Opt}, 2103, 28},
	} {
		if got := c.parameters.DefaultAnts(c.cities); got != c.ants {
			t.Errorf("%s with local search %q, %d cities: %d ants, want %d",
				c.parameters.Algorithm, c.parameters.LocalSearch, c.cities, got, c.ants)
		}
	}
}
