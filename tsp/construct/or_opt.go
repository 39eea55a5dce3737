package construct

import (
	"context"
	"slices"

	"github.com/aco-vk/aco-vk/internal/parallel"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/internal/fragments"
	"github.com/aco-vk/aco-vk/tsp/neighbour"
)

const (
	// maxMoved is the most cities that OrOpt moves at once.
	maxMoved = 3
	// orOptNeighbours is the number of nearest cities that OrOpt looks up. In good tours few edges
	// are longer than the distance to the last of them; for these all cities are compared.
	orOptNeighbours = 12
)

// OrOpt shortens a tour by moving segments of up to three cities to another place, in either
// direction, until no such move shortens it (Or 1976). It returns the new tour and its gain, or
// the context's error when the context ends. Fixed edges are not removed. The instance must be
// symmetric. The time of a pass grows with the number of cities, and so does the time of a move:
// OrOpt is for tours that are nearly optimal.
func OrOpt(ctx context.Context, in *tsp.Instance, tour tsp.Tour) (shorter tsp.Tour, gain int64, err error) {
	width := min(orOptNeighbours, in.MaxNeighbours())
	lists, distances, err := neighbour.Nearest(ctx, in, width)
	if err != nil {
		return nil, 0, err
	}
	o := &orOpt{
		distance: in.DistanceFunc(), lists: lists, distances: distances, width: width,
		tour: make([]uint32, len(tour)), spare: make([]uint32, 0, len(tour)),
		positions: make([]int, len(tour)), active: make([]bool, len(tour)), fixed: fixedFragments(in),
	}
	for place, city := range tour {
		o.tour[place], o.positions[city] = uint32(city), place
	}
	for {
		if err := o.activate(ctx); err != nil {
			return nil, 0, err
		}
		if !slices.Contains(o.active, true) {
			break
		}
		if err := o.improve(ctx); err != nil {
			return nil, 0, err
		}
	}
	shorter = make(tsp.Tour, len(tour))
	for place, city := range o.tour {
		shorter[place] = int32(city)
	}
	return shorter, o.gain, nil
}

// orOpt is a local search.
type orOpt struct {
	distance  func(a, b uint32) int64
	lists     []uint32 // the nearest cities of each city, the nearest first
	distances []uint32 // of lists
	width     int      // of a city's list
	tour      []uint32
	spare     []uint32       // memory of the next tour
	positions []int          // by city
	active    []bool         // cities with an edge that is new since their last search
	fixed     *fragments.Set // of fixed edges; nil if there are none
	gain      int64
}

// insertion moves the segment of count places from first on between the cities at edge and edge+1.
type insertion struct {
	first, count, edge int
	reversed           bool
}

// activate makes all cities active from which a search finds a move.
func (o *orOpt) activate(ctx context.Context) error {
	return parallel.Batches(ctx, len(o.tour), func(from, to int) {
		for city := from; city < to; city++ {
			_, gain := o.search(uint32(city))
			o.active[city] = gain > 0
		}
	})
}

// improve makes moves from active cities until none is active. The error is the context's.
func (o *orOpt) improve(ctx context.Context) error {
	for slices.Contains(o.active, true) {
		for city := range o.active {
			if !o.active[city] {
				continue
			}
			for o.active[city] {
				if ctx.Err() != nil {
					return ctx.Err()
				}
				s, gain := o.search(uint32(city))
				if o.active[city] = gain > 0; gain > 0 {
					o.gain += gain
					o.move(s)
				}
			}
		}
	}
	return nil
}

// search returns a move that shortens the tour, and its gain, or 0 if it finds none. By the gain
// criterion (Lin and Kernighan 1973) one of the new edges of such a move is shorter than what the
// move has removed before. That is a removed edge at one of its ends, or the gain of taking out
// the segment.
func (o *orOpt) search(city uint32) (s insertion, gain int64) {
	for _, forward := range [...]bool{false, true} {
		for count := 1; count <= maxMoved; count++ {
			if s, gain = o.moveSegment(o.segmentFrom(city, count, forward), city); gain > 0 {
				return s, gain
			}
		}
		if s, gain = o.fillEdge(city, forward); gain > 0 {
			return s, gain
		}
	}
	return s, 0
}

// segmentFrom returns the first place of a segment that begins at a city, forward, or ends there.
func (o *orOpt) segmentFrom(city uint32, count int, forward bool) insertion {
	first := o.positions[city]
	if !forward {
		first = o.wrap(first - count + 1)
	}
	return insertion{first: first, count: count}
}

// moveSegment searches for moves of a segment next to a city that is near the given end.
func (o *orOpt) moveSegment(s insertion, end uint32) (_ insertion, gain int64) {
	before, a, b, after := o.ends(s)
	isFirst := end == a
	removed := o.distance(before, a)
	if !isFirst {
		removed = o.distance(b, after)
	}
	radius := max(removed, o.distance(before, a)+o.distance(b, after)-o.distance(before, after))
	o.near(end, radius, func(other uint32) bool {
		at := o.positions[other]
		s.edge, s.reversed = at, !isFirst // after the other city
		if gain = o.gainOf(s); gain <= 0 {
			s.edge, s.reversed = o.wrap(at-1), isFirst // before it
			gain = o.gainOf(s)
		}
		return gain > 0
	})
	return s, gain
}

// fillEdge searches for moves of a segment into the edge after or before a city. One end of the
// segment is nearer to the city than the other end of the edge.
func (o *orOpt) fillEdge(city uint32, forward bool) (s insertion, gain int64) {
	edge := o.positions[city]
	if !forward {
		edge = o.wrap(edge - 1)
	}
	length := o.distance(o.tour[edge], o.tour[o.wrap(edge+1)])
	o.near(city, length, func(end uint32) bool {
		for count := 1; count <= maxMoved; count++ {
			for _, isFirst := range [...]bool{false, true} {
				s = o.segmentFrom(end, count, isFirst)
				s.edge, s.reversed = edge, isFirst != forward
				if gain = o.gainOf(s); gain > 0 {
					return true
				}
			}
		}
		return false
	})
	return s, gain
}

// near calls found for all cities that are nearer to a city than radius, until it returns true.
func (o *orOpt) near(city uint32, radius int64, found func(other uint32) bool) {
	first := int(city) * o.width
	for i, other := range o.lists[first:][:o.width] {
		if int64(o.distances[first+i]) >= radius || found(other) {
			return
		}
	}
	for other := range uint32(len(o.tour)) { // the list may lack some
		if other != city && o.distance(city, other) < radius && found(other) {
			return
		}
	}
}

// gainOf returns the gain of a move, 0 if it is not possible: the edge is in the segment or at its
// ends, or the move removes a fixed edge.
func (o *orOpt) gainOf(s insertion) int64 {
	into := s.edge - s.first
	if into < 0 {
		into += len(o.tour)
	}
	if into < s.count || into == len(o.tour)-1 || s.count > len(o.tour)-3 {
		return 0
	}
	before, a, b, after := o.ends(s)
	from, to := o.tour[s.edge], o.tour[o.wrap(s.edge+1)]
	if o.fixed != nil && (o.fixed.Linked(before, a) || o.fixed.Linked(b, after) || o.fixed.Linked(from, to)) {
		return 0
	}
	first, last := a, b
	if s.reversed {
		first, last = b, a
	}
	return o.distance(before, a) + o.distance(b, after) + o.distance(from, to) - o.distance(before, after) -
		o.distance(from, first) - o.distance(last, to)
}

// ends returns the ends a and b of a segment and their neighbours outside.
func (o *orOpt) ends(s insertion) (before, a, b, after uint32) {
	return o.tour[o.wrap(s.first-1)], o.tour[s.first], o.tour[o.wrap(s.first+s.count-1)],
		o.tour[o.wrap(s.first+s.count)]
}

// move makes a move. The new tour begins after the segment.
func (o *orOpt) move(s insertion) {
	before, a, b, after := o.ends(s)
	for _, city := range []uint32{before, a, b, after, o.tour[s.edge], o.tour[o.wrap(s.edge+1)]} {
		o.active[city] = true
	}
	var segment []uint32
	for i := range s.count {
		segment = append(segment, o.tour[o.wrap(s.first+i)])
	}
	if s.reversed {
		slices.Reverse(segment)
	}
	next := o.spare[:0]
	for place := o.wrap(s.first + s.count); place != s.first; place = o.wrap(place + 1) {
		if next = append(next, o.tour[place]); place == s.edge {
			next = append(next, segment...)
		}
	}
	o.tour, o.spare = next, o.tour
	for place, city := range o.tour {
		o.positions[city] = place
	}
}

// wrap returns a place of the closed tour, which may be at most one tour outside.
func (o *orOpt) wrap(place int) int {
	switch n := len(o.tour); {
	case place < 0:
		return place + n
	case place >= n:
		return place - n
	}
	return place
}

// fixedFragments returns the paths of the fixed edges of a valid instance, or nil if there are
// none.
func fixedFragments(in *tsp.Instance) *fragments.Set {
	if len(in.Fixed) == 0 {
		return nil
	}
	f := fragments.NewFixed(in.Dimension(), !in.Symmetric())
	fragments.AddAll(f, in.Fixed)
	return f.Set
}
