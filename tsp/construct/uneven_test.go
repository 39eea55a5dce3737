package construct_test

import (
	"testing"

	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
)

// The nearest-neighbour tours of uneven cities equal a search of all cities.
func TestFirstToursOfUnevenCities(t *testing.T) {
	tsptest.OnUneven(t, func(t *testing.T, in *tsp.Instance) {
		requireNearest(t, in, 7)
		if err := spaceFilling(t, in).Validate(in.Dimension()); err != nil {
			t.Error(err)
		}
	})
}

func TestFirstToursOfManyUnevenCities(t *testing.T) {
	tsptest.OnManyUneven(t, func(t *testing.T, in *tsp.Instance) {
		if err := nearestNeighbour(t, in, 0).Validate(in.Dimension()); err != nil {
			t.Error(err)
		}
	})
}
