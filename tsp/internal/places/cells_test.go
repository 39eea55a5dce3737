package places_test

import (
	"slices"
	"testing"

	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/internal/places"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
)

// curveOf returns the cities in the order of the curve.
func curveOf(t testing.TB, in *tsp.Instance) []uint32 {
	t.Helper()
	return must.Get(places.Order(t.Context(), in))(t)
}

// The cells have the same cities near a city as the tree, also if few of an instance's cities are
// searched.
func TestFindNearIsFind(t *testing.T) {
	for name, in := range tsptest.ManyCities(t) {
		order := curveOf(t, in)
		for _, every := range []int{1, 3, 40} {
			var cities []uint32
			for i := 0; i < len(order); i += every {
				cities = append(cities, order[i])
			}
			tree := places.NewTree(in, cities)
			cells, inCells, inTree := tree.Cells(t.Context()), places.Search{Tree: tree}, places.Search{Tree: tree}
			for place, city := range cities {
				partner := cities[place*7%len(cities)]
				if place%2 == 0 {
					partner = city
				}
				inCells.FindNear(cells, place, partner, 5)
				inTree.Find(place, &places.Everywhere, partner, 5)
				if got, want := inCells.Nearest, inTree.Nearest; !slices.Equal(got.Keys, want.Keys) ||
					got.Bound != want.Bound {
					t.Fatalf("%s: near city %d are %x, want %x", name, city, got.Keys, want.Keys)
				}
			}
		}
	}
}
