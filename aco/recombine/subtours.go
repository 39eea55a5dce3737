package recombine

import (
	"cmp"
	"math"
	"slices"
)

// subtours has the subtours into which an exchange divides a tour. They consist of segments of the
// tour between cuts. A segment has the number of the cut before it.
type subtours struct {
	tour     *tour
	exchange exchange
	sorted   []int32 // cuts in the order of the tour
	sortedAt []int32 // their positions
	owner    []int32 // by segment: its subtour
	size     []int32 // by subtour: cities; 0 after it was joined to another one
	count    int     // that are left
}

func newSubtours(t *tour, x exchange) *subtours {
	s := &subtours{tour: t, exchange: exchange{slices.Clone(x.cuts), slices.Clone(x.joined), x.gain}}
	rank := make([]int32, len(x.cuts)) // by cut: its index in sorted
	for c := range x.cuts {
		s.sorted, s.owner = append(s.sorted, int32(c)), append(s.owner, outside)
	}
	slices.SortFunc(s.sorted, func(a, b int32) int { return cmp.Compare(x.cuts[a], x.cuts[b]) })
	for r, c := range s.sorted {
		rank[c], s.sortedAt = int32(r), append(s.sortedAt, x.cuts[c])
	}
	for c := range x.cuts {
		if s.owner[c] == outside {
			s.size = append(s.size, s.follow(2*int32(c)+1, rank))
			s.count++
		}
	}
	return s
}

// follow assigns the segments of a subtour, from the one that begins at a port, to the next
// subtour. It returns the number of its cities.
func (s *subtours) follow(port int32, rank []int32) (size int32) {
	for {
		segment, end := port/2, port/2
		if port%2 == 1 {
			end = s.sorted[s.after(int(rank[segment]))]
			port = 2 * end
		} else {
			segment = s.sorted[s.before(int(rank[end]))]
			port = 2*segment + 1
		}
		if s.owner[segment] != outside {
			return size
		}
		s.owner[segment] = int32(len(s.size))
		size += s.cities(segment, end)
		port = s.exchange.joined[port]
	}
}

// after and before return the next and the previous rank of a cut, around the tour.
func (s *subtours) after(rank int) int { return (rank + 1) % len(s.sorted) }

func (s *subtours) before(rank int) int { return (rank + len(s.sorted) - 1) % len(s.sorted) }

// cities returns the number of cities of the segment between two cuts.
func (s *subtours) cities(start, end int32) int32 {
	count := s.exchange.cuts[end] - s.exchange.cuts[start]
	if count <= 0 {
		count += int32(len(s.tour.order))
	}
	return count
}

// rank returns the rank of the cut before the segment that has a position.
func (s *subtours) rank(position int32) int { return s.before(s.firstFrom(position)) }

// firstFrom returns the rank of the first cut at a position or later, or the number of cuts if
// there is none.
func (s *subtours) firstFrom(position int32) int {
	rank, _ := slices.BinarySearch(s.sortedAt, position)
	return rank
}

// smallest returns the subtour with the fewest cities.
func (s *subtours) smallest() int32 {
	smallest := int32(outside)
	for i, size := range s.size {
		if size > 0 && (smallest == outside || size < s.size[smallest]) {
			smallest = int32(i)
		}
	}
	return smallest
}

// link is an edge between a city and one of its two neighbours in a subtour.
type link struct {
	position int32  // after which the tour has, or had, an edge at this side of the city
	side     int32  // 0: the city is before this edge; 1: after it
	cut      int32  // after the position; outside: the subtours have the edge of the tour
	other    uint32 // the neighbour
}

// links returns both edges of the city at a position, of the segment that begins after the cut of
// a rank.
func (s *subtours) links(position int32, rank int) [2]link {
	t := s.tour
	return [2]link{
		s.link(position, 0, s.sorted[s.after(rank)], t.order[t.next(position)]),
		s.link(t.previous(position), 1, s.sorted[rank], t.order[t.previous(position)]),
	}
}

// link returns an edge. The argument cut is the only one that may be after the position, other is
// the neighbour if it is not.
func (s *subtours) link(position, side, cut int32, other uint32) link {
	if s.exchange.cuts[cut] != position {
		return link{position, side, outside, other}
	}
	port := s.exchange.joined[2*cut+side]
	return link{position, side, cut, s.tour.at(s.exchange.cuts[port/2], port)}
}

// replace replaces two edges of different subtours: it joins their cities, and their other ends.
// The first subtour becomes part of the other.
func (s *subtours) replace(from, into int32, a, b link, gain int64) {
	p, q := s.port(a), s.port(b)
	joined := s.exchange.joined
	otherP, otherQ := joined[p], joined[q]
	joined[p], joined[q], joined[otherP], joined[otherQ] = q, p, otherQ, otherP
	for segment, owner := range s.owner {
		if owner == from {
			s.owner[segment] = into
		}
	}
	s.size[into] += s.size[from]
	s.size[from] = 0
	s.count--
	s.exchange.gain += gain
}

// port returns the port of the city of a link. If there is no cut at the link, it makes one whose
// ports are joined.
func (s *subtours) port(l link) int32 {
	if l.cut == outside {
		rank := s.firstFrom(l.position)
		l.cut = int32(len(s.exchange.cuts))
		s.owner = append(s.owner, s.owner[s.sorted[s.before(rank)]])
		s.sorted, s.sortedAt = slices.Insert(s.sorted, rank, l.cut), slices.Insert(s.sortedAt, rank, l.position)
		s.exchange.cuts = append(s.exchange.cuts, l.position)
		s.exchange.joined = append(s.exchange.joined, 2*l.cut+1, 2*l.cut)
	}
	return 2*l.cut + l.side
}

// searchEnds is the number of cities at each end of a segment where subtours are joined. More
// cities find hardly shorter joins, and the smaller of two subtours may have half of all cities.
const searchEnds = 50

// join returns an exchange that makes one tour: the given one, after which subtours are joined.
// Its gain is negative if that makes the tour longer, and 0 if a subtour has no near city in
// another one.
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

// searchCity improves a joint by those that have an edge from the city at a position to a near
// city of another subtour.
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
			if a.near.fixed(near, other.other) {
				continue
			}
			removed := a.distance(near, other.other)
			for side, link := range links {
				if a.near.fixed(city, link.other) {
					continue
				}
				gain := removed + lengths[side] - added - a.distance(link.other, other.other)
				if gain > best.gain {
					*best = joint{gain, link, other, into}
				}
			}
		}
	}
}
