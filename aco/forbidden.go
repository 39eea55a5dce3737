package aco

import (
	"errors"
	"fmt"

	"github.com/aco-vk/aco-vk/aco/engine"
	"github.com/aco-vk/aco-vk/tsp/verify"
)

// ForbiddenEdgeError is the error of a run whose best tour has an edge that the instance forbids. There may be a tour without one.
type ForbiddenEdgeError struct {
	Instance string // its name
	Reason   string // names the edge
}

func (e *ForbiddenEdgeError) Error() string {
	return fmt.Sprintf("no tour of %s without forbidden edges was found: in the best one %s; give the run more time, or allow more edges", e.Instance, e.Reason)
}

// stopAtLeast makes a new run on an instance with forbidden edges stop at a tour that only has edges of the smallest weight, such as a Hamiltonian
// cycle: none is shorter. Such a rule is none that the caller has given.
func (r *request) stopAtLeast() {
	o := &r.options
	least := r.least()
	if least == 0 || o.Target > 0 || o.Resume != "" || o.Replay != nil {
		return
	}
	if o.rules().None() {
		rules := engine.DefaultRules()
		o.TimeLimit, o.Idle = rules.TimeLimit, rules.Idle
	}
	o.Target = least
}

// least returns the length of a tour or path whose edges all have the smallest weight of an instance with forbidden edges, else 0.
func (r *request) least() int64 {
	in := r.original
	if in.Forbidden == 0 {
		return 0
	}
	n, smallest := in.Dimension(), int64(in.Forbidden)
	for i := range n {
		for j := range n {
			if i != j {
				smallest = min(smallest, int64(in.Weights[i*n+j]))
			}
		}
	}
	if r.options.Path != nil {
		n--
	}
	return int64(n) * smallest
}

// checkForbidden returns a *ForbiddenEdgeError if the tour of a result has a forbidden edge. It notes whether no tour is shorter.
func (r *request) checkForbidden(result *Result) error {
	var forbidden *verify.Error
	if errors.As(verify.Allowed(r.original, result.Tour, result.Path != nil), &forbidden) {
		return &ForbiddenEdgeError{r.original.Name, forbidden.Reason}
	}
	if least := r.least(); least > 0 && result.Length == least && result.Failure == nil {
		result.Stop = StopOptimal
	}
	return nil
}
