package aco

import (
	"fmt"

	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/reduce"
	"github.com/aco-vk/aco-vk/tsp/verify"
)

// reduceInitialTour replaces the initial tour of the options, if there is one, by the one that the
// algorithm works on.
func (r *request) reduceInitialTour() error {
	tour := r.options.InitialTour
	if tour == nil {
		return nil
	}
	if err := tour.Validate(r.original.Dimension()); err != nil {
		return refuse("InitialTour", "%v", err)
	}
	tour, err := r.reduction.reduce(tour)
	if err != nil {
		return refuse("InitialTour", "%v", err)
	}
	r.options.InitialTour = tour
	r.initialLength, err = r.reduction.verify(r.reduction.expand(tour))
	return err
}

// reduce converts a tour of the original to a tour that an algorithm works on. It refuses a
// tour without a fixed edge of the instance.
func (d *reduction) reduce(tour tsp.Tour) (tsp.Tour, error) {
	instance := d.original
	if d.path != nil {
		tour, instance = d.path.Reduce(tour), d.path.Instance
	}
	if len(instance.Fixed) > 0 {
		if _, err := verify.Tour(instance, tour); err != nil {
			return nil, err
		}
	}
	if d.contraction != nil {
		tour = d.contraction.Reduce(tour)
	}
	if d.unpaired != nil {
		tour = reduce.ToNodes(tour)
	}
	return tour, nil
}

// notifyInitialTour says what became of the initial tour.
func (r *request) notifyInitialTour(result *Result) {
	if r.options.InitialTour == nil || result.Algorithm == AlgorithmExhaustive {
		return
	}
	own := result.FirstLength
	unit, length := r.original.Unit, r.initialLength
	switch known := r.allowed.surely(length) && own > 0; {
	case result.FirstTour == FirstInitial:
		r.notify(NoticeRun, "the run started from the initial tour")
	case known && length > own:
		const text = "the initial tour was not used: its length is %s, and the run's own first tour has %s, %.2f%% less"
		r.notify(NoticeRun, fmt.Sprintf(text,
			unit.Format(length), unit.Format(own), 100*float64(length-own)/float64(length)))
	default:
		r.notify(NoticeRun, "the initial tour was not used: the run's own first tour is shorter")
	}
}
