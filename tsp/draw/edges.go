package draw

import (
	"cmp"
	"math"
	"slices"

	"github.com/aco-vk/aco-vk/tsp"
)

// undrawn is the kind of an edge that is not drawn.
const undrawn = -1

// lines returns the edges of a tour as lines, by their kind. kindOf returns the kind of the edge
// from the city at a position to the next, 0 to kinds-1 or undrawn.
func (p *projection) lines(tour tsp.Tour, kinds int, kindOf func(position int) int) [][][]point {
	lines := make([][][]point, kinds)
	last := undrawn
	for i, city := range tour {
		kind := kindOf(i)
		if kind != undrawn {
			from, to := p.cities[city], p.cities[tour[(i+1)%len(tour)]]
			if kind != last {
				lines[kind] = append(lines[kind], []point{from})
			}
			lines[kind] = p.line(lines[kind], from, to)
		}
		last = kind
	}
	return lines
}

// links has the cities before and after each city in a tour.
type links struct {
	before, after []int32
	directed      bool
}

// linksOf returns the links of a tour of some of n cities.
func linksOf(tour tsp.Tour, n int, open, directed bool) links {
	l := links{slices.Repeat([]int32{none}, n), slices.Repeat([]int32{none}, n), directed}
	previous := tour[len(tour)-1]
	for _, city := range tour {
		l.before[city], l.after[previous] = previous, city
		previous = city
	}
	if open {
		l.before[tour[0]], l.after[previous] = none, none
	}
	return l
}

// none stands for no city.
const none = -1

// has reports whether the tour has the edge from one city to another. Unless the tour is directed,
// both directions are equal.
func (l *links) has(from, to int32) bool {
	return l.after[from] == to || !l.directed && l.before[from] == to
}

// comparison has the edges of two tours, as lines and counted.
type comparison struct {
	common, first, second [][]point
	counts                [3]int // of common, first, second
}

// compare returns which edges are in both tours, only in the first and only in the second.
func (p *projection) compare(tours [2]tsp.Tour, open, directed bool) comparison {
	var c comparison
	var lines [2][][][]point
	for i, tour := range tours {
		other := linksOf(tours[1-i], len(p.cities), open, directed)
		lines[i] = p.lines(tour, 2, func(position int) int {
			from, to := tour[position], tour[(position+1)%len(tour)]
			switch {
			case open && position == len(tour)-1:
				return undrawn
			case !other.has(from, to):
				c.counts[1+i]++
				return 1
			case i == 1:
				return undrawn // the first tour has drawn it
			}
			c.counts[0]++
			return 0
		})
	}
	c.common, c.first, c.second = lines[0][0], lines[0][1], lines[1][1]
	return c
}

// pixelDot is the height of a pixel that has cities. It lets rows be seen apart.
const pixelDot = 0.7

// pixels returns the pixels that have cities, as lines along the rows. It is for so many cities
// that dots would cover each other.
func pixels(cities []point) [][]point {
	places := make([][2]int32, len(cities))
	for i, at := range cities {
		places[i] = [2]int32{int32(at.y), int32(at.x)}
	}
	slices.SortFunc(places, func(a, b [2]int32) int {
		return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1]))
	})
	var lines [][]point
	last := [2]int32{-1, -1}
	for _, place := range places {
		left, right, y := float64(place[1]), float64(place[1]+1), float64(place[0])+0.5
		switch {
		case place == last:
		case len(lines) > 0 && place == [2]int32{last[0], last[1] + 1}:
			lines[len(lines)-1][1].x = right
		default:
			lines = append(lines, []point{{left, y}, {right, y}})
		}
		last = place
	}
	return lines
}

// lookOf returns the width of lines and of dots, 0 for no dots, for a number of cities. The mean
// distance of n uniform cities is longSide/√n.
func lookOf(cities int) (line, dot float64) {
	mean := longSide / math.Sqrt(float64(cities))
	line = min(1.4, max(mean/8, 0.25))
	if dot = min(4, mean/4); dot < 1 {
		dot = 0
	}
	return line, dot
}
