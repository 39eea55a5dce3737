package neighbour_test

import (
	"fmt"
	"testing"

	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/neighbour"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
)

// The neighbours and candidates of uneven cities equal a search of all cities.
func TestUnevenCities(t *testing.T) {
	for _, metric := range tsp.Metrics() {
		if metric == tsp.Explicit {
			continue
		}
		for spread := range tsptest.Uneven {
			t.Run(fmt.Sprintf("%s, %s", metric, spread), func(t *testing.T) {
				t.Parallel()
				n := 100
				if metric == tsp.EUC2D { // enough for crowded cells
					n = 500
				}
				in := tsptest.UnevenInstance(metric, spread, n)
				requireNeighbours(t, in, 10)
				requireCandidates(t, in, 5, 1)
			})
		}
	}
}

// Searches of many uneven cities take about n·log n. With time in proportion to n², these would
// take half an hour.
func TestManyUnevenCities(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	for _, c := range []struct {
		metric tsp.Metric
		spread string
		cities int
	}{
		{tsp.EUC2D, "an outlier at 10,000 times the extent", 200_000},
		{tsp.EUC2D, "one place", 200_000},
		{tsp.CEIL2D, "two clusters", 200_000},
		{tsp.MAN2D, "few places and a typo", 200_000},
		{tsp.EUC3D, "an outlier at a million times the extent", 60_000},
		{tsp.Haversine, "an outlier at a million times the extent", 60_000},
	} {
		t.Run(fmt.Sprintf("%s, %s", c.metric, c.spread), func(t *testing.T) {
			in := tsptest.UnevenInstance(c.metric, c.spread, c.cities)
			if _, _, err := neighbour.Nearest(t.Context(), in, 1); err != nil {
				t.Error(err)
			}
		})
	}
}
