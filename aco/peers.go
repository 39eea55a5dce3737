package aco

import (
	"github.com/aco-vk/aco-vk/aco/merged"
	"github.com/aco-vk/aco-vk/tsp"
)

// Peers are other runs of the default solver on the same instance, mostly on other machines, with
// which a run exchanges tours. The schedule of the run names the tours that took part, and a run
// that is repeated asks for these alone. One goroutine calls the methods.
type Peers interface {
	// Count returns how many others there are. The run keeps time at its end for their tours.
	Count() int
	// Offer gives the others the best tour of the run when colonies exchange tours. It returns
	// soon.
	Offer(tour tsp.Tour, length int64)
	// Arrived returns tours of the others that have come since the last call. It returns soon.
	// Wrong tours are left out by the caller.
	Arrived() []PeerTour
	// Tour returns a tour that came in another run, to repeat that run.
	Tour(id string) (tsp.Tour, error)
}

// PeerTour is a tour of another run.
type PeerTour struct {
	ID   string // the argument of Peers.Tour; the schedule of the run names it
	Tour tsp.Tour
}

// reducedPeers are peers for the algorithm, which works on a reduction of the instance.
type reducedPeers struct {
	Peers
	reduction *reduction
}

// peers returns peers for the algorithm, nil if there are none.
func (r *request) peers(of Peers) merged.Peers {
	if of == nil {
		return nil
	}
	return &reducedPeers{of, r.reduction}
}

// Offer implements Peers.
func (p *reducedPeers) Offer(tour tsp.Tour, length int64) {
	p.Peers.Offer(p.reduction.expand(tour), p.reduction.length(length))
}

// Arrived implements Peers. An invalid tour becomes nil, and the algorithm ignores it.
func (p *reducedPeers) Arrived() (list []merged.PeerTour) {
	for _, arrived := range p.Peers.Arrived() {
		reduced := merged.PeerTour{ID: arrived.ID}
		if arrived.Tour.Validate(p.reduction.original.Dimension()) == nil {
			reduced.Tour, _ = p.reduction.reduce(arrived.Tour) // nil if it lacks a fixed edge
		}
		list = append(list, reduced)
	}
	return list
}

// Tour implements Peers.
func (p *reducedPeers) Tour(id string) (tsp.Tour, error) {
	tour, err := p.Peers.Tour(id)
	if err == nil {
		err = tour.Validate(p.reduction.original.Dimension())
	}
	if err != nil {
		return nil, err
	}
	return p.reduction.reduce(tour)
}
