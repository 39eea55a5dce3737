package merged_test

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/aco/merged/reference"
	"github.com/aco-vk/aco-vk/tsp"
)

// submitRandomChanges gives every ant of a colony a random change or none, and submits it to the
// merge. Most changes conflict with the change of an earlier ant: they contain it, lie within it
// or next to it, overlap its ends, or equal it. With anyClass the class of a change does not
// depend on its length, so that instances with few cities have changes of all classes.
func submitRandomChanges(random *rand.Rand, c *reference.Colony, anyClass bool) {
	c.AcceptedLong = nil // of previous changes
	for ant := range c.Headers {
		c.Headers[ant], c.Pieces[ant] = model.Header{Class: model.ClassNone}, nil
	}
	for ant := range uint32(c.Model.Ants) {
		if random.IntN(16) == 0 {
			continue
		}
		low, high := randomInterval(random, c, ant)
		randomChange(random, c, ant, low, high)
		header := &c.Headers[ant]
		header.Class = model.ClassOf(high - low + 2)
		if anyClass {
			header.Class = random.Uint32N(model.ClassLong + 1)
		}
		c.Submit(ant)
	}
}

// dropLastPlaces removes the changes whose interval has the last place. No ant makes one.
func dropLastPlaces(c *reference.Colony) {
	for ant, header := range c.Headers {
		if header.Class != model.ClassNone && header.High+1 == uint32(c.Model.Cities) {
			c.Headers[ant], c.Pieces[ant] = model.Header{Class: model.ClassNone}, nil
		}
	}
}

// submitNestedChanges gives every ant of a colony a long change, whatever its length, and submits
// it to the merge. Each one reverses an interval within the previous ant's interval, so all are
// compatible. There are more than four cities for each ant.
func submitNestedChanges(c *reference.Colony) {
	c.AcceptedLong = nil // of previous changes
	for ant := range uint32(c.Model.Ants) {
		low, high := 2*ant+1, uint32(c.Model.Cities)-2*ant-2
		pieces := []model.Piece{{Start: low, First: high, Reversed: true}}
		header := model.Header{Pieces: 1, Low: low, High: high, Class: model.ClassLong}
		header.Gain = gainOf(c, header, pieces, []uint32{high - low + 1})
		c.Headers[ant], c.Pieces[ant] = header, pieces
		c.Submit(ant)
	}
}

// randomInterval returns a random interval for a change.
func randomInterval(random *rand.Rand, c *reference.Colony, ant uint32) (low, high uint32) {
	last := uint32(c.Model.Cities) - 1
	other := model.Header{High: last} // the whole tour, if there is no earlier change
	if ant > 0 {
		if before := c.Headers[random.Uint32N(ant)]; before.Class != model.ClassNone {
			other = before
		}
	}
	switch random.IntN(8) {
	case 0: // from the first or second place after the other change
		low = min(other.High+1+random.Uint32N(2), last)
		high = low + random.Uint32N(min(last-low, 2*(other.High-other.Low))+1)
	case 1: // up to the place before the other change
		high = max(other.Low, 1) - 1
		low = high - random.Uint32N(min(high, 2*(other.High-other.Low))+1)
	case 2: // within the other change
		low = other.Low + random.Uint32N(other.High-other.Low+1)
		high = low + random.Uint32N(other.High-low+1)
	case 3: // around the other change
		low = random.Uint32N(other.Low + 1)
		high = other.High + random.Uint32N(last-other.High+1)
	case 4: // the same interval
		low, high = other.Low, other.High
	case 5: // to the end of the tour, or from its beginning
		low, high = other.Low, last
		if random.IntN(2) == 0 {
			low, high = 0, random.Uint32N(last+1)
		}
	default: // any interval
		low = random.Uint32N(last + 1)
		high = low + random.Uint32N((last-low)>>random.IntN(12)+1)
	}
	return low, high
}

// randomChange cuts an interval into pieces and joins them in random order.
func randomChange(random *rand.Rand, c *reference.Colony, ant, low, high uint32) {
	most := min(1+random.Uint32N(8), high-low+1)
	if random.IntN(16) == 0 {
		most = min(model.MaxPieces, high-low+1)
	}
	ends := []uint32{high + 1}
	for range most - 1 {
		ends = append(ends, low+1+random.Uint32N(high-low))
	}
	slices.Sort(ends)
	ends = slices.Compact(ends)
	pieces := make([]model.Piece, len(ends)) // with their ends as First
	lengths := make([]uint32, len(ends))
	start := low
	for to, from := range random.Perm(len(ends)) {
		begin := low
		if from > 0 {
			begin = ends[from-1]
		}
		lengths[to] = ends[from] - begin
		pieces[to] = model.Piece{Start: start, First: begin, Reversed: random.IntN(2) == 0}
		if pieces[to].Reversed {
			pieces[to].First = ends[from] - 1
		}
		start += lengths[to]
	}
	c.Pieces[ant] = pieces
	header := model.Header{Pieces: uint32(len(pieces)), Low: low, High: high}
	header.Gain = gainOf(c, header, pieces, lengths)
	c.Headers[ant] = header
}

// gainOf returns the gain of a change that is applied alone.
func gainOf(c *reference.Colony, header model.Header, pieces []model.Piece, lengths []uint32) int32 {
	m, tour := c.Model, c.Tours[c.State.Iteration&1]
	changed := make([]uint32, 0, header.High-header.Low+1)
	for i, piece := range pieces {
		for k := range lengths[i] {
			if piece.Reversed {
				changed = append(changed, tour[piece.First-k])
			} else {
				changed = append(changed, tour[piece.First+k])
			}
		}
	}
	old := tour[header.Low : header.High+1]
	if len(old) == len(tour) {
		return int32(m.LengthOf(old)) - int32(m.LengthOf(changed))
	}
	before, after := tour[(int(header.Low)+len(tour)-1)%len(tour)], tour[(int(header.High)+1)%len(tour)]
	path := func(cities []uint32) (length int32) {
		last := before
		for _, city := range cities {
			length += int32(m.Distance(last, city))
			last = city
		}
		return length + int32(m.Distance(last, after))
	}
	return path(old) - path(changed)
}

// randomModel returns a model of cities with random integer coordinates in a square. In a small square
// many distances and gains are equal. The initial tour and the candidates are random. Every tour
// is checked.
func randomModel(random *rand.Rand, cities, side, ants, colonies int) *model.Model {
	instance := &tsp.Instance{Name: fmt.Sprintf("random%d", cities), Kind: tsp.TSP, Metric: tsp.EUC2D}
	for range cities {
		instance.X = append(instance.X, float64(random.IntN(side)))
		instance.Y = append(instance.Y, float64(random.IntN(side)))
	}
	instance.X[0] = float64(side) // no tour has length 0, which is the default target
	instance.X[1] = 0
	m := &model.Model{
		Instance: instance, Cities: cities, Ants: ants, Colonies: colonies, Period: 1,
		ClaimShift: uint32(random.IntN(8)),
		Width:      7, SecondWidth: 1,
	}
	for range cities {
		first := random.IntN(cities)
		for k := range m.Width {
			m.Candidates = append(m.Candidates, uint32((first+k)%cities))
		}
	}
	for _, city := range random.Perm(cities) {
		m.StartTour = append(m.StartTour, uint32(city))
	}
	m.StartLength = m.LengthOf(m.StartTour)
	return m
}
