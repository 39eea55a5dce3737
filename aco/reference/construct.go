package reference

import (
	"context"

	"github.com/aco-vk/aco-vk/aco/problem"
)

// Construct makes the tour of each ant, one row of tours: a start city drawn at random, then n − 1 choices by
// the random proportional rule. Selection scan is roulette over all unvisited cities in ascending order by prefix sums (Uchida
// et al. 2014, SelectWithoutCompression; Zhou et al. 2017, section B.4). Selection trial draws by the running sums of
// all cities, visited or not, until one is unvisited, and turns to scan after so many trials (Uchida et al.,
// SelectWithStochasticTrial). It stops between two ants when the context ends.
func Construct(ctx context.Context, p *problem.Problem, weights, sums []uint32, iteration uint32, tours []uint32) error {
	n := p.Cities
	visited := make([]bool, n)
	for ant := range p.Ants {
		if err := ctx.Err(); err != nil {
			return err
		}
		clear(visited)
		constructTour(p, weights, sums, iteration, uint32(ant), tours[ant*n:(ant+1)*n], visited)
	}
	return nil
}

func constructTour(p *problem.Problem, weights, sums []uint32, iteration, ant uint32, tour []uint32, visited []bool) {
	n := p.Cities
	seed := problem.FoldSeed(p.Seed)
	current := problem.Bounded(problem.Draw(seed, 0, iteration, ant, 0, 0), uint32(n))
	for step := 0; ; step++ {
		tour[step] = current
		visited[current] = true
		if step == n-1 {
			return
		}
		word := func(draw int) uint32 { return problem.Draw(seed, 0, iteration, ant, uint32(step+1), uint32(draw)) }
		row := int(current) * n
		found := false
		if p.Selection == problem.SelectTrial {
			current, found = trial(sums[row:row+n], visited, p.Trials, word)
		}
		if !found {
			current = roulette(weights[row:row+n], visited, word(p.Trials))
		}
	}
}

// trial draws cities by their running sums until one is unvisited.
func trial(sums []uint32, visited []bool, trials int, word func(int) uint32) (city uint32, found bool) {
	for t := range trials {
		city = search(sums, problem.Bounded(word(t), sums[len(sums)-1]))
		if !visited[city] {
			return city, true
		}
	}
	return city, false
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
