package construct

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/internal/fragments"
	"github.com/aco-vk/aco-vk/tsp/neighbour"
)

// ChooseEnds returns cities in place of free ends: the ones farthest from their second nearest city,
// since a path saves about this distance where it ends. Some path has these ends and the fixed edges. If
// there are no such cities, the ends stay free. The instance must be symmetric. The error is the context's.
func ChooseEnds(ctx context.Context, in *tsp.Instance, ends tsp.Ends) (tsp.Ends, error) {
	width := min(2, in.MaxNeighbours())
	_, distances, err := neighbour.Nearest(ctx, in, width)
	if err != nil {
		return ends, err
	}
	fixed, chosen := fragments.NewFixed(in.Dimension(), 0, false), ends
	fragments.AddAll(fixed, in.Fixed)
	for i, end := range ends {
		if end != tsp.FreeEnd {
			continue
		}
		other, saved := chosen[1-i], int64(-1)
		for city := range uint32(in.Dimension()) {
			possible := fixed.Other[city] != fragments.Interior && int32(city) != other
			if other != tsp.FreeEnd {
				possible = fixed.Open(city, uint32(other))
			}
			if d := int64(distances[(int(city)+1)*width-1]); possible && d > saved {
				chosen[i], saved = int32(city), d
			}
		}
	}
	if slices.Contains(chosen[:], tsp.FreeEnd) {
		return ends, nil
	}
	return chosen, nil
}

const (
	// endRegion is the number of cities near an end that it may be joined to.
	endRegion = 200
	// maxEndSteps is the most edges that are exchanged before the path has to be shorter.
	maxEndSteps = 30
	// maxEndRounds bounds the time: each round looks at all cities.
	maxEndRounds = 10
)

// ImproveEnds shortens an open path at its free ends, which may become other cities. A step joins an
// end to a city of the path nearby and removes the edge behind that city, so that the path has another
// end. As in the search of Lin and Kernighan (1973), up to 30 steps may make the path longer, and the
// shortest path on the way is kept. If both ends are free, the path may also be closed and opened at
// its longest edge. Fixed edges stay. The instance must be symmetric and the path one with these ends:
// ImproveEnds does not check it.
func ImproveEnds(in *tsp.Instance, path tsp.Tour, ends tsp.Ends) tsp.Tour {
	return improveEnds(in, path, ends, endRegion, maxEndRounds)
}

func improveEnds(in *tsp.Instance, path tsp.Tour, ends tsp.Ends, region, rounds int) tsp.Tour {
	e := &endSearch{distance: in.DistanceFunc(), fixed: fixedFragments(in), region: region}
	path = slices.Clone(path)
	for improved := true; improved && rounds > 0; rounds-- {
		improved = false
		if ends == (tsp.Ends{tsp.FreeEnd, tsp.FreeEnd}) {
			path, improved = e.reopen(path)
		}
		for _, end := range []int{1, 0} { // the last city is the end that moves
			if ends[end] == tsp.FreeEnd {
				e.start(path)
				for e.move() {
					improved = true
				}
				path = e.whole(path)
			}
			slices.Reverse(path)
		}
	}
	return path
}

// endSearch is a search for a path with another last city. It moves cities near that city alone, so
// that a step takes the same time in any path.
type endSearch struct {
	distance func(a, b uint32) int64
	fixed    *fragments.Set      // nil: no edge is fixed
	region   int                 // the number of near cities
	path     tsp.Tour            // of near cities
	between  map[tsp.Edge][2]int // where the whole path has others between two near cities: from a place to before another
}

// start begins with the cities of a path that are nearest to its last city.
func (e *endSearch) start(whole tsp.Tour) {
	last := len(whole) - 1
	type far struct {
		distance int64
		place    int
	}
	order := func(a, b far) int { return cmp.Or(cmp.Compare(a.distance, b.distance), cmp.Compare(a.place, b.place)) }
	var found []far // in order
	for place, city := range whole {
		f := far{e.distance(uint32(whole[last]), uint32(city)), place}
		if place == last || len(found) == e.region && order(f, found[e.region-1]) > 0 {
			continue
		}
		i, _ := slices.BinarySearchFunc(found, f, order)
		found = slices.Insert(found[:min(len(found), e.region-1)], i, f)
	}
	found = append(found, far{place: last})
	slices.SortFunc(found, func(a, b far) int { return cmp.Compare(a.place, b.place) })
	e.path, e.between = nil, make(map[tsp.Edge][2]int)
	for i, f := range found {
		e.path = append(e.path, whole[f.place])
		if i > 0 && f.place != found[i-1].place+1 {
			e.between[e.edge(i-1)] = [2]int{found[i-1].place + 1, f.place}
		}
	}
}

// whole returns the path of all cities. It began from a path.
func (e *endSearch) whole(from tsp.Tour) tsp.Tour {
	path := slices.Clone(from[:slices.Index(from, e.path[0])])
	for i, city := range e.path {
		path = append(path, city)
		if i == len(e.path)-1 {
			break
		}
		if others, ok := e.between[e.edge(i)]; ok {
			first := len(path)
			path = append(path, from[others[0]:others[1]]...)
			if from[others[1]] == city { // backwards
				slices.Reverse(path[first:])
			}
		}
	}
	return path
}

// edge returns the edge from a place to the next, the smaller city first.
func (e *endSearch) edge(at int) tsp.Edge { return edgeOf(e.path, at) }

func edgeOf(path tsp.Tour, at int) tsp.Edge {
	return tsp.Edge{min(path[at], path[at+1]), max(path[at], path[at+1])}
}

func (e *endSearch) length(edge tsp.Edge) int64 {
	return e.distance(uint32(edge[0]), uint32(edge[1]))
}

func (e *endSearch) isFixed(edge tsp.Edge) bool {
	return e.fixed != nil && e.fixed.Linked(uint32(edge[0]), uint32(edge[1]))
}

// reopen closes a path and opens it at its longest edge. It reports whether that shortens it.
func (e *endSearch) reopen(path tsp.Tour) (tsp.Tour, bool) {
	last := len(path) - 1
	at, longest := 0, e.length(tsp.Edge{path[0], path[last]})
	for i := range last {
		if edge := edgeOf(path, i); e.length(edge) > longest && !e.isFixed(edge) {
			at, longest = i+1, e.length(edge)
		}
	}
	return slices.Concat(path[at:], path[:at]), at > 0
}

// move makes steps from the last city and reports whether they shortened the path. If not, the path
// is as it was.
func (e *endSearch) move() bool {
	var reversed []int // places, one for each step
	var gain, best int64
	kept := 0 // steps
	added := make(map[tsp.Edge]bool)
	for len(reversed) < maxEndSteps {
		at, g := e.step(added)
		if at < 0 {
			break
		}
		slices.Reverse(e.path[at+1:])
		added[e.edge(at)] = true
		reversed = append(reversed, at+1)
		if gain += g; gain > best {
			best, kept = gain, len(reversed)
		}
	}
	for _, from := range slices.Backward(reversed[kept:]) {
		slices.Reverse(e.path[from:])
	}
	return kept > 0
}

// step returns the place of the city to which the best step joins the last one, and the gain of the
// step. The place is -1 if there is none. No step removes an edge that was added.
func (e *endSearch) step(added map[tsp.Edge]bool) (at int, gain int64) {
	at, gain = -1, math.MinInt64
	last := len(e.path) - 1
	for i := range last - 1 {
		removed := e.edge(i)
		g := e.length(removed) - e.distance(uint32(e.path[i]), uint32(e.path[last]))
		if _, others := e.between[removed]; g <= gain || others || added[removed] || e.isFixed(removed) {
			continue
		}
		at, gain = i, g
	}
	return at, gain
}
