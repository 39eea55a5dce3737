package recombine

import "slices"

// reducedTour is a tour over the open cities of a union graph. An edge from one open city to the next is an edge of the union or a common
// path.
type reducedTour struct {
	*unionGraph
	order    []uint32
	common   []bool  // by position: whether a common path leads to the next city
	position []int32 // by open city: its position in order
}

// newReducedTour returns the base tour of a union graph.
func newReducedTour(u *unionGraph) *reducedTour {
	r := &reducedTour{unionGraph: u, common: slices.Clone(u.pathFollows)}
	for open := range u.basePosition {
		r.order, r.position = append(r.order, uint32(open)), append(r.position, int32(open))
	}
	return r
}

// next and previous return the positions after and before a position of the cyclic tour.
func (r *reducedTour) next(place int32) int32 {
	if place++; int(place) < len(r.order) {
		return place
	}
	return 0
}

func (r *reducedTour) previous(place int32) int32 {
	if place > 0 {
		return place - 1
	}
	return int32(len(r.order) - 1)
}

// tour returns all cities in the order of visit. If no city is open, it is the base tour.
func (r *reducedTour) tour() []uint32 {
	if len(r.order) == 0 {
		return slices.Clone(r.base)
	}
	tour := make([]uint32, 0, len(r.base))
	for place, open := range r.order {
		tour = append(tour, r.city(open))
		if r.common[place] {
			tour = r.appendCommonPath(tour, open, r.order[r.next(int32(place))])
		}
	}
	return tour
}

// appendPath appends the path of another tour between two positions, followed by an edge that is not common. It does not update
// position.
func (r *reducedTour) appendPath(source *reducedTour, from, to int32, backwards bool) {
	for place := from; place != to; {
		r.order = append(r.order, source.order[place])
		if backwards {
			place = source.previous(place)
			r.common = append(r.common, source.common[place])
		} else {
			r.common = append(r.common, source.common[place])
			place = source.next(place)
		}
	}
	r.order, r.common = append(r.order, source.order[to]), append(r.common, false)
}
