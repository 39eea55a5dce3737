package model

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/aco-vk/aco-vk/tsp/generate"
)

// What is best of a size can be used with every instance of it, small and large, symmetric or not.
func TestBestCanBeUsed(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		cities := rapid.OneOf(rapid.IntRange(MinCities, 40), rapid.IntRange(maxSearchCities-1, maxSearchCities+1), rapid.IntRange(3, 1<<20)).Draw(t, "cities")
		instance, err := generate.Instance("uniform", cities, 1)
		if err != nil {
			t.Fatal(err)
		}
		p, err := NewUnprepared(instance, Recommended(cities))
		if err != nil {
			t.Fatal(err)
		}
		if err := Recommended(cities).validateSearch(false); err != nil {
			t.Errorf("asymmetric instances of %d cities: %v", cities, err)
		}
		if p.Racy() || p.Memory == MemoryMatrix {
			t.Errorf("%d cities: racy %v, memory %s", cities, p.Racy(), p.Memory)
		}
	})
}

// From 500 cities on more never have more ants, and the local search goes as far as it does everywhere.
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
