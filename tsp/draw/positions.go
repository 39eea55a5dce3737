package draw

import "github.com/aco-vk/aco-vk/tsp"

// Positions returns where a picture shows the cities of an instance: for each city x and y, which grows downwards. The larger side of the cities' box is from 0 to 1,
// the other one from 0 on. The error is an [*Error] if the instance has no coordinates.
func Positions(in *tsp.Instance) ([]float32, error) {
	p, err := projectionOf(in)
	if err != nil {
		return nil, err
	}
	low, high := p.cities[0], p.cities[0]
	for _, city := range p.cities {
		low = point{min(low.x, city.x), min(low.y, city.y)}
		high = point{max(high.x, city.x), max(high.y, city.y)}
	}
	side := max(high.x-low.x, high.y-low.y)
	if side == 0 {
		side = 1 // all cities are at one place
	}
	positions := make([]float32, 0, 2*len(p.cities))
	for _, city := range p.cities {
		positions = append(positions, float32((city.x-low.x)/side), float32((city.y-low.y)/side))
	}
	return positions, nil
}
