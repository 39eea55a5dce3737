package recombine

import (
	"cmp"
	"context"
	"fmt"
	"runtime"
	"slices"
	"time"
)

// Neighbors has the near cities of each city. AssembleEdges joins subtours by edges to them.
type Neighbors struct {
	Cities []uint32 // Width for each city
	Width  int
	// Fixed reports whether an edge is fixed: all tours have it, and no join removes it. nil: none is.
	Fixed func(a, b uint32) bool
}

// fixed reports whether an edge is fixed.
func (n Neighbors) fixed(a, b uint32) bool { return n.Fixed != nil && n.Fixed(a, b) }

// of returns the near cities of a city.
func (n Neighbors) of(city uint32) []uint32 { return n.Cities[int(city)*n.Width:][:n.Width] }

const (
	// staleRounds is the number of rounds per tour without a gain after which the search ends.
	// Four and eight find hardly more.
	staleRounds = 2
	// maxAssemblyRounds bounds the time. Tours of runs take up to 50, very different ones 70.
	maxAssemblyRounds = 200
	// LargeCities is the number of cities above which AssembleEdges makes at most largeRounds
	// rounds per tour. A round of a million cities takes half a second of processor time. Of eight
	// such tours, the first round with each of the others gained 2.9% in all and the second .8%.
	LargeCities = 200_000
	largeRounds = 2
	// maxCycleCuts bounds the time for one AB-cycle, which is quadratic in the number of its cuts.
	maxCycleCuts = 1000
)

// Assembly sets how AssembleEdges searches.
type Assembly struct {
	// Rounds is the number of rounds. 0: as many as shorten the tour, with more than [LargeCities]
	// cities at most two per tour.
	Rounds int
	// Pairs is true if two AB-cycles are tried together where one alone fails, and if up to eight
	// rounds with different tours begin with the same tour, which keeps more processors busy.
	Pairs bool
}

// AssembleEdges shortens the best of the given tours by edge assembly crossover with each of the
// others (EAX, Nagata and Kobayashi, A powerful genetic algorithm using edge assembly crossover
// for the traveling salesman problem, 2013, the single strategy). A tour lists the cities 0 to n-1
// in the order of visit. The function distance must be symmetric; it is called from several
// goroutines at once.
//
// The difference of two tours A and B consists of AB-cycles, where edges of A and of B
// alternate. Exchanging the edges of a cycle in A makes one or more subtours. These are joined by
// exchanges of two edges, the smallest subtour first. The result replaces A if it is shorter.
// Besides edges of B, it may have a few edges of neither tour. This is why AssembleEdges shortens
// tours that Merge cannot shorten.
//
// AssembleEdges uses all processors. The result does not depend on their number. After the first round
// it starts another only if that will probably end before the deadline of ctx. If ctx ends the search,
// AssembleEdges returns the tour after the last complete round, which may be none, and the error of ctx.
func AssembleEdges(ctx context.Context, distance func(a, b uint32) int64, near Neighbors, tours [][]uint32, how Assembly) (Result, error) {
	if err := validateAssembly(near, tours); err != nil {
		return Result{}, err
	}
	tours, length := bestFirst(distance, tours)
	a := assembler{newTour(tours[0]), distance, near, how.Pairs}
	others := make([]*tour, len(tours)-1)
	each(len(others), func(_, i int) { others[i] = newTour(tours[i+1]) })
	gain, made, err := a.search(ctx, others, how.Rounds)
	return Result{a.tour.order, length - gain, made}, err
}

// AssembleEach shortens each of the given tours by edge assembly with some of the others: one round
// with each, without pairs of AB-cycles. others has these for each tour, as indices of tours. Unlike
// [AssembleEdges] it keeps the structure of each tour where no AB-cycle shortens it, so the results
// differ. If ctx ends, it returns its error.
func AssembleEach(
	ctx context.Context, distance func(a, b uint32) int64, near Neighbors, tours [][]uint32, others [][]int,
) ([]Result, error) {
	if err := validateAssembly(near, tours); err != nil {
		return nil, err
	}
	shared, results, errs := make([]*tour, len(tours)), make([]Result, len(tours)), make([]error, len(tours))
	each(len(tours), func(_, i int) { shared[i] = newTour(tours[i]) })
	each(len(tours), func(_, i int) {
		a, length := assembler{newTour(tours[i]), distance, near, false}, lengthOf(distance, tours[i])
		for round, other := range others[i] {
			found, err := a.round(ctx, shared[other], uint64(round))
			if err != nil {
				errs[i] = err
				return
			}
			length -= a.apply(found)
		}
		results[i] = Result{a.tour.order, length, len(others[i])}
	})
	return results, cmp.Or(errs...)
}

// validateAssembly returns an error unless edge assembly can recombine tours.
func validateAssembly(near Neighbors, tours [][]uint32) error {
	err := validateTours(tours)
	if err == nil {
		err = near.validate(len(tours[0]))
	}
	if err != nil {
		return fmt.Errorf("recombine: %w", err)
	}
	return nil
}

// validate returns an error unless there are lists of near cities for n cities.
func (n Neighbors) validate(cities int) error {
	if n.Width < 0 || len(n.Cities) != cities*n.Width {
		return fmt.Errorf("%d near cities for %d cities: %d of each are needed", len(n.Cities), cities, n.Width)
	}
	for i, city := range n.Cities {
		if int(city) >= cities {
			return fmt.Errorf("near city %d of city %d is outside 0..%d", city, i/n.Width, cities-1)
		}
	}
	return nil
}

// assembler shortens a tour by AB-cycles.
type assembler struct {
	tour     *tour
	distance func(a, b uint32) int64
	near     Neighbors
	pairs    bool // whether pairs of AB-cycles are tried
}

// search makes the given number of rounds, or with 0 rounds until none is due. It returns the gain
// and the number of rounds.
func (a *assembler) search(ctx context.Context, others []*tour, rounds int) (gain int64, made int, err error) {
	most, stale, clock := mostRounds(len(a.tour.order), len(others), rounds), 0, roundClock{}
	for made < most && stale < staleRounds*len(others) {
		if err := clock.check(ctx, 1); err != nil {
			return gain, made, err
		}
		began, count := time.Now(), a.roundsAtOnce(most-made, stale, len(others))
		found, err := a.rounds(ctx, others, made, count)
		if err != nil {
			return gain, made, err
		}
		clock.add(time.Since(began), 1)
		if a.pairs {
			found = [][]exchange{disjoint(slices.Concat(found...), len(a.tour.order))}
			made, stale = made+count-1, stale+count-1
		}
		for _, exchanges := range found {
			made++
			stale++
			if step := a.apply(exchanges); step > 0 {
				gain, stale = gain+step, 0
				break // the other rounds began with the tour before
			}
		}
	}
	return gain, made, nil
}

// mostRounds returns the bound of the number of rounds. The argument rounds is as in
// Assembly.
func mostRounds(cities, others, rounds int) int {
	switch {
	case rounds > 0:
		return rounds
	case cities > LargeCities:
		return min(maxAssemblyRounds, largeRounds*others)
	}
	return maxAssemblyRounds
}

// commonRounds is how many rounds of an assembler with pairs begin with the same tour. 64 tours of
// C100k.0 that had met 12 others became one .064% above the best known with 8, .072% with 1.
const commonRounds = 8

// roundsAtOnce returns how many rounds to make at the same time, of at most so many, after stale rounds
// without a gain. Without pairs it has no influence on the result.
func (a *assembler) roundsAtOnce(most, stale, others int) int {
	if a.pairs {
		return min(commonRounds, others, most)
	}
	return min(1+stale, most, staleRounds*others-stale, runtime.GOMAXPROCS(0))
}

// rounds makes the rounds from one on, so many at the same time, all with the present tour. It
// returns the exchanges that each found. One round alone does not keep all processors busy, because
// its longest cycle takes about half of its time.
func (a *assembler) rounds(ctx context.Context, others []*tour, from, count int) (found [][]exchange, err error) {
	found = make([][]exchange, count)
	errs := make([]error, count)
	each(count, func(_, i int) {
		round := from + i
		found[i], errs[i] = a.round(ctx, others[round%len(others)], uint64(round))
	})
	return found, cmp.Or(errs...)
}

// round tries all AB-cycles of the tour and another one, each on its own, and then pairs of them if the
// assembler does so. It returns those that shorten the tour and do not conflict. Each seed divides the
// difference into other cycles.
func (a *assembler) round(ctx context.Context, other *tour, seed uint64) ([]exchange, error) {
	cycles := newDifference(a.tour, other).cycles(a.distance, seed)
	found, order := make([]exchange, len(cycles)), make([]int32, len(cycles))
	for i := range order {
		order[i] = int32(i)
	}
	// The longest ones begin first, because they decide when the round ends.
	slices.SortFunc(order, func(i, j int32) int { return cmp.Compare(len(cycles[j].cuts), len(cycles[i].cuts)) })
	err := eachUntil(ctx, len(cycles), func(_, i int) {
		if i := order[i]; len(cycles[i].cuts) <= maxCycleCuts {
			found[i] = a.join(cycles[i])
		}
	})
	if err == nil && a.pairs {
		var pairs []exchange
		pairs, err = a.joinPairs(ctx, cycles, found)
		found = append(found, pairs...)
	}
	if err != nil {
		return nil, err
	}
	return disjoint(found, len(a.tour.order)), nil
}

// apply applies exchanges to the tour. It returns the gain.
func (a *assembler) apply(exchanges []exchange) (gain int64) {
	if len(exchanges) == 0 {
		return 0
	}
	b := newBatch(exchanges)
	b.accept(0, 0, len(exchanges))
	a.tour.apply(b)
	return b.gain()
}

// disjoint returns the exchanges that shorten the tour, those with the largest gain first, without
// those that cut the tour at the same position as an earlier one. The tour has n cities.
func disjoint(exchanges []exchange, n int) []exchange {
	exchanges = slices.DeleteFunc(exchanges, func(x exchange) bool { return x.gain <= 0 })
	slices.SortStableFunc(exchanges, func(x, y exchange) int { return cmp.Compare(y.gain, x.gain) })
	taken := make([]bool, n) // by position
	return slices.DeleteFunc(exchanges, func(x exchange) bool {
		if slices.ContainsFunc(x.cuts, func(position int32) bool { return taken[position] }) {
			return true
		}
		for _, position := range x.cuts {
			taken[position] = true
		}
		return false
	})
}
