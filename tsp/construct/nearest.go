package construct

import (
	"context"
	"slices"

	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/internal/cityset"
	"github.com/aco-vk/aco-vk/tsp/internal/places"
)

// NearestNeighbour returns the tour that begins at start and always continues to the nearest
// unvisited city, of equally near ones to the smallest. It evaluates n²/2 distances of a matrix;
// with other metrics its time is about proportional to n·log n. If start is outside 0..n-1 the
// error is an [*tsp.Error]. NearestNeighbour returns the context's error when the context ends.
func NearestNeighbour(ctx context.Context, in *tsp.Instance, start int) (tsp.Tour, error) {
	n := in.Dimension()
	if start < 0 || start >= n {
		return nil, tsp.Errorf("nearest-neighbour tour", "start %d is outside 0..%d", start, n-1)
	}
	unvisited, err := newUnvisited(ctx, in)
	if err != nil {
		return nil, err
	}
	tour := append(make(tsp.Tour, 0, n), int32(start))
	for len(tour) < n {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		tour = append(tour, unvisited.TakeNearest(tour[len(tour)-1]))
	}
	return tour, nil
}

// unvisited has the cities that no step of a tour has left yet.
type unvisited interface {
	// TakeNearest removes a city and returns the one nearest to it.
	TakeNearest(from int32) int32
}

func newUnvisited(ctx context.Context, in *tsp.Instance) (unvisited, error) {
	if in.Weights == nil {
		return places.NewUnvisited(ctx, in)
	}
	return &unvisitedList{in, cityset.All[int32](in.Dimension())}, nil
}

// unvisitedList has the cities in ascending order.
type unvisitedList struct {
	in     *tsp.Instance
	cities []int32
}

func (l *unvisitedList) TakeNearest(from int32) int32 {
	at, _ := slices.BinarySearch(l.cities, from)
	l.cities = slices.Delete(l.cities, at, at+1)
	best, nearest := l.cities[0], l.in.Distance(int(from), int(l.cities[0]))
	for _, city := range l.cities[1:] {
		if d := l.in.Distance(int(from), int(city)); d < nearest {
			best, nearest = city, d
		}
	}
	return best
}
