package aco

import (
	"context"
	"fmt"

	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/bestknown"
	"github.com/aco-vk/aco-vk/tsp/reduce"
	"github.com/aco-vk/aco-vk/tsp/verify"
)

// StayClose weighs the length of a tour against its difference to an earlier one: the run minimizes
// the length and a price for each new leg. A leg is new if both of its cities are in Order and do
// not follow one another there; in a symmetric instance its direction does not matter. Other legs
// have no price. The run works on a matrix, so an instance has at most 46,340 cities. Not with Target,
// which is a length without prices.
type StayClose struct {
	Price int64    // of a new leg, in steps; 0: the run minimizes the length alone
	Order tsp.Tour // of the earlier tour, without cities that it did not visit; nil: Options.InitialTour
	Open  bool     // the earlier tour had no leg from the last city of Order to the first
}

// StayCloseResult says how close a tour is to the earlier one.
type StayCloseResult struct {
	Price   int64 // of a new leg, in steps
	NewLegs int
	Cost    int64 // the length with the price of new legs, which the run has minimized
}

// check refuses options that a run with a price cannot have.
func (s *StayClose) check(o *Options) error {
	_, isResume := o.Method.(Resume)
	switch {
	case s.Price == 0:
		return nil
	case s.Price < 0:
		return refuse("StayClose.Price", "the price %d is negative", s.Price)
	case s.order(o) == nil:
		return refuse("StayClose.Price", "there is no earlier tour to stay close to; give an initial tour")
	case isResume:
		return exclude("StayClose.Price", "Resume", "a checkpoint does not have the prices of legs")
	case o.Target != 0:
		return exclude("StayClose.Price", "Target",
			"the run minimizes the length with the prices of new legs, which a target does not have")
	case o.Checkpoint != "":
		return exclude("StayClose.Price", "Checkpoint", "a checkpoint does not have the prices of legs")
	}
	return nil
}

func (s *StayClose) order(o *Options) tsp.Tour {
	if s.Order != nil {
		return s.Order
	}
	return o.InitialTour
}

// priced returns the instance that a run with a price works on, with the options of that run. legs is
// nil for a run without a price.
func priced(ctx context.Context, instance *tsp.Instance, o Options) (
	legs *reduce.Legs, in *tsp.Instance, options Options, err error,
) {
	if o.StayClose.Price == 0 {
		return nil, instance, o, nil
	}
	if _, err := validated(instance, o); err != nil {
		return nil, nil, o, err
	}
	legs, err = reduce.NewLegs(instance, o.StayClose.order(&o), o.StayClose.Open)
	if err == nil {
		in, err = legs.Priced(ctx, o.StayClose.effective(instance, &o, legs))
	}
	switch {
	case ctx.Err() != nil:
		return nil, nil, o, ctx.Err()
	case err != nil:
		return nil, nil, o, refuse("StayClose.Price", "%v", err)
	}
	o = o.withStart()
	o.StayClose = StayClose{}
	return legs, in, o, nil
}

// effective returns the price that the run works with. If the initial tour has no new leg, a tour that
// has one is no better as soon as the price is the length of the initial tour. Small prices suit
// more methods.
func (s *StayClose) effective(instance *tsp.Instance, o *Options, legs *reduce.Legs) int64 {
	tour, open := o.InitialTour, o.Path != nil
	if tour.Validate(instance.Dimension()) != nil || legs.New(tour, open) > 0 {
		return s.Price
	}
	return min(s.Price, tour.Length(instance)+1)
}

// withoutPrice sets the length of the tour in the instance of the caller and the number of its new
// legs. All other lengths of the result remain those with prices.
func (r *Result) withoutPrice(instance *tsp.Instance, o Options, legs *reduce.Legs) (err error) {
	own, cost, open := &StayCloseResult{Price: o.StayClose.Price}, r.Length, r.Path != nil
	if open {
		r.Length, err = verify.Path(instance, r.Tour, r.Path[0], r.Path[1])
	} else {
		r.Length, err = verify.Tour(instance, r.Tour)
		r.Reference, _ = bestknown.Length(instance)
	}
	r.StayClose, own.NewLegs = own, legs.New(r.Tour, open)
	own.Cost = r.Length + int64(own.NewLegs)*own.Price
	if want := r.Length + int64(own.NewLegs)*o.StayClose.effective(instance, &o, legs); err == nil && cost != want {
		err = fmt.Errorf("length with prices %d, verified %d", cost, want)
	}
	if err != nil {
		return fmt.Errorf("a tour with %d new legs: %w", own.NewLegs, err)
	}
	if o.Reference > 0 {
		r.Reference = o.Reference
	} else if r.Reference > r.Length {
		r.Reference = 0
	}
	r.UnitLength = instance.Unit.Value(r.Length)
	if instance.Rounded() {
		r.UnitLength = verify.UnitLength(instance, r.Tour, open)
	}
	return nil
}
