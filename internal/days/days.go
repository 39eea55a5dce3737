// Package days compares a route with the route of an earlier list of places: which places are kept, new,
// gone and moved, which legs stayed, and how much longer the route is.
package days

import (
	"cmp"
	"slices"

	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/format"
	"github.com/aco-vk/aco-vk/tsp/reduce"
	"github.com/aco-vk/aco-vk/tsp/verify"
)

// State says what has become of a place since the earlier list.
type State string

const (
	Kept  State = "kept" // at the same place
	New   State = "new"
	Moved State = "moved" // it has other coordinates
)

// Comparison is a route beside an earlier one.
type Comparison struct {
	Instance      *tsp.Instance
	Route         tsp.Tour
	Open          bool
	Earlier       *format.EarlierTour
	EarlierOpen   bool
	Length        float64  // of the route, in units
	EarlierLength *float64 // nil: neither coordinates nor the file of the earlier route say it
	Stops         []Stop
	Gone          []string // names of places that only the earlier route visits, in its order
	// Legs of the route are in both routes or new, legs of the earlier route in both or lost.
	Stayed, NewLegs, Lost int
	// Changed are the new legs between kept places that did not follow one another, without places
	// that are new, gone or moved.
	Changed int
}

// Stop is a place of the route.
type Stop struct {
	City  int32
	State State
	Leg   float64 // from the stop before, in units; 0 at the first stop of an open route
	IsNew bool    // the leg is not in the earlier route
}

// Compare compares a tour of an instance, or an open path, with an earlier one. An earlier tour whose
// file does not say whether it is closed has the route's shape. The error is an [*tsp.Error] if the
// earlier tour is of another instance.
func Compare(in *tsp.Instance, route tsp.Tour, open bool, earlier *format.EarlierTour) (*Comparison, error) {
	c := &Comparison{Instance: in, Route: route, Open: open, Earlier: earlier, EarlierOpen: open,
		Length: verify.UnitLength(in, route, open)}
	if earlier.Shape != format.ShapeUnknown {
		c.EarlierOpen = earlier.Shape == format.ShapeOpen
	}
	legs, err := reduce.NewLegs(in, earlier.Order, c.EarlierOpen)
	if err != nil {
		return nil, err
	}
	c.Changed = legs.New(route, open)
	c.measureEarlier()
	c.addStops()
	for _, v := range earlier.Visits {
		if v.City == format.NoCity {
			c.Gone = append(c.Gone, cmp.Or(v.Name, "a place without a name"))
		}
	}
	return c, nil
}

// measureEarlier sets the length of the earlier route.
func (c *Comparison) measureEarlier() {
	var length float64
	switch e := c.Earlier; {
	case e.Places != nil:
		order := make(tsp.Tour, len(e.Visits))
		for i := range order {
			order[i] = int32(i)
		}
		length = verify.UnitLength(e.Places, order, c.EarlierOpen)
	case e.RoadLength != nil:
		length = *e.RoadLength
	case e.IsWhole():
		length = verify.UnitLength(c.Instance, e.Order, c.EarlierOpen)
	default:
		return
	}
	c.EarlierLength = &length
}

// addStops adds the stops of the route, and counts its legs.
func (c *Comparison) addStops() {
	in, n := c.Instance, len(c.Route)
	next, before := c.links()
	for i, city := range c.Route {
		from := c.Route[(i+n-1)%n]
		s := Stop{City: city, State: c.state(city)}
		if i > 0 || !c.Open && n > 1 {
			s.Leg = in.Unit.Value(in.Distance(int(from), int(city)))
			s.IsNew = next[from] != city && (!in.Symmetric() || before[from] != city)
			if s.IsNew {
				c.NewLegs++
			} else {
				c.Stayed++
			}
		}
		c.Stops = append(c.Stops, s)
	}
	all := len(c.Earlier.Visits)
	if c.EarlierOpen || all == 1 {
		all--
	}
	c.Lost = all - c.Stayed
}

// links returns by city the cities after and before it in the earlier route, NoCity for none.
func (c *Comparison) links() (next, before []int32) {
	n := c.Instance.Dimension()
	next, before = slices.Repeat([]int32{format.NoCity}, n), slices.Repeat([]int32{format.NoCity}, n)
	visits := c.Earlier.Visits
	for i, v := range visits {
		last := i == len(visits)-1
		after := visits[(i+1)%len(visits)].City
		if v.City != format.NoCity && after != format.NoCity && !(last && c.EarlierOpen) {
			next[v.City], before[after] = after, v.City
		}
	}
	return next, before
}

func (c *Comparison) state(city int32) State {
	if _, isNew := slices.BinarySearch(c.Earlier.New, city); isNew {
		return New
	}
	if _, moved := slices.BinarySearch(c.Earlier.Moved, city); moved {
		return Moved
	}
	return Kept
}
