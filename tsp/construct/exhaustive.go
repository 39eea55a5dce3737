package construct

import (
	"slices"

	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/reduce"
)

// Exhaustive returns a shortest tour that has all fixed edges. It compares all tours, but for those
// whose beginning is not shorter than a whole one. With k paths of fixed edges there are up to
// (k-1)!·2ᵏ⁻¹, so it is for few paths.
func Exhaustive(in *tsp.Instance) tsp.Tour {
	return ExhaustiveBy(in, func(i, j int32) float64 { return float64(in.Distance(int(i), int(j))) })
}

// ExhaustiveBy is Exhaustive with other distances, +Inf for no edge. Fixed edges have no length.
func ExhaustiveBy(in *tsp.Instance, distance func(i, j int32) float64) tsp.Tour {
	e := &exhaustive{in: in, distance: distance, paths: reduce.FixedPaths(in)}
	e.tour = append(e.tour, e.paths[0]...)
	e.extend(1, 0)
	return e.best
}

// exhaustive is a search by exhaustion. Paths before the current one are in the tour.
type exhaustive struct {
	in       *tsp.Instance
	distance func(i, j int32) float64
	paths    []tsp.Tour
	tour     tsp.Tour
	best     tsp.Tour
	length   float64 // of best, without fixed edges
}

// extend tries all paths from number k on as the next ones. added is the length of the edges
// between the paths before them.
func (e *exhaustive) extend(k int, added float64) {
	if e.best != nil && added >= e.length { // no edge shortens it
		return
	}
	last, size := e.tour[len(e.tour)-1], len(e.tour)
	if k == len(e.paths) {
		if length := added + e.distance(last, e.tour[0]); e.best == nil || length < e.length {
			e.best, e.length = slices.Clone(e.tour), length
		}
		return
	}
	for i := k; i < len(e.paths); i++ {
		e.paths[k], e.paths[i] = e.paths[i], e.paths[k]
		path := slices.Clone(e.paths[k])
		directions := 2
		if len(path) == 1 || !e.in.Symmetric() {
			directions = 1
		}
		for range directions {
			e.tour = append(e.tour[:size], path...)
			e.extend(k+1, added+e.distance(last, path[0]))
			slices.Reverse(path)
		}
		e.paths[k], e.paths[i] = e.paths[i], e.paths[k]
	}
	e.tour = e.tour[:size]
}
