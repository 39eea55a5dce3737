package construct

import (
	"context"
	"math"
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

// OrOptOptions say how far a search by OrOpt goes. The zero value is a complete search.
type OrOptOptions struct {
	// Near has the same number of near cities for each city. Then the search looks up these alone,
	// and its time grows only with the number of cities and moves. Nil: it looks up the nearest
	// cities, and compares all cities where an edge is longer than the distances to these.
	Near  []uint32
	Moves int // the most moves; 0: as many as shorten the tour
}

// OrOptResult is a tour that OrOpt has shortened.
type OrOptResult struct {
	Tour  tsp.Tour
	Gain  int64
	Moves int // that were made
}

// OrOpt shortens a tour by moving segments of up to three cities to another place, in either
// direction, until no such move shortens it (Or 1976). If the context ends first, OrOpt returns the
// tour so far, and the context's error. The same number of moves makes the same tour again. Fixed
// edges are not removed. The instance must be symmetric. If the tour is not one of the instance, the
// error is an [*tsp.Error].
func OrOpt(ctx context.Context, in *tsp.Instance, tour tsp.Tour, options OrOptOptions) (OrOptResult, error) {
	if err := in.CheckTour(tour); err != nil {
		return OrOptResult{Tour: slices.Clone(tour)}, err
	}
	o, err := newOrOpt(ctx, in, tour, options)
	if err == nil {
		err = o.search(ctx)
	}
	if o == nil {
		return OrOptResult{Tour: slices.Clone(tour)}, err
	}
	return OrOptResult{o.order(), o.gain, o.moves}, err
}

// orOpt is a local search. Its tour is a list that is linked in both directions, so that a move
// takes the same time in any tour.
type orOpt struct {
	distance   func(a, b uint32) int64
	lists      []uint32       // near cities of each city
	distances  []uint32       // of lists, which have the nearest first; nil: lists have any order
	width      int            // of a city's list
	next, prev []uint32       // by city
	start      uint32         // the first city of the tour
	active     []bool         // cities with an edge that is new since their last search
	fixed      *fragments.Set // of fixed edges; nil if there are none
	gain       int64
	moves      int
	mostMoves  int
}

func newOrOpt(ctx context.Context, in *tsp.Instance, tour tsp.Tour, options OrOptOptions) (o *orOpt, err error) {
	n := len(tour)
	o = &orOpt{
		distance: in.DistanceFunc(), lists: options.Near, next: make([]uint32, n), prev: make([]uint32, n),
		active: make([]bool, n), start: uint32(tour[0]), fixed: fixedFragments(in), mostMoves: options.Moves,
	}
	if o.mostMoves == 0 {
		o.mostMoves = math.MaxInt
	}
	if o.width = len(o.lists) / n; o.lists == nil {
		o.width = min(orOptNeighbours, in.MaxNeighbours())
		if o.lists, o.distances, err = neighbour.Nearest(ctx, in, o.width); err != nil {
			return nil, err
		}
	}
	before := uint32(tour[n-1])
	for _, city := range tour {
		o.prev[city], o.next[before] = before, uint32(city)
		before = uint32(city)
	}
	return o, nil
}

// order returns the tour.
func (o *orOpt) order() tsp.Tour {
	tour, city := make(tsp.Tour, len(o.next)), o.start
	for place := range tour {
		tour[place], city = int32(city), o.next[city]
	}
	return tour
}

// part is the number of cities where a search with given lists begins at once. The tour then
// becomes shorter steadily, wherever the search is cut.
const part = 1 << 14

// search makes moves until none shortens the tour, or as many as it may make. The error is the
// context's.
func (o *orOpt) search(ctx context.Context) error {
	n := len(o.active)
	step := n
	if o.distances == nil {
		step = part
	}
	for o.moves < o.mostMoves {
		before := o.moves
		for from := 0; from < n; from += step {
			to := min(from+step, n)
			if err := o.activate(ctx, from, to); err != nil {
				return err
			}
			if err := o.improve(ctx, from, to); err != nil {
				return err
			}
		}
		if o.moves == before {
			break
		}
	}
	return nil
}

// insertion moves the segment of count cities from first to last between a city and the next one.
type insertion struct {
	first, last uint32
	count       int
	after       uint32
	reversed    bool
}

// activate makes the cities from first to end-1 active where a search finds a move.
func (o *orOpt) activate(ctx context.Context, first, end int) error {
	return parallel.Batches(ctx, end-first, func(from, to int) {
		for city := first + from; city < first+to && ctx.Err() == nil; city++ {
			_, gain := o.find(uint32(city))
			o.active[city] = gain > 0
		}
	})
}

// improve makes moves from active cities, of those from first to end-1, until none is active. The
// error is the context's.
func (o *orOpt) improve(ctx context.Context, first, end int) error {
	for slices.Contains(o.active[first:end], true) {
		for city := first; city < end; city++ {
			for o.active[city] {
				if ctx.Err() != nil || o.moves == o.mostMoves {
					return ctx.Err()
				}
				s, gain := o.find(uint32(city))
				if o.active[city] = gain > 0; gain > 0 {
					o.gain += gain
					o.moves++
					o.move(s)
				}
			}
		}
	}
	return nil
}

// find returns a move that shortens the tour, and its gain, or 0 if it finds none. By the gain
// criterion (Lin and Kernighan 1973) one of the new edges of such a move is shorter than what the
// move has removed before. That is a removed edge at one of its ends, or the gain of taking out
// the segment.
func (o *orOpt) find(city uint32) (s insertion, gain int64) {
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

// segmentFrom returns a segment that begins at a city, forward, or ends there.
func (o *orOpt) segmentFrom(city uint32, count int, forward bool) insertion {
	s := insertion{first: city, last: city, count: count}
	for range count - 1 {
		if forward {
			s.last = o.next[s.last]
		} else {
			s.first = o.prev[s.first]
		}
	}
	return s
}

// moveSegment searches for moves of a segment next to a city that is near the given end.
func (o *orOpt) moveSegment(s insertion, end uint32) (_ insertion, gain int64) {
	before, after := o.prev[s.first], o.next[s.last]
	isFirst := end == s.first
	removed := o.distance(before, s.first)
	if !isFirst {
		removed = o.distance(s.last, after)
	}
	radius := max(
		removed, o.distance(before, s.first)+o.distance(s.last, after)-o.distance(before, after),
	)
	o.near(end, radius, func(other uint32) bool {
		s.after, s.reversed = other, !isFirst
		if gain = o.gainOf(s); gain <= 0 {
			s.after, s.reversed = o.prev[other], isFirst // before the other city
			gain = o.gainOf(s)
		}
		return gain > 0
	})
	return s, gain
}

// fillEdge searches for moves of a segment into the edge after or before a city. One end of the
// segment is nearer to the city than the other end of the edge.
func (o *orOpt) fillEdge(city uint32, forward bool) (s insertion, gain int64) {
	edge := city
	if !forward {
		edge = o.prev[city]
	}
	o.near(city, o.distance(edge, o.next[edge]), func(end uint32) bool {
		for count := 1; count <= maxMoved; count++ {
			for _, isFirst := range [...]bool{false, true} {
				s = o.segmentFrom(end, count, isFirst)
				s.after, s.reversed = edge, isFirst != forward
				if gain = o.gainOf(s); gain > 0 {
					return true
				}
			}
		}
		return false
	})
	return s, gain
}

// near calls found for cities that are nearer to a city than radius, until it returns true: those
// of its list if lists were given, else all.
func (o *orOpt) near(city uint32, radius int64, found func(other uint32) bool) {
	first := int(city) * o.width
	list := o.lists[first:][:o.width]
	if o.distances == nil {
		for _, other := range list {
			if o.distance(city, other) < radius && found(other) {
				return
			}
		}
		return
	}
	for i, other := range list {
		if int64(o.distances[first+i]) >= radius || found(other) {
			return
		}
	}
	for other := range uint32(len(o.next)) { // the list may lack some
		if other != city && o.distance(city, other) < radius && found(other) {
			return
		}
	}
}

// gainOf returns the gain of a move, 0 if it is not possible: the edge is in the segment or at its
// ends, or the move removes a fixed edge.
func (o *orOpt) gainOf(s insertion) int64 {
	if s.count > len(o.next)-3 {
		return 0
	}
	before, after := o.prev[s.first], o.next[s.last]
	for city := before; city != after; city = o.next[city] {
		if city == s.after {
			return 0
		}
	}
	from, to := s.after, o.next[s.after]
	if o.fixed != nil &&
		(o.fixed.Linked(before, s.first) || o.fixed.Linked(s.last, after) || o.fixed.Linked(from, to)) {
		return 0
	}
	first, last := s.first, s.last
	if s.reversed {
		first, last = last, first
	}
	return o.distance(before, s.first) + o.distance(s.last, after) + o.distance(from, to) -
		o.distance(before, after) - o.distance(from, first) - o.distance(last, to)
}

// move makes a move. The new tour begins after the place that the segment had.
func (o *orOpt) move(s insertion) {
	before, after, from, to := o.prev[s.first], o.next[s.last], s.after, o.next[s.after]
	for _, city := range [...]uint32{before, s.first, s.last, after, from, to} {
		o.active[city] = true
	}
	o.link(before, after)
	if o.start = after; s.reversed {
		for city := s.first; ; {
			next := o.next[city]
			o.next[city], o.prev[city] = o.prev[city], next
			if city == s.last {
				break
			}
			city = next
		}
		s.first, s.last = s.last, s.first
	}
	o.link(from, s.first)
	o.link(s.last, to)
}

// link makes a city the next one after another.
func (o *orOpt) link(city, next uint32) { o.next[city], o.prev[next] = next, city }

// fixedFragments returns the paths of the fixed edges of a valid instance, or nil if there are
// none.
func fixedFragments(in *tsp.Instance) *fragments.Set {
	if len(in.Fixed) == 0 {
		return nil
	}
	f := fragments.NewFixed(in.Dimension(), 0, !in.Symmetric())
	fragments.AddAll(f, in.Fixed)
	return f.Set
}
