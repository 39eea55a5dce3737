package aco

import (
	"github.com/aco-vk/aco-vk/aco/engine"
	"github.com/aco-vk/aco-vk/tsp"
)

// reducedPeers are peers for the algorithm, which works on a reduction of the instance.
type reducedPeers struct {
	Peers
	reduction *reduction
}

// peers returns the peers for the algorithm, nil if there are none.
func (r *request) peers() engine.Peers {
	if r.options.Peers == nil {
		return nil
	}
	return &reducedPeers{r.options.Peers, r.reduction}
}

// Offer implements Peers.
func (p *reducedPeers) Offer(tour tsp.Tour, length int64) {
	p.Peers.Offer(p.reduction.expand(tour), p.reduction.length(length))
}

// Arrived implements Peers. What is not a tour is nil, which the algorithm leaves out.
func (p *reducedPeers) Arrived() []PeerTour {
	list := p.Peers.Arrived()
	for i, arrived := range list {
		list[i].Tour = nil
		if arrived.Tour.Validate(p.reduction.original.Dimension()) != nil {
			continue
		}
		if tour, err := p.reduction.reduce(arrived.Tour); err == nil {
			list[i].Tour = tour
		}
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
