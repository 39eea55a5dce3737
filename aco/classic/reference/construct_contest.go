package reference

// independentRoulette multiplies the weight of each unvisited city by a random word of its own and
// returns the city with the largest product. Ties go to the smallest number (I-Roulette, Cecilia
// et al. 2013, algorithm 3). Draw j of the step is for city j.
//
// This is not the random proportional rule: of two cities with weights a ≥ b, the first is chosen
// with probability 1 − b/(2a), not a/(a + b).
func independentRoulette(weights []uint32, visited []bool, word func(draw int) uint32) uint32 {
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
	return uint32(chosen)
}

// tiledRoulette divides the cities into tiles of consecutive cities. It draws a city by roulette
// in each tile that has an unvisited city, and returns the drawn city with the largest weight.
// Ties go to the smallest number (Cecilia et al. 2013, section 3.2.2). Draw t of the step is for
// tile t.
//
// This is not the random proportional rule: with tiles of one city the largest weight always wins.
// With a single tile it equals roulette.
func tiledRoulette(weights []uint32, visited []bool, tile int, word func(draw int) uint32) uint32 {
	var largest uint32 // weight; those of unvisited cities are at least 1
	chosen := 0
	for t := 0; t*tile < len(weights); t++ {
		from, end := t*tile, min((t+1)*tile, len(weights))
		city := int(roulette(weights[from:end], visited[from:end], word(t)))
		if city == end-from {
			continue // all cities of the tile are visited
		}
		if city += from; weights[city] > largest {
			chosen, largest = city, weights[city]
		}
	}
	return uint32(chosen)
}
