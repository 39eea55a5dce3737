package fixed

import (
	"errors"
	"slices"
	"testing"

	"github.com/aco-vk/aco-vk/aco/option"
	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/tsp"
)

// square returns four cities with fixed edges.
func square(edges ...tsp.Edge) *tsp.Instance {
	return &tsp.Instance{
		Kind: tsp.TSP, Metric: tsp.EUC2D, X: []float64{0, 0, 1, 1}, Y: []float64{0, 1, 1, 0}, Fixed: edges,
	}
}

func TestEdges(t *testing.T) {
	f := must.Get(Of(square(tsp.Edge{0, 2})))(t)
	if !f.Has(2, 0) || f.Has(0, 1) || f.Has(1, 3) {
		t.Errorf("%v has not the edge from 0 to 2 alone", f)
	}
	if next, ok := f.Next(0, 1); !ok || next != 2 {
		t.Errorf("city %d follows city 0: %v", next, ok)
	}
	for _, free := range [][2]uint32{{0, 2}, {1, 0}} {
		if next, ok := f.Next(free[0], free[1]); ok {
			t.Errorf("city %d must follow cities %d and %d", next, free[1], free[0])
		}
	}
	if tour := Insert(f, []uint32{3, 0, 1, 2}); !slices.Equal(tour, []uint32{3, 0, 2, 1}) {
		t.Errorf("the tour with the edge is %v", tour)
	}
	for _, c := range []struct {
		tour []uint32
		want bool
	}{{[]uint32{0, 2, 1, 3}, true}, {[]uint32{2, 1, 3, 0}, true}, {[]uint32{0, 1, 2, 3}, false}} {
		if got := f.InTour(c.tour); got != c.want {
			t.Errorf("%v: %v, want %v", c.tour, got, c.want)
		}
	}
}

func TestNoEdges(t *testing.T) {
	f, err := Of(square())
	if f != nil || err != nil {
		t.Fatal(f, err)
	}
	if _, ok := f.Next(0, 1); ok || f.Has(0, 1) || !f.InTour([]uint32{0, 1, 2, 3}) {
		t.Error("an edge is fixed")
	}
	if tour := Insert(f, tsp.Tour{3, 1, 0, 2}); !slices.Equal(tour, tsp.Tour{3, 1, 0, 2}) {
		t.Errorf("the tour has become %v", tour)
	}
}

func TestTwoEdgesOfACity(t *testing.T) {
	var refused *option.Error
	if _, err := Of(square(tsp.Edge{0, 2}, tsp.Edge{1, 2})); !errors.As(err, &refused) {
		t.Errorf("two fixed edges of city 2: %v", err)
	}
}
