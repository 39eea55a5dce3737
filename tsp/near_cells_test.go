package tsp

import (
	"slices"
	"testing"
)

// curveOf returns the cities in the order of the curve.
func curveOf(t testing.TB, in *Instance) []uint32 {
	t.Helper()
	order, err := hilbertOrder(t.Context(), in)
	if err != nil {
		t.Fatal(err)
	}
	return order
}

// The cells have the same cities near a city as the tree, also if few of an instance's cities are searched.
func TestFindNearIsFind(t *testing.T) {
	for name, in := range structured(t) {
		order := curveOf(t, in)
		for _, every := range []int{1, 3, 40} {
			var cities []uint32
			for i := 0; i < len(order); i += every {
				cities = append(cities, order[i])
			}
			tree := newRTree(in, cities)
			cells, inCells, inTree := tree.nearCells(t.Context()), search{rTree: tree}, search{rTree: tree}
			for place, city := range cities {
				partner := cities[place*7%len(cities)]
				if place%2 == 0 {
					partner = city
				}
				inCells.findNear(cells, place, partner, endWidth)
				inTree.find(place, &everywhere, partner, endWidth)
				if got, want := inCells.nearest, inTree.nearest; !slices.Equal(got.keys, want.keys) || got.bound != want.bound {
					t.Fatalf("%s: near city %d are %x, want %x", name, city, got.keys, want.keys)
				}
			}
		}
	}
}
