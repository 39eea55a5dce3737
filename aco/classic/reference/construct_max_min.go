package reference

import (
	"context"

	"github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/aco/philox"
)

// constructMaxMin builds the tours of the ants from first to end-1, like ACOTSP 1.03. It draws a
// start city at random, then chooses among the unvisited candidates of the current city with the
// random proportional rule. If all candidates are visited, it takes the best unvisited city. Where
// Problem.Fixed.Next has a city, the ant goes there. It stops between two ants when the context
// ends.
func (c *Colony) constructMaxMin(ctx context.Context, first, end int) error {
	p, n := c.Problem, c.Problem.Cities
	visited := make([]bool, n)
	for ant := first; ant < end; ant++ {
		if err := ctx.Err(); err != nil {
			return err
		}
		clear(visited)
		var city uint32
		for step := range n {
			word := philox.Draw(p.Seed, c.Number, c.State.Iteration, uint32(ant), uint32(step), 0)
			if step == 0 {
				city = philox.Bounded(word, uint32(n))
			} else if forced, ok := forcedCity(p, c.Tours[ant*n:], step); ok {
				city = forced
			} else {
				city = c.nextCity(city, visited, word)
			}
			c.Tours[ant*n+step] = city
			visited[city] = true
		}
	}
	return nil
}

// nextCity chooses the city that follows from.
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
		target := philox.Bounded(word, total)
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
	if p.Memory == model.MemoryCandidates {
		return nearestUnvisited(p, from, visited)
	}
	return bestUnvisited(p, from, visited, func(to uint32) uint32 { return c.Pheromone[int(from)*p.Cities+int(to)] })
}
