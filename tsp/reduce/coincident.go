package reduce

import (
	"context"
	"slices"

	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/internal/cityset"
)

// Coincidence is an instance without most of the cities that are at the place of another one: its
// tours stand for tours of the original that visit such cities one after the other. Cities with
// fixed edges and given ends of a path remain cities of their own, so a place can have several.
type Coincidence struct {
	Instance *tsp.Instance
	Distinct int      // places of the original; Instance may have more cities
	numbers  []int32  // by city of the original: its city of Instance
	starts   []int32  // by city of Instance: where its cities begin in cities; the last is their end
	cities   tsp.Tour // of the original by city of Instance, in ascending order each
}

// leastShare is the least share of cities that are contracted: one of so many. A run loses nothing
// that could be measured to fewer, and a large instance takes as much memory again.
const leastShare = 1024

// Coincident contracts the cities of a valid instance that are at one place: with equal
// coordinates, or at distance 0 in a matrix and equally far from and to every other city. ends are
// the given ends of an open path; nil: none.
//
// It returns nil if no more than one of 1024 cities would go, or fewer than minCities would
// remain. Nor does it contract
//
//   - cities with metric GEO, where the distance of two cities at one place is 1,
//   - a matrix with forbidden edges: a tour may have to pass a place twice,
//   - cities at a place through which others are closer than by the direct way, so that a tour
//     which passes the place twice may be shorter. This is known of a matrix, and of coordinates
//     with few cities. Else coordinates are taken for distances without rounding.
//
// It also returns nil if the context ends first.
func Coincident(ctx context.Context, in *tsp.Instance, ends *tsp.Ends) *Coincidence {
	if in.Metric == tsp.Pairs || in.Forbidden != 0 || in.Given != nil && in.Given.TooLong != 0 {
		return nil
	}
	n, twins := in.Dimension(), findTwins(ctx, in)
	if len(twins) <= n/leastShare || in.Distance(int(twins[0].city), int(twins[0].first)) != 0 {
		return nil
	}
	p := newPlaces(in, twins, ends)
	p.keepShortcuts(ctx)
	if p.gone <= n/leastShare || n-p.gone < minCities || ctx.Err() != nil {
		return nil
	}
	return p.contract()
}

// places has the places of an instance while it is contracted.
type places struct {
	in       *tsp.Instance
	distinct int
	gone     int     // cities that are contracted into others
	into     []int32 // by city: the one that stands for it, itself if it remains
}

// newPlaces contracts twins into the first city of their place that may stand for others.
func newPlaces(in *tsp.Instance, twins []twin, ends *tsp.Ends) *places {
	n := in.Dimension()
	p := &places{in: in, distinct: n - len(twins), into: cityset.All[int32](n)}
	place := slices.Clone(p.into) // by city: the first at its place
	for _, t := range twins {
		place[t.city] = t.first
	}
	const none = -1
	first := slices.Repeat([]int32{none}, n) // by first city of a place: the first one that is free
	own := ownCities(in, ends)
	for city := range int32(n) {
		switch at := place[city]; {
		case own[city]:
		case first[at] == none:
			first[at] = city
		default:
			p.into[city] = first[at]
			p.gone++
		}
	}
	return p
}

// ownCities returns the cities that remain cities of their own.
func ownCities(in *tsp.Instance, ends *tsp.Ends) map[int32]bool {
	own := make(map[int32]bool)
	for _, e := range in.Fixed {
		own[e[0]], own[e[1]] = true, true
	}
	if ends != nil {
		own[ends[0]], own[ends[1]] = true, true
	}
	return own
}

// remaining returns the cities that are not contracted.
func (p *places) remaining() tsp.Tour {
	remaining := make(tsp.Tour, 0, len(p.into)-p.gone)
	for city, into := range p.into {
		if int(into) == city {
			remaining = append(remaining, into)
		}
	}
	return remaining
}

// contract returns the contraction.
func (p *places) contract() *Coincidence {
	remaining, n := p.remaining(), len(p.into)
	c := &Coincidence{
		Instance: p.in.Part(remaining), Distinct: p.distinct,
		numbers: make([]int32, n), starts: make([]int32, len(remaining)+1), cities: make(tsp.Tour, n),
	}
	for number, city := range remaining {
		c.numbers[city] = int32(number)
	}
	for city, into := range p.into {
		c.numbers[city] = c.numbers[into]
		c.starts[c.numbers[city]+1]++
	}
	for number := range remaining {
		c.starts[number+1] += c.starts[number]
	}
	next := slices.Clone(c.starts)
	for city, number := range c.numbers {
		c.cities[next[number]] = int32(city)
		next[number]++
	}
	for _, e := range p.in.Fixed {
		c.Instance.Fixed = append(c.Instance.Fixed, tsp.Edge{c.numbers[e[0]], c.numbers[e[1]]})
	}
	return c
}

// Ends returns the ends of a path in the contracted instance.
func (c *Coincidence) Ends(ends tsp.Ends) tsp.Ends {
	for i, city := range ends {
		if city != tsp.FreeEnd {
			ends[i] = c.numbers[city]
		}
	}
	return ends
}

// First returns the first city of the original that a contracted city stands for.
func (c *Coincidence) First(city int32) int32 { return c.cities[c.starts[city]] }

// Expand returns the tour, or the path, of the original for one of the contracted instance. The
// order of cities at one place is the same for a closed tour and its reverse.
func (c *Coincidence) Expand(t tsp.Tour) tsp.Tour {
	full := make(tsp.Tour, 0, len(c.cities))
	for i, number := range t {
		size := len(full)
		full = append(full, c.cities[c.starts[number]:c.starts[number+1]]...)
		if t[(i+1)%len(t)] < t[(i+len(t)-1)%len(t)] {
			slices.Reverse(full[size:])
		}
	}
	return full
}

// Reduce returns the tour of the contracted instance for a tour of the original. It visits each
// place where the tour visits the first of its cities.
func (c *Coincidence) Reduce(t tsp.Tour) tsp.Tour {
	reduced := make(tsp.Tour, 0, len(c.starts)-1)
	for _, city := range t {
		if number := c.numbers[city]; c.First(number) == city {
			reduced = append(reduced, number)
		}
	}
	return reduced
}
