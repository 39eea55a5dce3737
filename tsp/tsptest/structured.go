package tsptest

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/generate"
	"github.com/aco-vk/aco-vk/tsp/internal/places"
)

// Structured returns instances along the curve, and one that is not.
func Structured(t *testing.T) map[string]*tsp.Instance {
	instances := map[string]*tsp.Instance{}
	for _, kind := range []string{"uniform", "clustered", "grid"} {
		for _, n := range []int{3, 10, 1000, 6000} {
			if testing.Short() && n > 1000 {
				continue
			}
			in, err := generate.Instance(kind, n, int64(n))
			if err != nil {
				t.Fatal(err)
			}
			if n > 10 {
				if kind == "uniform" {
					instances[fmt.Sprint("not along the curve ", n)] = in
				}
				in = along(t, in)
			} else {
				in.X, in.Y = append(in.X, 1, 2, 3), append(in.Y, 1, 2, 3) // lists have 8 cities
				in.X, in.Y = slices.Repeat(in.X, 2), slices.Repeat(in.Y, 2)
			}
			instances[fmt.Sprint(kind, " ", n)] = in
		}
	}
	places := *instances["clustered 1000"]
	places.X, places.Y = slices.Clone(places.X), slices.Clone(places.Y)
	for i := range places.X {
		places.X[i], places.Y[i] = math.Round(places.X[i]/2e5), math.Round(places.Y[i]/2e5)
	}
	instances["few places"] = along(t, &places)
	return instances
}

// along returns an instance with its cities in the order of the curve.
func along(t testing.TB, in *tsp.Instance) *tsp.Instance {
	t.Helper()
	order, err := places.Order(t.Context(), in)
	if err != nil {
		t.Fatal(err)
	}
	tour := make(tsp.Tour, len(order))
	for place, city := range order {
		tour[place] = int32(city)
	}
	return in.Part(tour)
}
