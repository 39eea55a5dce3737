package format

import (
	"fmt"
	"math"
)

// legCount counts the legs that a matrix has from and to each place.
type legCount struct {
	from, to []int
	none     int // legs that there are not
}

func newLegCount(places int) *legCount {
	return &legCount{from: make([]int, places), to: make([]int, places)}
}

// add adds the distance from place i to place j, +Inf if there is no such leg.
func (l *legCount) add(i, j int, distance float64) {
	if math.IsInf(distance, 1) {
		l.none++
		return
	}
	l.from[i]++
	l.to[j]++
}

// warnings returns what missing legs mean. It returns an error if no route visits all places: a place
// without legs from it can only be the end of a route, and a place without legs to it only its start.
func (l *legCount) warnings(name string) ([]string, error) {
	if l.none == 0 {
		return nil, nil
	}
	n := len(l.from)
	list := []string{fmt.Sprintf("%d of %d legs of the matrix are empty or -1: no tour uses them", l.none, n*(n-1))}
	ends, starts := without(l.from), without(l.to)
	switch {
	case len(ends) > 1:
		return nil, refuse(name, "no leg leaves place %d, and none leaves place %d: no route visits both", ends[0], ends[1])
	case len(starts) > 1:
		return nil, refuse(name, "no leg leads to place %d, and none leads to place %d: no route visits both",
			starts[0], starts[1])
	case len(ends) == 1 && len(starts) == 1 && ends[0] == starts[0]:
		return nil, refuse(name, "no leg leaves place %d, and none leads to it: no route visits it", ends[0])
	}
	if len(ends) == 1 {
		list = append(list, fmt.Sprintf("no leg leaves place %d: only an open path that ends there visits it", ends[0]))
	}
	if len(starts) == 1 {
		list = append(list,
			fmt.Sprintf("no leg leads to place %d: only an open path that begins there visits it", starts[0]))
	}
	return list, nil
}

// without returns the first two places without legs, counted from 1.
func without(legs []int) (places []int) {
	for i, count := range legs {
		if count == 0 && len(places) < 2 {
			places = append(places, i+1)
		}
	}
	return places
}
