package reference

import (
	"context"
	"math/bits"

	"github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/aco/philox"
)

// constructACS builds the tours of ACS. It draws a start city at random, then chooses n − 1 cities
// with the pseudo-random proportional rule. Where Problem.Fixed.Next has a city, the ant goes
// there. Each ant updates the trail of every LocalUpdatePeriod-th edge that it crosses, including
// the closing edge.
//
// If the problem is synchronous, in each step all ants choose before any updates. Otherwise the
// ants build their tours one after the other or, with Problem.StepByStep, make each step one after
// the other. On a device they race; this order is one of the possible ones. constructACS stops
// between two ants, or two steps, when the context ends.
func (c *Colony) constructACS(ctx context.Context) error {
	n, ants := c.Problem.Cities, c.Problem.Ants
	if !c.Problem.Synchronous && !c.Problem.StepByStep {
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
		all[k] = acsAnt{Colony: c, memory: c.memory(), visited: make([]bool, n), number: uint32(k),
			tour: c.Tours[k*n : (k+1)*n]}
	}
	for step := range n + 1 {
		if err := ctx.Err(); err != nil {
			return err
		}
		for k := range all {
			if step < n {
				all[k].visitNext(step)
			}
			if !c.Problem.Synchronous {
				all[k].updateEdge(step)
			}
		}
		for k := 0; c.Problem.Synchronous && k < ants; k++ {
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

// candidate is an unvisited city of a candidate list.
type candidate struct {
	rank uint32 // in the list
	city uint32
	high uint32 // of the product of trail and heuristic
	low  uint32
}

func newCandidate(rank int, city, trail, heuristic uint32) candidate {
	high, low := bits.Mul32(trail, heuristic)
	return candidate{uint32(rank), city, high, low}
}

// rankBits is a mask for ranks. It has one bit more than the largest rank needs, so that no key is
// 0.
const rankBits = 2*model.MaxCandidates - 1

// exploit returns the candidate with the largest product (Dorigo and Gambardella 1997, equation
// 3). The last bits of each product are replaced by the inverted rank, so that one comparison
// decides. Ties go to the nearer city.
func exploit(candidates []candidate) uint32 {
	var city uint32
	var best uint64
	for _, c := range candidates {
		if key := (uint64(c.high)<<32|uint64(c.low))&^rankBits | uint64(rankBits-c.rank); key > best {
			best, city = key, c.city
		}
	}
	return city
}

// explore draws a candidate in proportion to the products (equation 1). The products are scaled so
// that their sum is below 2³². A product that would become 0 becomes 1.
func explore(p *model.Problem, candidates []candidate, word uint32) uint32 {
	top := minTop
	for _, c := range candidates {
		top = max(top, c.product().top())
	}
	drop := bits.Len32(uint32(p.Candidates - 1)) // enough for the products of a whole list
	weights, total := make([]uint32, len(candidates)), uint32(0)
	for i, c := range candidates {
		weights[i] = max(1, c.product().align(top)>>drop)
		total += weights[i]
	}
	target := philox.Bounded(word, total)
	for i, c := range candidates {
		if target < weights[i] {
			return c.city
		}
		target -= weights[i]
	}
	return model.NoCity // not reached: the target is below the sum
}

func (c candidate) product() product { return product{high: c.high, low: c.low} }
