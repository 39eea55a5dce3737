package recombine

import "slices"

// ring is a tour of a union: its open cities in the order of the visit. Links lead from each to the next one, from the last to the
// first.
type ring struct {
	*union
	order  []uint32
	common []bool  // by place in order, whether the link from there is a common path
	at     []int32 // by open city, its place in order
}

// newRing returns the base of a union.
func newRing(u *union) *ring {
	r := &ring{union: u, common: slices.Clone(u.rising)}
	for open := range u.place {
		r.order, r.at = append(r.order, uint32(open)), append(r.at, int32(open))
	}
	return r
}

// next and previous return the places beside one.
func (r *ring) next(place int32) int32 {
	if place++; int(place) < len(r.order) {
		return place
	}
	return 0
}

func (r *ring) previous(place int32) int32 {
	if place > 0 {
		return place - 1
	}
	return int32(len(r.order) - 1)
}

// tour returns all cities in the order of the visit. Where no city is open that is the base.
func (r *ring) tour() []uint32 {
	if len(r.order) == 0 {
		return slices.Clone(r.base)
	}
	tour := make([]uint32, 0, len(r.base))
	for place, open := range r.order {
		tour = append(tour, r.city(open))
		if r.common[place] {
			tour = r.path(tour, open, r.order[r.next(int32(place))])
		}
	}
	return tour
}

// stretch adds what another ring has between two places, backwards if so told, and behind it a link that is not common. Places of
// cities are not noted.
func (r *ring) stretch(of *ring, from, to int32, backwards bool) {
	for place := from; place != to; {
		r.order = append(r.order, of.order[place])
		if backwards {
			place = of.previous(place)
			r.common = append(r.common, of.common[place])
		} else {
			r.common = append(r.common, of.common[place])
			place = of.next(place)
		}
	}
	r.order, r.common = append(r.order, of.order[to]), append(r.common, false)
}
