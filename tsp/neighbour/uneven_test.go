package neighbour_test

import (
	"testing"

	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/neighbour"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
)

// The neighbours and candidates of uneven cities equal a search of all cities.
func TestUnevenCities(t *testing.T) {
	tsptest.OnUneven(t, func(t *testing.T, in *tsp.Instance) {
		requireNeighbours(t, in, 10)
		requireCandidates(t, in, 5, 1)
	})
}

func TestManyUnevenCities(t *testing.T) {
	tsptest.OnManyUneven(t, func(t *testing.T, in *tsp.Instance) {
		if _, _, err := neighbour.Nearest(t.Context(), in, 1); err != nil {
			t.Error(err)
		}
	})
}
