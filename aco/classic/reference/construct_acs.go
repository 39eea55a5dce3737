package reference

import (
	"context"

	"github.com/aco-vk/aco-vk/aco/philox"
)

// constructACS builds the tours of ACS. It draws a start city at random, then chooses n − 1 cities with the pseudo-random proportional rule.
// Where Problem.ForcedCity has a city, the ant goes there. Each ant updates the trail of every LocalUpdatePeriod-th edge that it crosses, including the closing edge.
//
// If the problem is synchronous, in each step all ants choose before any updates. Otherwise the ants build their tours one after the other.
// On a device they race; this order is one of the possible ones. constructACS stops between two ants, or two synchronous steps, when the
// context ends.
func (c *Colony) constructACS(ctx context.Context) error {
	n, ants := c.Problem.Cities, c.Problem.Ants
	if !c.Problem.Synchronous {
		a := acsAnt{Colony: c, memory: c.memory(), visited: make([]bool, n)}
		for k := range ants {
			if err := ctx.Err(); err != nil {
				return err
			}
			clear(a.visited)
			a.number, a.tour = uint32(k), c.Tours[k*n:(k+1)*n]
			for step := range n {
				a.visitNext(step)
				a.updateEdge(step)
			}
			a.updateEdge(n)
		}
		return nil
	}
	all := make([]acsAnt, ants)
	for k := range all {
		all[k] = acsAnt{Colony: c, memory: c.memory(), visited: make([]bool, n), number: uint32(k), tour: c.Tours[k*n : (k+1)*n]}
	}
	for step := range n + 1 {
		if err := ctx.Err(); err != nil {
			return err
		}
		for k := range all {
			if step < n {
				all[k].visitNext(step)
			}
		}
		for k := range all {
			all[k].updateEdge(step)
		}
	}
	return nil
}

// acsAnt is an ant of ACS that builds a tour.
type acsAnt struct {
	*Colony
	memory  pheromoneMemory
	number  uint32
	visited []bool
	tour    []uint32
}

// Random words of a step.
const (
	wordGreedy  = 0 // decides whether the step is greedy; in step 0 it draws the start city
	wordExplore = 1 // draws a city if the step is not greedy
)

// visitNext chooses the city of a step.
func (a *acsAnt) visitNext(step int) {
	word := func(draw uint32) uint32 {
		return philox.Draw(a.Problem.Seed, a.Number, a.State.Iteration, a.number, uint32(step), draw)
	}
	city := philox.Bounded(word(wordGreedy), uint32(a.Problem.Cities))
	if step > 0 {
		var forced bool
		if city, forced = forcedCity(a.Problem, a.tour, step); !forced {
			city = a.choose(a.tour[step-1], word)
		}
	}
	a.tour[step] = city
	a.visited[city] = true
}

// choose returns the city that follows from.
func (a *acsAnt) choose(from uint32, word func(draw uint32) uint32) uint32 {
	p := a.Problem
	list, _ := a.Lists.Of(from)
	heuristic := a.CandidateHeuristic[int(from)*p.Candidates:]
	var unvisited []candidate
	for k, city := range list[:p.Candidates] {
		if !a.visited[city] {
			unvisited = append(unvisited, newCandidate(k, city, a.memory.trail(from, city), heuristic[k]))
		}
	}
	switch {
	case len(unvisited) == 0:
		return bestUnvisited(p, from, a.visited, func(to uint32) uint32 { return a.memory.trail(from, to) })
	case word(wordGreedy) < p.ACS.Greedy:
		return exploit(unvisited)
	default:
		return explore(p, unvisited, word(wordExplore))
	}
}

// updateEdge updates the trail of the edge to the city of a step. Step n is for the closing edge.
func (a *acsAnt) updateEdge(step int) {
	if step > 0 && step%a.Problem.LocalUpdatePeriod == 0 {
		a.memory.update(a.tour[step-1], a.tour[step%len(a.tour)], localUpdate(a.Problem))
	}
}
