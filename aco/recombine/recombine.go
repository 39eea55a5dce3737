package recombine

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
)

// Effort sets how thorough the search is. A larger effort finds shorter tours and takes longer.
type Effort struct {
	WindowCities int // most open cities of a window, MinWindowCities to MaxWindowCities
	States       int // most partial solutions kept per step, 1 to MaxStates
	Rounds       int // rounds of windows; 0: continue until no window improves the tour
	// Work is the most states of a level, summed over all open cities. Levels with more are left out,
	// so there may be none. 0: levels that would take seconds are left out, except for the first one.
	Work int
}

// Bounds of an Effort. Two different tours differ at four cities or more.
const (
	MinWindowCities = 4
	MaxWindowCities = 10_000
	MaxStates       = 1 << 20
)

// DefaultEffort takes milliseconds per window.
var DefaultEffort = Effort{WindowCities: 300, States: 3000}

// Result is the tour that results from others.
type Result struct {
	Tour   []uint32
	Length int64
	Rounds int // of windows or, by AssembleEdges, of AB-cycles
}

// Merge returns a tour built from the edges of the given tours that is at most as long as each of
// them. A tour lists the cities 0 to n-1 in the order of visit. The function distance must be
// symmetric; it is called from several goroutines at once.
//
// Merge uses all processors. The search has levels, from small windows and few states to the sizes
// of the effort. A level that would take too long for the number of cities is left out, so that
// Merge takes less than 20 s of processor time for up to a million cities. Without a level, only
// crossovers shorten the tour. After the first round
// it starts another only if that will probably end before the deadline of ctx. If ctx ends the
// search, Merge returns the tour after the last complete round, which may be none, and the error of
// ctx. The same tours with an Effort of the same number of rounds, if that is not 0, give the same
// result in the same version of this package.
func Merge(ctx context.Context, distance func(a, b uint32) int64, tours [][]uint32, effort Effort) (Result, error) {
	if err := cmp.Or(effort.validate(), validateTours(tours)); err != nil {
		return Result{}, fmt.Errorf("recombine: %w", err)
	}
	tours, length := bestFirst(distance, tours)
	m := newMerger(distance, tours)
	length -= m.crossovers(ctx, tours[1:])
	gain, rounds, err := m.search(ctx, effort)
	return Result{m.tour.order, length - gain, rounds}, err
}

// bestFirst returns the tours with the first shortest one before the others, and its length.
func bestFirst(distance func(a, b uint32) int64, tours [][]uint32) (sorted [][]uint32, length int64) {
	lengths := make([]int64, len(tours))
	each(len(tours), func(_, i int) { lengths[i] = lengthOf(distance, tours[i]) })
	length = slices.Min(lengths)
	first := slices.Index(lengths, length)
	sorted = slices.Clone(tours)
	sorted[0], sorted[first] = tours[first], tours[0]
	return sorted, length
}

// validate returns an error unless the effort is within its bounds.
func (effort Effort) validate() error {
	switch {
	case effort.WindowCities < MinWindowCities || effort.WindowCities > MaxWindowCities:
		return fmt.Errorf("windows of %d cities: use %d to %d", effort.WindowCities, MinWindowCities, MaxWindowCities)
	case effort.States < 1 || effort.States > MaxStates:
		return fmt.Errorf("%d states: use 1 to %d", effort.States, MaxStates)
	case effort.Rounds < 0:
		return fmt.Errorf("%d rounds: use 1 or more, or 0 for no limit", effort.Rounds)
	case effort.Work < 0:
		return fmt.Errorf("work of %d states: use 1 or more, or 0 for no limit", effort.Work)
	}
	return nil
}

// validateTours returns an error unless the tours visit the same cities, each once.
func validateTours(tours [][]uint32) error {
	if len(tours) == 0 || len(tours[0]) == 0 {
		return errors.New("no tours or no cities: at least one tour of one city is needed")
	}
	errs := make([]error, len(tours))
	each(len(tours), func(_, i int) { errs[i] = validateTour(i, tours[i], len(tours[0])) })
	return cmp.Or(errs...)
}

// validateTour returns an error unless a tour visits n cities, each once.
func validateTour(number int, tour []uint32, n int) error {
	if len(tour) != n {
		return fmt.Errorf("tour %d has %d cities, tour 0 has %d", number, len(tour), n)
	}
	seen := make([]bool, n)
	for _, city := range tour {
		if int(city) >= n {
			return fmt.Errorf("tour %d: city %d is outside 0..%d", number, city, n-1)
		}
		if seen[city] {
			return fmt.Errorf("tour %d visits city %d twice", number, city)
		}
		seen[city] = true
	}
	return nil
}

// lengthOf returns the length of a closed tour.
func lengthOf(distance func(a, b uint32) int64, tour []uint32) (length int64) {
	for i, city := range tour {
		length += distance(city, tour[(i+1)%len(tour)])
	}
	return length
}
