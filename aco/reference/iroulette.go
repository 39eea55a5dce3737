package reference

// iroulette returns the unvisited city whose weight times a random word of its own is largest, of equal ones the first
// (Cecilia et al. 2013, algorithm 3). The word of a city is the step's draw of its number.
//
// It is not the random proportional rule: of two cities with weights a ≥ b the heavier wins with probability 1 − b/(2a),
// not a/(a + b).
func iroulette(weights []uint32, visited []bool, word func(draw int) uint32) uint32 {
	var most uint64
	chosen := -1
	for j, w := range weights {
		if visited[j] {
			continue
		}
		if value := uint64(w) * uint64(word(j)); chosen < 0 || value > most {
			chosen, most = j, value
		}
	}
	return uint32(chosen)
}
