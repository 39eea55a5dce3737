package reference

import (
	"context"

	"github.com/aco-vk/aco-vk/aco/problem"
)

// constructMaxMin makes the tour of each ant: a start city drawn at random, then by the random proportional rule one of the unvisited
// candidates of the city where the ant is, in the order of the list, or where there is none the best of the rest (as ACOTSP
// 1.03 does). It stops between two ants when the context ends.
func (c *Colony) constructMaxMin(ctx context.Context) error {
	p, n := c.Problem, c.Problem.Cities
	visited := make([]bool, n)
	for ant := range p.Ants {
		if err := ctx.Err(); err != nil {
			return err
		}
		clear(visited)
		var city uint32
		for step := range n {
			word := problem.Draw(p.Seed, c.Number, c.State.Iteration, uint32(ant), uint32(step), 0)
			if step == 0 {
				city = problem.Bounded(word, uint32(n))
			} else {
				city = c.nextCity(city, visited, word)
			}
			c.Tours[ant*n+step] = city
			visited[city] = true
		}
	}
	return nil
}

// nextCity returns where an ant goes from a city.
func (c *Colony) nextCity(from uint32, visited []bool, word uint32) uint32 {
	p, candidates := c.Problem, c.candidates(from)
	weights := c.Weights[int(from)*p.Candidates:][:p.Candidates]
	var total uint32
	for k, city := range candidates {
		if !visited[city] {
			total += weights[k]
		}
	}
	if total > 0 {
		target := problem.Bounded(word, total)
		for k, city := range candidates {
			if visited[city] {
				continue
			}
			if target < weights[k] {
				return city
			}
			target -= weights[k]
		}
	}
	if p.Memory == problem.MemoryCandidates {
		return nearestOfRest(p, from, visited)
	}
	return bestOfRest(p, from, visited, func(to uint32) uint32 { return c.Pheromone[int(from)*p.Cities+int(to)] })
}
