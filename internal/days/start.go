package days

import (
	"context"
	"slices"

	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/construct"
	"github.com/aco-vk/aco-vk/tsp/format"
)

// Start returns the first tour of a search from an earlier tour: its cities in its order, and each other city
// where it costs least. ends: of an open path; nil: a closed tour.
func Start(ctx context.Context, in *tsp.Instance, earlier *format.EarlierTour, ends *tsp.Ends) (tsp.Tour, error) {
	order := earlier.Order
	if ends != nil && earlier.Shape != format.ShapeOpen {
		order = turned(order, *ends, in.Symmetric())
	}
	return construct.Insert(ctx, in, order, ends)
}

// turned returns a closed tour in the order of a path from its first end on, if the tour has this
// end, else to its last one. A symmetric tour that begins with both ends is turned round.
func turned(tour tsp.Tour, ends tsp.Ends, symmetric bool) tsp.Tour {
	first := slices.Index(tour, ends[0])
	if first < 0 {
		first = slices.Index(tour, ends[1]) + 1 // 0 without both
	}
	tour = slices.Concat(tour[first:], tour[:first])
	if symmetric && len(tour) > 1 && tour[1] == ends[1] {
		slices.Reverse(tour[1:])
	}
	return tour
}
