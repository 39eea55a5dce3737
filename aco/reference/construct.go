package reference

import (
	"context"

	"github.com/aco-vk/aco-vk/aco/problem"
)

// Construct makes the tour of each ant, one row of tours: a start city drawn at random, then n − 1 choices by
// the random proportional rule over all unvisited cities in ascending order (roulette by prefix sums: Uchida et al. 2014,
// SelectWithoutCompression; Zhou et al. 2017, section B.4). It stops between two ants when the context ends.
func Construct(ctx context.Context, p *problem.Problem, weights []uint32, iteration uint32, tours []uint32) error {
	n := p.Cities
	visited := make([]bool, n)
	for ant := range p.Ants {
		if err := ctx.Err(); err != nil {
			return err
		}
		clear(visited)
		constructTour(p, weights, iteration, uint32(ant), tours[ant*n:(ant+1)*n], visited)
	}
	return nil
}

func constructTour(p *problem.Problem, weights []uint32, iteration, ant uint32, tour []uint32, visited []bool) {
	n := p.Cities
	seed := problem.FoldSeed(p.Seed)
	current := problem.Bounded(problem.Draw(seed, 0, iteration, ant, 0, 0), uint32(n))
	for step := 0; ; step++ {
		tour[step] = current
		visited[current] = true
		if step == n-1 {
			return
		}
		word := problem.Draw(seed, 0, iteration, ant, uint32(step+1), 0)
		current = roulette(weights[int(current)*n:(int(current)+1)*n], visited, word)
	}
}

// roulette returns the first unvisited city at which the sum of the weights so far exceeds a random number below the
// whole sum.
func roulette(weights []uint32, visited []bool, word uint32) uint32 {
	var total uint32
	for j, w := range weights {
		if !visited[j] {
			total += w
		}
	}
	target := problem.Bounded(word, total)
	for j, w := range weights {
		if visited[j] {
			continue
		}
		if target < w {
			return uint32(j)
		}
		target -= w
	}
	return uint32(len(weights)) // not reached: target is below the whole sum
}
