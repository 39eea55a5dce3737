package engine

import "github.com/aco-vk/aco-vk/tsp"

// Peers are other runs on the same instance, mostly on other machines, with which a run exchanges tours. One goroutine calls the methods.
type Peers interface {
	// Count returns how many others there are. The run keeps time at its end for their tours.
	Count() int
	// Offer gives the others the best tour that the run has when colonies exchange tours. It returns soon.
	Offer(tour tsp.Tour, length int64)
	// Arrived returns tours of the others that have come since the last call. It returns soon. Wrong tours are left out by the caller.
	Arrived() []PeerTour
	// Tour returns a tour that came in another run, to repeat that run.
	Tour(id string) (tsp.Tour, error)
}

// PeerTour is a tour of another run.
type PeerTour struct {
	ID   string // by which Peers.Tour finds it; the schedule of the run has it
	Tour tsp.Tour
}
