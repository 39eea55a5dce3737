package reference

// tiled draws a city by roulette in each tile of so many consecutive cities that has an unvisited one, with the step's draw
// of the tile's number, and returns the heaviest of those drawn, of equal ones the first (Cecilia et al. 2013, section 3.2.2).
//
// It is not the random proportional rule: with one city a tile the heaviest always wins, and only with a single tile does it
// draw as roulette does.
func tiled(weights []uint32, visited []bool, tile int, word func(draw int) uint32) uint32 {
	var heaviest uint32 // an unvisited city weighs 1 at least
	chosen := 0
	for t := 0; t*tile < len(weights); t++ {
		from, upto := t*tile, min((t+1)*tile, len(weights))
		city := int(roulette(weights[from:upto], visited[from:upto], word(t)))
		if city == upto-from {
			continue // all its cities are visited
		}
		if city += from; weights[city] > heaviest {
			chosen, heaviest = city, weights[city]
		}
	}
	return uint32(chosen)
}
