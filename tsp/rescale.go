package tsp

import (
	"context"
	"math"

	"github.com/aco-vk/aco-vk/tsp/internal/cityset"
	"github.com/aco-vk/aco-vk/tsp/internal/fragments"
)

// Rescaled returns the instance for its fixed edges and, unless ends is nil, for open paths with
// these ends. [FromDecimals] knows neither, and gives distances far above the others one weight. If
// tours with the fixed edges and paths with the ends may need such distances, Rescaled returns an
// instance whose weights tell all distances apart: as many decimals as fit, and weights up to 2³⁰,
// of an asymmetric matrix 2²⁸. Otherwise it returns the instance itself.
//
// Proof that distances with the weight [Given.TooLong] are not needed: let T be a tour with all fixed
// edges, a path if ends are given. Without its fixed edges T is shorter than the shortest such
// distance, so it has none. All tours have the fixed edges, so tours are compared without them. A tour
// with such a distance is at least as long as this distance, so it is longer than T. The proof holds
// for closed tours and for paths with none, one or two given ends, for symmetric and asymmetric
// distances, with and without forbidden edges: it only needs that T is one of the tours, and that no
// distance is negative.
//
// The error is the cause of the context's end.
func (in *Instance) Rescaled(ctx context.Context, ends *Ends) (*Instance, error) {
	if in.Given == nil || in.Given.TooLong == 0 || ends == nil && len(in.Fixed) == 0 || in.avoidsTooLong(ctx, ends) {
		return in, context.Cause(ctx)
	}
	s, err := newMatrixScale(ctx, in.Given.Distances)
	if err != nil {
		return nil, err
	}
	const largest = 1 << 30
	if s.top = largest; !in.Symmetric() {
		s.top = maxPairWeight
	}
	s.decimals = decimalsFor(s.decimalsUpTo(math.Inf(1)), [2]float64{s.longest, s.most()})
	if s.unit().steps(s.longest) > s.most() {
		return in, context.Cause(ctx) // in no unit all distances fit
	}
	scaled, err := s.instance(in.Unit.Name)
	if err != nil {
		return nil, err
	}
	rescaled := *in
	rescaled.Unscaled = in.Weights
	rescaled.Weights, rescaled.Unit = scaled.Weights, scaled.Unit
	rescaled.Forbidden, rescaled.Given = scaled.Forbidden, scaled.Given
	return &rescaled, nil
}

// avoidsTooLong reports whether a tour is known that proves that distances with the weight TooLong
// are not needed.
func (in *Instance) avoidsTooLong(ctx context.Context, ends *Ends) bool {
	n, given := in.rows(), in.Given
	for _, e := range in.Fixed {
		if in.Weights[int(e[0])*n+int(e[1])] == given.TooLong {
			return false // a length in steps would be wrong
		}
	}
	least := math.Inf(1) // of the distances with this weight
	for at, w := range in.Weights {
		if w == given.TooLong && at/n != at%n {
			least = min(least, given.Distances[at/n][at%n])
		}
	}
	t := newShortTours(ctx, given.Distances, in.Fixed, !in.Symmetric(), ends)
	return t == nil || t.shortest() < least
}

// shortTours are nearest-neighbour tours of a matrix. Lengths are without fixed edges.
type shortTours struct {
	ctx       context.Context
	distances [][]float64
	paths     *fragments.Fixed // of fixed edges, with one between two given ends
	heads     []int32          // the cities at which paths can be entered
	isHead    []bool           // by city
	ends      Ends             // of an open path with a free end
	open      bool
}

// newShortTours returns nil if no tour has all fixed edges and these ends.
func newShortTours(
	ctx context.Context, distances [][]float64, fixed []Edge, directed bool, ends *Ends,
) *shortTours {
	n := len(distances)
	t := &shortTours{ctx: ctx, distances: distances, paths: fragments.NewFixed(n, 0, directed), isHead: make([]bool, n)}
	_, reason := fragments.AddAll(t.paths, fixed)
	if ends != nil {
		if t.ends, t.open = *ends, ends[0] == FreeEnd || ends[1] == FreeEnd; !t.open && reason == "" {
			reason = t.paths.Add([2]int32{ends[1], ends[0]})
		}
	}
	if reason != "" {
		return nil
	}
	for city := range int32(n) {
		if t.paths.CanEnter(city) {
			t.heads, t.isHead[city] = append(t.heads, city), true
		}
	}
	return t
}

// shortest returns the length of the shortest of several tours, +Inf if all of them have missing
// edges.
func (t *shortTours) shortest() float64 {
	const work = 4_000_000 // distances to look at, in a hundredth of a second
	n := len(t.distances)
	best := math.Inf(1)
	if len(t.heads) == 0 {
		return 0 // the whole tour is fixed
	}
	tours := max(1, work/(n*n))
	for _, head := range t.heads {
		tail := int32(t.paths.Other[head])
		oneEnd := t.open && t.ends != Ends{FreeEnd, FreeEnd}
		if tours > 0 && (!oneEnd || t.ends[0] == head || t.ends[1] == tail) {
			best = min(best, t.from(head, tail))
			tours--
		}
	}
	return best
}

// from returns the length of the tour that begins with the path from head to tail. An open path lacks
// the edge out of a given end, which is tail, else the edge into head.
func (t *shortTours) from(head, tail int32) (length float64) {
	visited := cityset.New(len(t.distances))
	visited.Add(head)
	visited.Add(tail)
	at, isEnd := tail, t.open && t.ends[1] == tail
	for i := range t.paths.Count - 1 {
		if t.ctx.Err() != nil {
			return math.Inf(1)
		}
		next, nearest := int32(-1), math.Inf(1)
		for to, d := range t.distances[at] {
			if (d < nearest || next < 0) && t.isHead[to] && !visited.Has(int32(to)) {
				next, nearest = int32(to), d
			}
		}
		at = int32(t.paths.Other[next])
		visited.Add(next)
		visited.Add(at)
		if i > 0 || !isEnd {
			length += nearest
		}
	}
	if t.open && !isEnd {
		return length
	}
	return length + t.distances[at][head]
}
