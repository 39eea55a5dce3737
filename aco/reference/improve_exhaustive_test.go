package reference

import (
	"slices"

	"github.com/aco-vk/aco-vk/aco/problem"
)

// exhaustive tries every move of a neighbourhood on a tour that is held as the neighbours of each city.
type exhaustiveSearch struct {
	p              *problem.Problem
	lists          problem.NeighbourLists
	next, previous []uint32
	count          int // of moves tried
}

func newExhaustive(p *problem.Problem, lists problem.NeighbourLists, tour []uint32) *exhaustiveSearch {
	x := &exhaustiveSearch{p: p, lists: lists, next: make([]uint32, len(tour)), previous: make([]uint32, len(tour))}
	for i, city := range tour {
		following := tour[(i+1)%len(tour)]
		x.next[city], x.previous[following] = following, city
	}
	return x
}

type edge struct{ from, to uint32 }

// each calls f with the tour that each move makes.
func (x *exhaustiveSearch) forEachMove(f func([]uint32)) {
	for b := range uint32(x.p.Cities) {
		x.forMovesFrom(b, x.next, x.previous, f)
		if x.p.Symmetric {
			x.forMovesFrom(b, x.previous, x.next, f)
		}
	}
}

// eachOf does so for the moves that take the edge from b to the next city.
func (x *exhaustiveSearch) forMovesFrom(b uint32, next, last []uint32, f func([]uint32)) {
	exchanges, a := x.p.LocalSearch.MoveTypes(), next[b]
	for _, c := range x.nearer(b, int64(x.p.Distance(b, a))) {
		gain := int64(x.p.Distance(b, a)) - int64(x.p.Distance(b, c))
		for _, d := range []uint32{next[c], last[c]} {
			if !x.p.Symmetric && d == next[c] {
				continue
			}
			gain := gain + int64(x.p.Distance(d, c))
			if exchanges.TwoOpt {
				x.try(f, []edge{{b, a}, {c, d}}, []edge{{b, c}, {d, a}})
			}
			third := func(e, f3 uint32) {
				x.try(f, []edge{{b, a}, {d, c}, {f3, e}}, []edge{{b, c}, {d, e}, {f3, a}})
			}
			if exchanges.OrOpt {
				e := b // the segment ends with b
				for range problem.MaxSegmentCities {
					third(e, last[e])
					e = last[e]
				}
				away := next // the segment begins with c
				if d == next[c] {
					away = last
				}
				f3 := c
				for range problem.MaxSegmentCities {
					third(away[f3], f3)
					f3 = away[f3]
				}
			}
			if exchanges.ThreeOpt {
				for _, e := range x.nearer(d, gain) {
					third(e, last[e])
					if x.p.Symmetric {
						third(e, next[e])
					}
				}
			}
		}
	}
}

// near returns the cities of a list that are nearer than something.
func (x *exhaustiveSearch) nearer(city uint32, than int64) (near []uint32) {
	cities, distances := x.lists.Of(city)
	for k := range x.p.Neighbours {
		if int64(distances[k]) < than {
			near = append(near, cities[k])
		}
	}
	return near
}

// try exchanges edges and calls f with the tour, if it is one and does not take what it adds.
func (x *exhaustiveSearch) try(f func([]uint32), taken, added []edge) {
	n := len(x.next)
	all := map[edge]int{}
	for from, to := range x.next {
		all[edge{uint32(from), to}]++
	}
	for _, e := range taken {
		back := edge{e.to, e.from}
		if slices.Contains(added, e) || x.p.Symmetric && slices.Contains(added, back) {
			return
		}
		switch {
		case all[e] > 0:
			all[e]--
		case x.p.Symmetric && all[back] > 0:
			all[back]--
		default:
			return // it is not there, or was taken already
		}
	}
	for _, e := range added {
		all[e]++
	}
	ways := make([][]uint32, n) // from each city
	for e, count := range all {
		for range count {
			ways[e.from] = append(ways[e.from], e.to)
			if x.p.Symmetric {
				ways[e.to] = append(ways[e.to], e.from)
			}
		}
	}
	tour, seen := []uint32{0}, make([]bool, n)
	seen[0] = true
	for at := uint32(0); ; {
		moved := false
		for _, to := range ways[at] {
			if !seen[to] {
				at, moved = to, true
				break
			}
		}
		if !moved {
			break
		}
		seen[at] = true
		tour = append(tour, at)
	}
	last := tour[len(tour)-1]
	for _, to := range ways[last] {
		if to == 0 && len(tour) == n {
			x.count++
			f(tour)
			return
		}
	}
}
