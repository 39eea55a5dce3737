package reference

import (
	"slices"

	"github.com/aco-vk/aco-vk/aco/classic/model"
)

// exhaustiveSearch tries every move of a neighbourhood on a tour, which it stores as successors
// and predecessors.
type exhaustiveSearch struct {
	p              *model.Problem
	lists          model.NeighbourLists
	next, previous []uint32
	count          int // tried moves
}

func newExhaustive(p *model.Problem, lists model.NeighbourLists, tour []uint32) *exhaustiveSearch {
	x := &exhaustiveSearch{p: p, lists: lists, next: make([]uint32, len(tour)), previous: make([]uint32, len(tour))}
	for i, city := range tour {
		following := tour[(i+1)%len(tour)]
		x.next[city], x.previous[following] = following, city
	}
	return x
}

type edge struct{ from, to uint32 }

// forEachMove calls f with the result of each move.
func (x *exhaustiveSearch) forEachMove(f func([]uint32)) {
	for b := range uint32(x.p.Cities) {
		x.forMovesFrom(b, x.next, x.previous, f)
		if x.p.Symmetric {
			x.forMovesFrom(b, x.previous, x.next, f)
		}
	}
}

// forMovesFrom calls f with the result of each move that removes the edge from b to the next city.
func (x *exhaustiveSearch) forMovesFrom(b uint32, next, previous []uint32, f func([]uint32)) {
	types, a := x.p.MoveTypes(), next[b]
	for _, c := range x.nearer(b, int64(x.p.Distance(b, a))) {
		gain := int64(x.p.Distance(b, a)) - int64(x.p.Distance(b, c))
		for _, d := range []uint32{next[c], previous[c]} {
			if !x.p.Symmetric && d == next[c] {
				continue
			}
			gain := gain + int64(x.p.Distance(d, c))
			if types.TwoOpt {
				x.try(f, []edge{{b, a}, {c, d}}, []edge{{b, c}, {d, a}})
			}
			third := func(e, f3 uint32) {
				x.try(f, []edge{{b, a}, {d, c}, {f3, e}}, []edge{{b, c}, {d, e}, {f3, a}})
			}
			if types.OrOpt {
				e := b // the segment ends with b
				for range model.MaxSegmentCities {
					third(e, previous[e])
					e = previous[e]
				}
				away := next // the segment begins with c
				if d == next[c] {
					away = previous
				}
				f3 := c
				for range model.MaxSegmentCities {
					third(away[f3], f3)
					f3 = away[f3]
				}
			}
			if types.ThreeOpt {
				for _, e := range x.nearer(d, gain) {
					third(e, previous[e])
					if x.p.Symmetric {
						third(e, next[e])
					}
				}
			}
		}
	}
}

// nearer returns the cities of a city's list whose distance is less than limit.
func (x *exhaustiveSearch) nearer(city uint32, limit int64) (near []uint32) {
	cities, distances := x.lists.Of(city)
	for k := range x.p.Neighbours {
		if int64(distances[k]) < limit {
			near = append(near, cities[k])
		}
	}
	return near
}

// try exchanges edges. It calls f if the result is a tour and no edge is both removed and added.
func (x *exhaustiveSearch) try(f func([]uint32), removed, added []edge) {
	edges, ok := x.exchange(removed, added)
	if !ok {
		return
	}
	if tour := x.tourOf(edges); tour != nil {
		x.count++
		f(tour)
	}
}

// exchange returns the tour's edges, with their numbers, after an exchange. ok is false if an edge
// is both removed and added, or if the tour does not have a removed edge.
func (x *exhaustiveSearch) exchange(removed, added []edge) (edges map[edge]int, ok bool) {
	edges = map[edge]int{}
	for from, to := range x.next {
		edges[edge{uint32(from), to}]++
	}
	for _, e := range removed {
		back := edge{e.to, e.from}
		if slices.Contains(added, e) || x.p.Symmetric && slices.Contains(added, back) {
			return nil, false
		}
		switch {
		case edges[e] > 0:
			edges[e]--
		case x.p.Symmetric && edges[back] > 0:
			edges[back]--
		default:
			return nil, false
		}
	}
	for _, e := range added {
		edges[e]++
	}
	return edges, true
}

// tourOf returns the tour that edges form, or nil if they do not form one.
func (x *exhaustiveSearch) tourOf(edges map[edge]int) []uint32 {
	n := len(x.next)
	adjacent := make([][]uint32, n)
	for e, count := range edges {
		for range count {
			adjacent[e.from] = append(adjacent[e.from], e.to)
			if x.p.Symmetric {
				adjacent[e.to] = append(adjacent[e.to], e.from)
			}
		}
	}
	tour, seen := []uint32{0}, make([]bool, n)
	seen[0] = true
	for {
		neighbours := adjacent[tour[len(tour)-1]]
		i := slices.IndexFunc(neighbours, func(to uint32) bool { return !seen[to] })
		if i < 0 {
			break
		}
		seen[neighbours[i]] = true
		tour = append(tour, neighbours[i])
	}
	if len(tour) < n || !slices.Contains(adjacent[tour[n-1]], 0) {
		return nil
	}
	return tour
}
