package reference

import (
	"context"

	"github.com/aco-vk/aco-vk/aco/problem"
)

// constructACS makes the tours of ACS: a start city drawn at random, then n − 1 choices by the pseudo-random proportional rule,
// and a local update of every edge that is crossed, the closing one included, or of each LocalUpdatePeriod-th. Where the problem
// is synchronous, all ants choose before all update, step by step. Otherwise one ant makes its tour after the other, which is one
// of the orders that a device, where they race, could have taken.
// It stops between two ants, or two steps of all, when the context ends.
func (c *Colony) constructACS(ctx context.Context) error {
	n, ants := c.Problem.Cities, c.Problem.Ants
	if !c.Problem.Synchronous {
		a := acsAnt{Colony: c, trails: c.trails(), visited: make([]bool, n)}
		for k := range ants {
			if err := ctx.Err(); err != nil {
				return err
			}
			clear(a.visited)
			a.number, a.tour = uint32(k), c.Tours[k*n:(k+1)*n]
			for step := range n {
				a.step(step)
				a.updateEdge(step)
			}
			a.updateEdge(n)
		}
		return nil
	}
	all := make([]acsAnt, ants)
	for k := range all {
		all[k] = acsAnt{Colony: c, trails: c.trails(), visited: make([]bool, n), number: uint32(k), tour: c.Tours[k*n : (k+1)*n]}
	}
	for step := range n + 1 {
		if err := ctx.Err(); err != nil {
			return err
		}
		for k := range all {
			if step < n {
				all[k].step(step)
			}
		}
		for k := range all {
			all[k].updateEdge(step)
		}
	}
	return nil
}

// acsAnt is an ant of ACS during its tour.
type acsAnt struct {
	*Colony
	trails  trails
	number  uint32
	visited []bool
	tour    []uint32
}

// The random words of a step.
const (
	wordGreedy  = 0 // whether the step is greedy; the start city at the first one
	wordExplore = 1
)

// step chooses the next city of the tour.
func (a *acsAnt) step(step int) {
	word := func(draw uint32) uint32 {
		return problem.Draw(a.Problem.Seed, a.Number, a.State.Iteration, a.number, uint32(step), draw)
	}
	city := problem.Bounded(word(wordGreedy), uint32(a.Problem.Cities))
	if step > 0 {
		city = a.choose(a.tour[step-1], word)
	}
	a.tour[step] = city
	a.visited[city] = true
}

// choose returns the next city after one.
func (a *acsAnt) choose(from uint32, word func(draw uint32) uint32) uint32 {
	p := a.Problem
	list, _ := a.Lists.Of(from)
	heuristic := a.CandidateHeuristic[int(from)*p.Candidates:]
	var unvisited []candidate
	for k, city := range list[:p.Candidates] {
		if !a.visited[city] {
			unvisited = append(unvisited, newCandidate(k, city, a.trails.of(from, city), heuristic[k]))
		}
	}
	switch {
	case len(unvisited) == 0:
		return bestOfRest(p, from, a.visited, func(to uint32) uint32 { return a.trails.of(from, to) })
	case word(wordGreedy) < p.ACS.Greedy:
		return exploit(unvisited)
	default:
		return explore(p, unvisited, word(wordExplore))
	}
}

// updateEdge updates the edge by which a step was made; that of the step after the last closes the tour.
func (a *acsAnt) updateEdge(step int) {
	if step > 0 && step%a.Problem.LocalUpdatePeriod == 0 {
		a.trails.update(a.tour[step-1], a.tour[step%len(a.tour)], localUpdate(a.Problem))
	}
}
