package reference

// independentRoulette multiplies the weight of each unvisited city by a random word of its own and returns the city with the largest product.
// Ties go to the smallest number (I-Roulette, Cecilia et al. 2013, algorithm 3). Draw j of the step is for city j.
//
// This is not the random proportional rule: of two cities with weights a ≥ b, the first is chosen with probability 1 − b/(2a), not
// a/(a + b).
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
