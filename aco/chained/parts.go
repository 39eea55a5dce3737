package chained

import (
	"context"
	"slices"

	"github.com/aco-vk/aco-vk/aco/philox"
	"github.com/aco-vk/aco-vk/tsp/lk"
)

const (
	// partCities is the number of cities of a part: a search of so many stays in the cache.
	partCities = 1000
	// minBatch is the number of parts of an iteration, enough for many processors. An iteration
	// takes time for every city, so large instances have at least 1/batchShare of all parts.
	minBatch, batchShare = 32, 16
	// citiesPerPartKick is the number of cities of a part per kick of an iteration.
	citiesPerPartKick = 10
	// The first plainSweeps sweeps have no kicks, and parts of plainCities cities in batches of
	// plainBatch: the first tour has long edges, and no move removes an edge between two parts.
	// When 15,000 cities were in small parts alone, they were 2.3% above the optimum after 4 s of
	// processor time, and 12,000 cities as a whole .9%.
	plainSweeps, plainCities, plainBatch = 3, 50_000, 8
)

// sweep is a sweep over all cities: each part is improved once.
type sweep struct {
	number  int
	parts   int
	batches int // iterations
	kicks   bool
}

// sweepOf returns the sweep of an iteration, which is counted from 0 and no recombination, and the number of its batch.
func (p *population) sweepOf(iteration int) (s sweep, batch int) {
	s = newSweep(p.model.Cities, plainCities, plainBatch)
	if iteration < plainSweeps*s.batches {
		s.number = iteration / s.batches
		return s, iteration % s.batches
	}
	iteration -= plainSweeps * s.batches
	s = newSweep(p.model.Cities, partCities, minBatch)
	s.number, s.kicks = plainSweeps+iteration/s.batches, true
	return s, iteration % s.batches
}

func newSweep(cities, size, batch int) sweep {
	parts := (cities + size - 1) / size
	batch = max(batch, parts/batchShare)
	return sweep{parts: parts, batches: (parts + batch - 1) / batch}
}

// inParts reports whether tours are improved in parts.
func (p *population) inParts() bool { return p.model.Cities > maxWholeCities }

// partition divides the cities into parts for a sweep. Along the space-filling curve, a random city
// of each of as many stretches is the first of a part. The parts then take the candidates of their cities, in turn. A city that no part reaches is in the
// part of the city before it on the curve, with its candidates. So parts are compact, and each
// sweep has other borders.
func (p *population) partition(sweep, count int) [][]int32 {
	n := p.model.Cities
	part, queue := make([]int32, n), make([]int32, 0, n)
	for city := range part {
		part[city] = -1
	}
	take := func(city, k int32) {
		if part[city] < 0 {
			part[city], queue = k, append(queue, city)
		}
	}
	for k := range count {
		from, to := k*n/count, (k+1)*n/count
		words := philox.Block([4]uint32{uint32(sweep), uint32(k), partStream, 0}, philox.Key(p.model.Seed, 0))
		take(int32(from+int(philox.Bounded(words[0], uint32(to-from)))), int32(k))
	}
	first := queue[0]
	for at, passed := 0, 0; passed < n; {
		for ; at < len(queue); at++ {
			city := queue[at]
			for _, c := range p.model.Candidates[int(city)*p.model.Width:][:p.model.Width] {
				take(int32(c), part[city])
			}
		}
		before := (int(first) + passed) % n
		take(int32((before+1)%n), part[before])
		passed++
	}
	parts := make([][]int32, count)
	for city, k := range part {
		parts[k] = append(parts[k], int32(city))
	}
	return parts
}

// batch returns the parts of the next iteration, and whether they are kicked.
func (p *population) batch() (parts [][]int32, kicks bool) {
	s, batch := p.sweepOf(p.state.Kicks)
	if p.parts == nil || p.sweep != s.number {
		p.parts, p.sweep = p.partition(s.number, s.parts), s.number
	}
	from, to := batch*s.parts/s.batches, (batch+1)*s.parts/s.batches
	return p.parts[from:to], s.kicks
}

// batches returns the number of iterations that kick each tour, or each of its parts, once.
func (p *population) batches() int {
	if !p.inParts() {
		return 1
	}
	return newSweep(p.model.Cities, partCities, minBatch).batches
}

// iterationsOfSweep returns the number of iterations that kick each part of a tour.
func iterationsOfSweep(cities int) int {
	if cities <= maxWholeCities {
		return citiesPerKick
	}
	return newSweep(cities, partCities, minBatch).batches
}

// kickParts improves parts of all tours, each in a job of its own.
func (p *population) kickParts(ctx context.Context, next *content) error {
	parts, kick := p.batch()
	ways := make([]*way, len(p.tours))
	for c := range ways {
		ways[c] = newWay(p.tours[c].tour)
	}
	changed := make([][]change, len(ways)*len(parts))
	if err := each(ctx, len(changed), func(job int) {
		colony, part := job/len(parts), job%len(parts)
		changed[job] = p.kickPart(ctx, ways[colony], parts[part], kick, p.seed(colony, part+1))
	}); err != nil {
		if p.state.Iteration == 0 {
			for _, changes := range changed[:len(parts)] {
				ways[0].apply(changes)
			}
			p.interrupted = p.joined(p.tours[0], ways[0])
		}
		return err
	}
	for c, w := range ways {
		for _, changes := range changed[c*len(parts):][:len(parts)] {
			w.apply(changes)
		}
		next.tours[c] = p.joined(p.tours[c], w)
	}
	return ctx.Err()
}

// joined returns a tour with the changes of a way, or the tour itself if they make it longer. The
// changes of several parts can divide it into cycles, which are joined: this loses about 1% of
// what the parts have gained.
func (p *population) joined(from solution, w *way) solution {
	if !p.join(w) {
		return from
	}
	whole := solution{tour: make([]uint32, 0, len(from.tour))}
	w.walk(0, func(city int32) bool { whole.tour = append(whole.tour, uint32(city)); return true })
	whole.length = p.model.LengthOf(whole.tour)
	return shortest([]solution{from, whole})
}

// way is a tour by city: the cities before and after each.
type way struct {
	position []int32
	near     [][2]int32
}

func newWay(tour []uint32) *way {
	w := &way{make([]int32, len(tour)), make([][2]int32, len(tour))}
	before := int32(tour[len(tour)-1])
	for at, city := range tour {
		w.position[city] = int32(at)
		w.near[city][0], w.near[before][1] = before, int32(city)
		before = int32(city)
	}
	return w
}

// change is a city with its new neighbours.
type change struct {
	city int32
	near [2]int32
}

func (w *way) apply(changes []change) {
	for _, c := range changes {
		w.near[c.city] = c.near
	}
}

// kickPart improves a part of a tour by kicks. The rest of the tour consists of paths that do not
// change; each is a fixed edge between cities of the part.
func (p *population) kickPart(ctx context.Context, w *way, part []int32, kick bool, seed uint64) []change {
	o := w.open(part, p.model.Fixed.Has)
	if len(o.cities) < minOpen {
		return nil
	}
	problem := lk.NewProblem(p.model.Instance, o.cities, p.model.Candidates)
	for _, e := range o.fixed {
		problem.Fix(e[0], e[1])
	}
	problem.Thorough() // a part is kicked seldom
	s := lk.New(problem, everyCity(len(o.cities)), seed)
	kicks := 0
	if kick {
		kicks = len(o.cities) / citiesPerPartKick
		if len(p.tours) == 1 { // sweeps without kicks have made it locally optimal; other tours are recombined
			s.Settle()
		}
	}
	makeKicks(ctx, s, kicks) // the iteration does not count if it is interrupted
	return w.changes(o, s.Tour())
}

// minOpen is the fewest cities of a part worth a search.
const minOpen = 8

// open are the cities of a part with an edge that can change.
type open struct {
	cities []int32    // in the order of the tour
	kept   []int      // of each, the side of its edge that cannot change; free if both can
	fixed  [][2]int32 // edges between them, by index, that stand for what cannot change
}

// free is the side of a city both of whose edges can change.
const free = -1

// open returns the open cities of a part. An edge cannot change if it leads to a city of another
// part or if it is fixed.
func (w *way) open(part []int32, isFixed func(a, b uint32) bool) (o open) {
	n := int32(len(w.position))
	sorted := slices.Clone(part)
	slices.SortFunc(sorted, func(a, b int32) int { return int(w.position[a]) - int(w.position[b]) })
	keeps := func(i int) bool { // whether the edge after a city of the part cannot change
		a, b := sorted[i], sorted[(i+1)%len(sorted)]
		return (w.position[a]+1)%n != w.position[b] || isFixed(uint32(a), uint32(b))
	}
	before := keeps(len(sorted) - 1)
	for i, city := range sorted {
		after := keeps(i)
		switch {
		case before && !after:
			o.cities, o.kept = append(o.cities, city), append(o.kept, 0)
		case !before && after:
			o.cities, o.kept = append(o.cities, city), append(o.kept, 1)
		case !before:
			o.cities, o.kept = append(o.cities, city), append(o.kept, free)
		}
		before = after
	}
	for i, side := range o.kept {
		if side == 0 {
			o.fixed = append(o.fixed, [2]int32{int32((i + len(o.kept) - 1) % len(o.kept)), int32(i)})
		}
	}
	return o
}

// changes returns the new neighbours of open cities for a tour of a search among them.
func (w *way) changes(o open, tour []int32) []change {
	partner := make([]int32, len(tour)) // by city: the other end of its fixed edge
	for _, e := range o.fixed {
		partner[e[0]], partner[e[1]] = e[1], e[0]
	}
	list := make([]change, len(tour))
	for at, i := range tour {
		c := change{city: o.cities[i]}
		for side, other := range [2]int32{tour[(at+len(tour)-1)%len(tour)], tour[(at+1)%len(tour)]} {
			c.near[side] = o.cities[other]
			if kept := o.kept[i]; kept != free && partner[i] == other {
				c.near[side] = w.near[c.city][kept]
			}
		}
		list[at] = c
	}
	return list
}
