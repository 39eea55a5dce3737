package tsp

import (
	"context"
	"fmt"
	"math"
	"slices"
)

// Neighbours returns each city's width nearest other cities, nearest first, of equally near ones the smaller number, and
// their distances from it: width words a city in both. The width is at most one less than there are cities. Distances that
// 32 bits do not hold become the largest that they do. It works on all processors and stops when the context ends.
//
// With a matrix or on the globe it evaluates n² distances; for cities spread over the plane, a few times width of them a
// city.
func Neighbours(ctx context.Context, in *Instance, width int) (cities, distances []uint32, err error) {
	n := in.Dimension()
	if width < 0 || width >= n {
		return nil, nil, fmt.Errorf("neighbours: %d of a city: %d cities have 0 to %d", width, n, n-1)
	}
	if width == 0 {
		return nil, nil, nil
	}
	order := make([]int32, n)
	for i := range order {
		order[i] = int32(i)
	}
	search := func(city int32, found *smallest) {
		for _, other := range order {
			found.offer(in, city, other)
		}
	}
	if in.Metric.isStraight() {
		l := newLattice(in, order)
		order, search = l.cities, l.nearestOf // city after city of a neighbourhood, whose coordinates are at hand
	}
	cities, distances = make([]uint32, n*width), make([]uint32, n*width)
	err = inShares(ctx, n, func(from, to int) {
		found := smallest{keys: make([]uint64, 0, 2*width), width: width}
		for _, city := range order[from:to] {
			found.clear()
			search(city, &found)
			found.trim()
			for k, key := range found.keys {
				cities[int(city)*width+k], distances[int(city)*width+k] = uint32(key), uint32(key>>32)
			}
		}
	})
	return cities, distances, err
}

// nearestOf offers, ring by ring, all cities that may be among the nearest of one.
func (l *lattice) nearestOf(city int32, found *smallest) {
	column, row := l.place(city)
	for ring := range l.rings() {
		if worst, full := found.worst(); full && l.outside(ring, worst) {
			return
		}
		for s := range l.ring(column, row, ring) {
			for _, other := range l.cities[l.first[s]:l.first[s+1]] {
				found.offer(l.in, city, other)
			}
		}
	}
}

// smallest keeps the smallest of the keys offered; a key is a distance and, behind it, a city's number.
type smallest struct {
	keys  []uint64 // room for two times as many
	width int
	bound uint64 // keys from here on are none of them
}

func (s *smallest) clear() { s.keys, s.bound = s.keys[:0], math.MaxUint64 }

func (s *smallest) offer(in *Instance, from, to int32) {
	key := uint64(min(in.Distance(int(from), int(to)), math.MaxUint32))<<32 | uint64(to)
	if key >= s.bound || to == from {
		return
	}
	s.keys = append(s.keys, key)
	if len(s.keys) == cap(s.keys) {
		s.trim()
	}
}

// trim sorts the keys and drops what is too much.
func (s *smallest) trim() {
	slices.Sort(s.keys)
	if len(s.keys) >= s.width {
		s.keys = s.keys[:s.width]
		s.bound = s.keys[s.width-1]
	}
}

// worst returns the largest distance of the smallest keys, once there are enough.
func (s *smallest) worst() (distance int64, full bool) {
	if len(s.keys) < s.width {
		return 0, false
	}
	s.trim()
	return int64(s.bound >> 32), true
}
