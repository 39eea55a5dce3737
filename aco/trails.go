package aco

import (
	"context"
	"iter"

	"github.com/aco-vk/aco-vk/aco/classic"
)

// Trails are the pheromone of a colony of MMAS, ACS or Ant System after an iteration, for
// Options.Trails.
type Trails struct {
	Iteration, Colony int // from 1
	table             classic.TrailTable
}

// Trail is the pheromone of an edge. A tour of length L deposits 1/L on each of its edges, with ACS ρ/L.
type Trail struct {
	From, To  int32 // cities, from 0
	Pheromone float64
}

// All returns the edges whose pheromone is stored, by the first city: with MemoryMatrix all edges, in a
// symmetric instance once, from the smaller city; with MemoryCandidates the edges from each city to its
// candidates; with MemorySelective the edges that were updated last.
func (t Trails) All() iter.Seq[Trail] {
	return func(yield func(Trail) bool) {
		for trail := range t.table.All() {
			if !yield(Trail{int32(trail.From), int32(trail.To), trail.Pheromone}) {
				return
			}
		}
	}
}

// trails returns what a run of MMAS, ACS or Ant System passes its trails to.
func (r *request) trails() classic.Trails {
	if r.options.Trails == nil {
		return classic.Trails{}
	}
	return classic.Trails{At: r.options.TrailsAt, Receive: func(table classic.TrailTable) {
		r.call(func(context.Context) { r.options.Trails(Trails{table.Iteration, table.Colony, table}) })
	}}
}

// checkTrails refuses Options.Trails where the run has no pheromone, or has it for other cities.
func (r *request) checkTrails() error {
	if r.options.Trails == nil {
		return nil
	}
	switch r.runner.(type) {
	case *classicRunner:
	case exhaustiveRunner:
		return refuse("Trails", "there are so few tours that all are compared: there is no pheromone; leave it out")
	default:
		return refuse("Trails", "the method has no pheromone; choose MMAS, ACS or Ant System")
	}
	switch d := r.reduction; {
	case d.coincidence != nil:
		return refuse("Trails", "some cities are at one place, where the method has one city; leave out all but one of them")
	case d.path != nil:
		return exclude("Trails", "Path", "the method works on closed tours of another instance")
	case d.contraction != nil:
		return refuse("Trails", "paths of fixed edges have no pheromone in the method; leave the fixed edges out")
	}
	return nil
}
