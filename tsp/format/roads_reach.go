package format

import (
	"fmt"
	"math"
	"slices"

	"github.com/aco-vk/aco-vk/internal/faults"
	"github.com/aco-vk/aco-vk/tsp"
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

// warnings returns what missing legs mean. It returns an error if no route visits all places. A
// route must end at a place without outgoing legs, and start at a place without incoming legs.
func (l *legCount) warnings(name string, text func(place int) string) ([]string, error) {
	if l.none == 0 {
		return nil, nil
	}
	n := len(l.from)
	list := []string{fmt.Sprintf("%d of %d legs of the matrix %s empty or -1: no tour uses %s", l.none, n*(n-1),
		verb(l.none, "is", "are"), verb(l.none, "it", "them"))}
	ends, starts := without(l.from), without(l.to)
	switch {
	case len(ends) > 1:
		return nil, refuse(name, "no leg leaves %s, and none leaves %s: no route visits both%s", text(ends[0]),
			text(ends[1]), moreThanTwo(ends, text))
	case len(starts) > 1:
		return nil, refuse(name, "no leg leads to %s, and none leads to %s: no route visits both%s", text(starts[0]),
			text(starts[1]), moreThanTwo(starts, text))
	case len(ends) == 1 && len(starts) == 1 && ends[0] == starts[0]:
		return nil, refuse(name, "no leg leaves %s, and none leads to it: no route visits it", text(ends[0]))
	}
	if len(ends) == 1 {
		list = append(list, fmt.Sprintf("no leg leaves %s: only an open path that ends there visits it", text(ends[0])))
	}
	if len(starts) == 1 {
		list = append(list, fmt.Sprintf("no leg leads to %s: only an open path that begins there visits it",
			text(starts[0])))
	}
	return list, nil
}

// moreThanTwo lists places if there are more than two, which a message names anyway.
func moreThanTwo(places []int, text func(place int) string) string {
	if len(places) == 2 {
		return ""
	}
	var all faults.List
	for _, place := range places {
		all.Add(nil, text(place))
	}
	return fmt.Sprintf("; %d such places: %s", all.Count, all.String())
}

// without returns the places without legs.
func without(legs []int) (places []int) {
	for i, count := range legs {
		if count == 0 {
			places = append(places, i)
		}
	}
	return places
}

// checkReach returns an error that names the places that cannot be reached from most others, not
// even in one direction, and from which they cannot be reached.
func (r *Roads) checkReach(in *tsp.Instance) error {
	group := r.groups()
	size := map[int]int{}
	for _, first := range group {
		size[first]++
	}
	largest := group[0]
	for place, first := range group {
		if place == first && size[first] > size[largest] {
			largest = first
		}
	}
	var apart faults.List
	for place, first := range group {
		if first != largest {
			apart.Add(nil, placeText(in, place))
		}
	}
	if apart.Count == 0 {
		return nil
	}
	them := verb(apart.Count, "it", "them")
	return refuse(r.Name, "%s cannot be reached: no leg joins %s and the other places (%d); "+
		"move %s to a road, or leave %s out", apart.String(), them, len(group)-apart.Count, them, them)
}

// groups returns for each place the first place with which it is connected by ways in any
// direction.
func (r *Roads) groups() []int {
	n := len(r.Legs)
	group, left := slices.Repeat([]int{-1}, n), n
	for first := range n {
		if group[first] >= 0 {
			continue
		}
		group[first] = first
		left--
		for queue := []int{first}; len(queue) > 0 && left > 0; queue = queue[1:] {
			at := queue[0]
			for to := range n {
				if group[to] < 0 && (!math.IsInf(r.Legs[at][to], 1) || !math.IsInf(r.Legs[to][at], 1)) {
					group[to] = first
					queue, left = append(queue, to), left-1
				}
			}
		}
	}
	return group
}

// placeText names a place for people: by its name, else by its row or number.
func placeText(in *tsp.Instance, place int) string {
	switch {
	case in.Names != nil && in.Names[place] != "":
		return in.Names[place]
	case in.Rows != nil:
		return fmt.Sprintf("the place in row %d", in.Rows[place])
	}
	return fmt.Sprintf("place %d", place+1)
}
