package merged

import (
	"fmt"

	"github.com/aco-vk/aco-vk/tsp"
)

// Peers are other runs on the same instance, mostly on other machines, with which a run exchanges
// tours. One goroutine calls the methods.
type Peers interface {
	// Count returns how many other runs there are. The run keeps time at its end for their tours.
	Count() int
	// Offer gives the others the best tour that the run has when colonies exchange tours. It
	// returns soon.
	Offer(tour tsp.Tour, length int64)
	// Arrived returns the tours of the others that have arrived since the last call. It returns
	// soon. The run drops wrong tours.
	Arrived() []PeerTour
	// Tour returns a tour that arrived in another run, to repeat that run.
	Tour(id string) (tsp.Tour, error)
}

// PeerTour is a tour of another run.
type PeerTour struct {
	ID   string // by which Peers.Tour finds it; the schedule of the run has it
	Tour tsp.Tour
}

// maxArrived bounds the tours of other runs in one recombination. With more the recombination
// takes too long; the first are taken.
const maxArrived = 16

// arrived returns verified tours of other runs that take part in the recombination after a step,
// and records them in the step. A repeated run takes the tours of the schedule.
func (r *run) arrived(step *engineStep) (tours [][]uint32, err error) {
	peers := r.options.Peers
	if r.options.Schedule != nil {
		for _, id := range step.Arrived {
			tour, err := peers.Tour(id)
			if err != nil {
				return nil, fmt.Errorf("tour %s of another run: %w", id, err)
			}
			own, ok := r.fromPeer(tour)
			if !ok {
				return nil, fmt.Errorf("tour %s of another run is not a tour of the instance", id)
			}
			tours = append(tours, own)
		}
		return tours, nil
	}
	if peers == nil {
		return nil, nil
	}
	for _, peer := range peers.Arrived() {
		own, ok := r.fromPeer(peer.Tour)
		switch {
		case !ok:
			r.Remark("a tour of another run is not a tour of the instance; it is left out")
		case len(tours) < maxArrived:
			tours, step.Arrived = append(tours, own), append(step.Arrived, peer.ID)
		}
	}
	return tours, nil
}

// fromPeer returns another run's tour in the model's numbers, if it is a tour.
func (r *run) fromPeer(tour tsp.Tour) (own []uint32, ok bool) {
	if tour.Validate(r.model.Cities) != nil {
		return nil, false
	}
	own = r.model.FromCaller(tour)
	return own, r.verify(0, own, r.model.LengthOf(own)) == nil
}

// offer gives the current tour to other runs.
func (r *run) offer() {
	if r.options.Peers != nil && r.options.Schedule == nil {
		r.options.Peers.Offer(r.model.ToCaller(r.current.tour), int64(r.current.length))
	}
}

// peers returns the number of other runs whose tours take part in recombinations.
func (o *Options) peers() int {
	if o.Peers == nil {
		return 0
	}
	return min(o.Peers.Count(), maxArrived)
}
