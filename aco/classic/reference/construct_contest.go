package reference

import "github.com/aco-vk/aco-vk/aco/philox"

// contest returns the function that chooses the winner of a contest. Where the value of the winner
// is coarse, it is the winner with fine weights and the same random words.
func (a *ant) contest(winner func(weights []uint32) (city, value uint32)) func() uint32 {
	return func() uint32 {
		city, value := winner(a.row(a.tables.Weights))
		if a.isCoarse(value) {
			city, _ = winner(a.fineWeights(unvisitedCities(a.visited)))
		}
		return city
	}
}

// independentRoulette multiplies the weight of each unvisited city by a random word of its own and
// returns the city with the largest product. Ties go to the smallest number (I-Roulette, Cecilia
// et al. 2013, algorithm 3). Draw j of the step is for city j. value is
// the product divided by 2³².
//
// This is not the random proportional rule: of two cities with weights a ≥ b, the first is chosen
// with probability 1 − b/(2a), not a/(a + b).
func independentRoulette(weights []uint32, visited []bool, word func(draw int) uint32) (city, value uint32) {
	var largest uint64
	chosen := -1
	for j, w := range weights {
		if visited[j] {
			continue
		}
		if value := uint64(w) * uint64(word(j)); chosen < 0 || value > largest {
			chosen, largest = j, value
		}
	}
	return uint32(chosen), uint32(largest >> 32)
}

// tiledRoulette divides the cities into tiles of consecutive cities. It draws a city by roulette
// in each tile that has an unvisited city, and returns the drawn city with the largest weight.
// Ties go to the smallest number (Cecilia et al. 2013, section 3.2.2). Draw t of the step is for
// tile t. value is the city's weight.
//
// This is not the random proportional rule: with tiles of one city the largest weight always wins.
// With a single tile it equals roulette.
func tiledRoulette(weights []uint32, visited []bool, tile int, word func(draw int) uint32) (city, value uint32) {
	chosen := 0
	for t := 0; t*tile < len(weights); t++ {
		from, end := t*tile, min((t+1)*tile, len(weights))
		target := philox.Bounded(word(t), unvisitedSum(weights[from:end], visited[from:end]))
		city := int(roulette(weights[from:end], visited[from:end], target))
		if city == end-from {
			continue // all cities of the tile are visited
		}
		// The weights of unvisited cities are at least 1.
		if city += from; weights[city] > value {
			chosen, value = city, weights[city]
		}
	}
	return uint32(chosen), value
}
