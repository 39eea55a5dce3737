package generate_test

import (
	"context"

	"pgregory.net/rapid"

	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/construct"
)

// firstTour returns a first tour.
func firstTour(t rapid.TB, in *tsp.Instance, start int) tsp.Tour {
	tour, err := construct.NearestNeighbour(context.Background(), in, start)
	if err != nil {
		t.Fatal(err)
	}
	return tour
}
