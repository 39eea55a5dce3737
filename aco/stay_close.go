package aco

import (
	"context"
	"fmt"

	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/bestknown"
	"github.com/aco-vk/aco-vk/tsp/bound"
	"github.com/aco-vk/aco-vk/tsp/reduce"
	"github.com/aco-vk/aco-vk/tsp/verify"
)

// StayClose weighs the length of a tour against its difference to an earlier one: the run minimizes
// the length and a price for each new leg. A leg is new if both of its cities are in Order and do
// not follow one another there; in a symmetric instance its direction does not matter. Other legs
// have no price. The run works on a matrix, so an instance has at most 46,340 cities. Not with Target,
// which is a length without prices. Lengths that Progress, Record and Statistics receive include the
// prices of new legs.
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

// pricedLegs are the legs of the earlier tour, with the price of a new one in the run.
type pricedLegs struct {
	*reduce.Legs
	price int64
}

// priced returns the instance that a run with a price works on, with the options of that run. legs is
// nil for a run without a price.
func priced(ctx context.Context, instance *tsp.Instance, o Options) (
	legs *pricedLegs, in *tsp.Instance, options Options, err error,
) {
	if o.StayClose.Price == 0 {
		return nil, instance, o, nil
	}
	if _, err := validated(instance, o); err != nil {
		return nil, nil, o, err
	}
	order, err := reduce.NewLegs(instance, o.StayClose.order(&o), o.StayClose.Open)
	if err == nil {
		legs = &pricedLegs{order, o.StayClose.effective(ctx, instance, &o, order)}
		in, err = legs.Priced(ctx, legs.price)
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

// boundSteps is enough for a bound about 1% below the Held–Karp bound of 300 cities.
const boundSteps = 100

// effective returns the price that the run works with. If the initial tour has no new leg, a tour that
// has one is no better as soon as the price is the length of the initial tour. A price that is still
// too high for Merged is lowered further: to the length of the initial tour without a lower bound of
// all tours.
func (s *StayClose) effective(ctx context.Context, instance *tsp.Instance, o *Options, legs *reduce.Legs) int64 {
	tour, open := o.InitialTour, o.Path != nil
	if tour.Validate(instance.Dimension()) != nil || legs.New(tour, open) > 0 {
		return s.Price
	}
	length := tour.Length(instance)
	price := min(s.Price, length+1)
	if price+instance.AtMost() <= model.MaxDistance {
		return price
	}
	least, err := bound.HeldKarp(ctx, instance, bound.Options{Iterations: boundSteps, Path: o.Path})
	if err != nil {
		return price
	}
	return min(price, length-least.Length+1)
}

// withoutPrice sets the length of the tour in the instance of the caller and the number of its new
// legs. All other lengths of the result remain those with prices.
func (r *Result) withoutPrice(instance *tsp.Instance, o Options, legs *pricedLegs) (err error) {
	own, cost, open := &StayCloseResult{Price: o.StayClose.Price}, r.Length, r.Path != nil
	if open {
		r.Length, err = verify.Path(instance, r.Tour, r.Path[0], r.Path[1])
	} else {
		r.Length, err = verify.Tour(instance, r.Tour)
		r.Reference, _ = bestknown.Length(instance)
	}
	r.StayClose, own.NewLegs = own, legs.New(r.Tour, open)
	own.Cost = r.Length + int64(own.NewLegs)*own.Price
	if want := r.Length + int64(own.NewLegs)*legs.price; err == nil && cost != want {
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
	r.limitProof(instance)
	return nil
}
