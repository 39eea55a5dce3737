package recombine

import (
	"context"
	"errors"
	"fmt"
	"slices"
)

// Effort says how far is looked. A larger effort finds more, and takes longer.
type Effort struct {
	WindowCities int // of a window, among those at which the tours differ, MinCities..MaxCities
	States       int // partial solutions that are kept of a window, 1..MaxStates
	Rounds       int // of windows, after which it ends; 0: it goes on until nothing more is found
}

// Bounds of an effort. Tours differ at four cities or more.
const (
	MinWindowCities = 4
	MaxWindowCities = 10_000
	MaxStates       = 1 << 20
)

// DefaultEffort is an effort of milliseconds a window.
var DefaultEffort = Effort{WindowCities: 300, States: 3000}

// Result is a tour, its length, and the rounds of windows in which it was found.
type Result struct {
	Tour   []uint32
	Length int64
	Rounds int
}

// Merge makes a tour of the edges of some tours, none of which is shorter. Each tour has the cities 0..n-1 in the order of the visit.
// Distance is that of two of them, symmetric, and is called from several goroutines at once.
//
// All works on all processors. It makes one round at the least, and no other that would not be over, as rounds go, before the context's deadline. When
// that or the context ends it, the result is the best so far, beside the context's error. An effort of as many rounds finds the same again.
func Merge(ctx context.Context, distance func(a, b uint32) int64, tours [][]uint32, effort Effort) (Result, error) {
	if err := check(tours, effort); err != nil {
		return Result{}, fmt.Errorf("recombine: %w", err)
	}
	tours = slices.Clone(tours)
	first, length := 0, int64(0)
	for i, tour := range tours {
		if l := lengthOf(distance, tour); i == 0 || l < length {
			first, length = i, l
		}
	}
	tours[0], tours[first] = tours[first], tours[0]
	m := newMerger(newUnion(distance, tours), effort)
	gain, rounds, err := m.run(ctx)
	return Result{m.ring.tour(), length - gain, rounds}, err
}

// check refuses what is no tours of the same cities, or no effort.
func check(tours [][]uint32, effort Effort) error {
	switch {
	case effort.WindowCities < MinWindowCities || effort.WindowCities > MaxWindowCities:
		return fmt.Errorf("windows of %d cities are outside %d..%d", effort.WindowCities, MinWindowCities, MaxWindowCities)
	case effort.States < 1 || effort.States > MaxStates:
		return fmt.Errorf("%d states are outside 1..%d", effort.States, MaxStates)
	case effort.Rounds < 0:
		return fmt.Errorf("%d rounds; 0 stands for as many as there are", effort.Rounds)
	case len(tours) == 0 || len(tours[0]) == 0:
		return errors.New("there are no tours, or no cities; give one tour of one city at least")
	}
	n := len(tours[0])
	seen := make([]int, n)
	for i, tour := range tours {
		if len(tour) != n {
			return fmt.Errorf("tour %d has %d cities, tour 0 has %d", i, len(tour), n)
		}
		for _, city := range tour {
			if int(city) >= n {
				return fmt.Errorf("tour %d: city %d is outside 0..%d", i, city, n-1)
			}
			if seen[city] != i {
				return fmt.Errorf("tour %d visits city %d twice", i, city)
			}
			seen[city] = i + 1
		}
	}
	return nil
}

// lengthOf returns the length of a round trip.
func lengthOf(distance func(a, b uint32) int64, tour []uint32) (length int64) {
	for i, city := range tour {
		length += distance(city, tour[(i+1)%len(tour)])
	}
	return length
}
