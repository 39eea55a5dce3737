package recombine

import "math"

// searchEnds is the number of cities at each end of a segment from which subtours are joined. More cities find hardly shorter joins, and the
// smaller of two subtours may have half of all cities.
const searchEnds = 50

// join returns an exchange that makes one tour: the given one, after which subtours are joined. Its gain is negative if that makes the tour
// longer, and 0 if a subtour has no near city in another one.
func (a *assembler) join(x exchange) exchange {
	s := newSubtours(a.tour, x)
	for s.count > 1 {
		from := s.smallest()
		best := joint{gain: math.MinInt64}
		for rank, segment := range s.sorted {
			if s.owner[segment] == from {
				a.searchSegment(s, rank, &best)
			}
		}
		if best.gain == math.MinInt64 {
			return exchange{}
		}
		s.replace(from, best.into, best.a, best.b, best.gain)
	}
	return s.exchange
}

// joint joins a subtour to another one.
type joint struct {
	gain int64
	a, b link // the edges that are replaced, of the subtour and of the other one
	into int32
}

// searchSegment improves a joint by those at the cities of a segment.
func (a *assembler) searchSegment(s *subtours, rank int, best *joint) {
	start := s.sorted[rank]
	count := s.cities(start, s.sorted[s.after(rank)])
	for i := int32(0); i < count; i++ {
		if i == searchEnds {
			i = max(i, count-searchEnds)
		}
		position := (s.exchange.cuts[start] + 1 + i) % int32(len(s.tour.order))
		a.searchCity(s, position, rank, best)
	}
}

// searchCity improves a joint by those that have an edge from the city at a position to a near city of another subtour.
func (a *assembler) searchCity(s *subtours, position int32, rank int, best *joint) {
	city, own := s.tour.order[position], s.owner[s.sorted[rank]]
	links := s.links(position, rank)
	lengths := [2]int64{a.distance(city, links[0].other), a.distance(city, links[1].other)}
	for _, near := range a.near.of(city) {
		at := s.tour.position[near]
		nearRank := s.rank(at)
		into := s.owner[s.sorted[nearRank]]
		if into == own {
			continue
		}
		added := a.distance(city, near)
		for _, other := range s.links(at, nearRank) {
			removed := a.distance(near, other.other)
			for side, link := range links {
				gain := removed + lengths[side] - added - a.distance(link.other, other.other)
				if gain > best.gain {
					*best = joint{gain, link, other, into}
				}
			}
		}
	}
}
