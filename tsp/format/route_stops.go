package format

// Stop is a place of a route. A closed route ends with its first place again.
type Stop struct {
	Number      int     // from 1 on
	City        int32   // from 0 on
	Leg, Length float64 // from the place before, and from the first one, in units
}

// Stops iterates over the places of the route in the order of the visit.
func (r *Route) Stops(yield func(Stop) bool) {
	for v := range r.visits {
		if !yield(Stop{v.stop, v.city, v.leg, v.length}) {
			return
		}
	}
}
