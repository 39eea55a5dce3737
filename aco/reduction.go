package aco

import (
	"fmt"
	"slices"

	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/verify"
)

// reduction is what turns the caller's problem into that of the algorithms, which search for closed tours and take at most one fixed edge for
// each city. An open path becomes a closed tour by a fixed edge between its ends. Paths of fixed edges are contracted.
type reduction struct {
	original    *tsp.Instance    // of the caller
	path        *tsp.Edge        // as Options.Path
	contraction *tsp.Contraction // nil: the algorithm works on all cities
	offset      int64            // length in the original minus that of the closed tour that the algorithm works on
}

// closed returns the instance with the fixed edge that closes an open path. Without Options.Path it is the instance itself.
func (o *Options) closed(instance *tsp.Instance) (*tsp.Instance, error) {
	if o.Path == nil {
		return instance, nil
	}
	if !instance.Symmetric() {
		return nil, refuse("Path", "open paths need a symmetric instance, and %s is asymmetric", instance.Name)
	}
	closed, err := instance.WithFixed(*o.Path)
	if err != nil {
		return nil, refuse("Path", "no open path has these ends: %v", err)
	}
	return closed, nil
}

// reduce sets the instance that the algorithm works on, and converts the options that depend on it. The options are valid.
func (r *request) reduce() error {
	closed, err := r.options.closed(r.original)
	if err != nil {
		return err
	}
	d := &reduction{original: r.original, path: r.options.Path}
	r.reduction, r.instance = d, closed
	if d.path != nil {
		d.offset -= closed.Distance(int(d.path[1]), int(d.path[0]))
	}
	if d.contraction = tsp.Contract(closed); d.contraction != nil {
		r.instance = d.contraction.Instance
		d.offset += d.contraction.Offset
		if r.options.InitialTour != nil {
			r.options.InitialTour = d.contraction.Reduce(r.options.InitialTour)
		}
	}
	if r.options.Target > 0 {
		r.options.Target = max(1, r.options.Target-d.offset) // 0 is no target
	}
	return nil
}

// expand returns the tour of the original for one that an algorithm has found.
func (d *reduction) expand(tour tsp.Tour) tsp.Tour {
	if d.contraction != nil {
		tour = d.contraction.Expand(tour)
	}
	if d.path == nil {
		return tour
	}
	at := slices.Index(tour, d.path[0])
	if tour[(at+1)%len(tour)] == d.path[1] { // backwards
		tour = slices.Clone(tour)
		slices.Reverse(tour)
		at = len(tour) - 1 - at
	}
	return slices.Concat(tour[at:], tour[:at])
}

// length returns the length in the original for that of a tour that an algorithm has found.
func (d *reduction) length(length int64) int64 { return length + d.offset }

// verify returns the verified length of a tour of the original.
func (d *reduction) verify(tour tsp.Tour) (int64, error) {
	if d.path != nil {
		return verify.Path(d.original, tour, d.path[0], d.path[1])
	}
	return verify.Tour(d.original, tour)
}

// expandResult replaces the tour and all lengths of a result by those of the original. It verifies the tour again.
func (r *request) expandResult(result *Result) error {
	d := r.reduction
	if d.contraction == nil && d.path == nil {
		return nil
	}
	result.Path = d.path
	result.Tour, result.Length = d.expand(result.Tour), d.length(result.Length)
	if result.FirstTour != "" {
		result.FirstLength = d.length(result.FirstLength)
	}
	for i := range result.Trace {
		result.Trace[i].Length = d.length(result.Trace[i].Length)
	}
	for i := range result.Colonies {
		result.Colonies[i].BestLength = d.length(result.Colonies[i].BestLength)
	}
	result.Reference = r.referenceOf(result.Length)
	length, err := d.verify(result.Tour)
	if err == nil && length != result.Length {
		err = fmt.Errorf("reported length %d, verified length %d", result.Length, length)
	}
	if err != nil {
		return fmt.Errorf("expanding a tour of %d cities to %d: %w", r.instance.Dimension(), len(result.Tour), err)
	}
	return nil
}
