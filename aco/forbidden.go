package aco

import (
	"errors"
	"fmt"
	"slices"

	"github.com/aco-vk/aco-vk/aco/engine"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/verify"
)

// ForbiddenEdgeError is the error of a run whose best tour has an edge that the instance forbids.
// There may be a tour without one.
type ForbiddenEdgeError struct {
	Instance string // its name
	Reason   string // names the edge
	All      bool   // every tour has such an edge: all were compared
}

func (e *ForbiddenEdgeError) Error() string {
	if e.All {
		return fmt.Sprintf("%s: there is no tour without forbidden edges: in the shortest one %s; allow more edges or leave out places",
			e.Instance, e.Reason)
	}
	const text = "no tour of %s without forbidden edges was found: in the best one %s; " +
		"there may be none: allow more edges, leave out places, or give the run more time"
	return fmt.Sprintf(text, e.Instance, e.Reason)
}

// allowedLengths are lengths of tours, or of paths, of an instance with forbidden edges or with
// distances that are too long to be told apart. The zero value is for an instance without.
type allowedLengths struct {
	least int64 // of a tour whose edges all have the smallest weight: none is shorter
	below int64 // shorter tours have no such edge
}

// newAllowedLengths returns the lengths for the tours of an instance or, with path, for its open
// paths.
func newAllowedLengths(in *tsp.Instance, path bool) allowedLengths {
	limit := in.Forbidden
	if in.Given != nil && in.Given.TooLong > 0 {
		limit = in.Given.TooLong
	}
	if limit == 0 {
		return allowedLengths{}
	}
	n, smallest := in.Dimension(), limit
	for city := range n {
		row := in.Weights[city*n:][:n]
		for _, weights := range [][]int32{row[:city], row[city+1:]} {
			if len(weights) > 0 {
				smallest = min(smallest, slices.Min(weights))
			}
		}
	}
	edges := int64(n)
	if path {
		edges--
	}
	return allowedLengths{edges * int64(smallest), int64(limit) + (edges-1)*int64(smallest)}
}

// surely reports whether a tour of this length cannot have a forbidden edge.
func (a allowedLengths) surely(length int64) bool { return a.below == 0 || length < a.below }

// stopAtLeast makes a new run on an instance with forbidden edges stop at a tour that only has
// edges of the smallest weight, such as a Hamiltonian cycle: none is shorter. Such a rule is none
// that the caller has given.
func (r *request) stopAtLeast() {
	o := &r.options
	if r.allowed.least == 0 || o.Target > 0 || r.continues() {
		return
	}
	if o.rules().None() {
		rules := engine.DefaultRules()
		o.TimeLimit, o.Idle = rules.TimeLimit, rules.Idle
	}
	o.Target = r.allowed.least
}

// checkForbidden returns a *ForbiddenEdgeError if the tour of a result has a forbidden edge. It
// notes whether no tour is shorter, and removes the other lengths of tours that may have a
// forbidden edge.
func (r *request) checkForbidden(result *Result) error {
	var forbidden *verify.Error
	if errors.As(verify.Allowed(r.original, result.Tour, result.Path != nil), &forbidden) {
		return &ForbiddenEdgeError{r.original.Name, forbidden.Reason, result.Algorithm == AlgorithmExhaustive}
	}
	if least := r.allowed.least; least > 0 && result.Length == least && result.Failure == nil {
		result.Stop = StopOptimal
	}
	if !r.allowed.surely(result.FirstLength) {
		result.FirstLength = 0
	}
	if classic, ok := result.Method.(*ClassicResult); ok && !r.allowed.surely(classic.AntsBest) {
		classic.AntsBest = 0
	}
	for i := range result.Colonies {
		if c := &result.Colonies[i]; !r.allowed.surely(c.BestLength) {
			c.BestLength = 0
		}
	}
	result.Trace = slices.DeleteFunc(result.Trace, func(i Improvement) bool {
		return i.Length != result.Length &&
			!r.allowed.surely(i.Length)
	})
	return nil
}

// bestAllowed returns the length of the best tour without forbidden edges in an event whose best
// tour may have some, and whether one is known. It looks at the verified tour.
func (r *request) bestAllowed(p Progress) (length int64, ok bool) {
	if r.allowed.surely(p.Best) {
		return p.Best, true
	}
	tour, length := p.Tour()
	return length, tour != nil
}

// notifyTooLong tells if a tour has a distance that is not told apart from others as long.
func (r *request) notifyTooLong(result *Result) {
	given := r.original.Given
	if given == nil || given.TooLong == 0 {
		return
	}
	for i, from := range result.Tour {
		to := result.Tour[(i+1)%len(result.Tour)]
		if result.Path != nil && i == len(result.Tour)-1 {
			return
		}
		if r.original.Distance(int(from), int(to)) == int64(given.TooLong) {
			const text = "the tour has the distance %v from %s to %s, which is far above most others: " +
				"tours with other such distances may be shorter"
			r.notify(NoticeRun, fmt.Sprintf(text, given.Distances[from][to], r.original.CityText(from), r.original.CityText(to)))
			return
		}
	}
}
