package reduce

import "github.com/aco-vk/aco-vk/tsp"

// contractDirected returns the contraction of an asymmetric instance.
func contractDirected(in *tsp.Instance, paths []tsp.Tour) *Contraction {
	n := in.Dimension()
	if len(paths) == n || len(paths) < tsp.MinCities {
		return nil
	}
	c := &Contraction{numbers: make([]int32, n), paths: paths}
	for number, path := range paths {
		for _, city := range path {
			c.numbers[city] = -1
		}
		c.numbers[path[0]] = int32(number)
		c.cities = append(c.cities, path[0])
		for i, city := range path[1:] {
			c.Offset += in.Distance(int(path[i]), int(city))
		}
	}
	c.Instance = in.Part(c.cities)
	for i, from := range paths {
		last := int(from[len(from)-1])
		for j, to := range paths {
			if i != j {
				c.Instance.Weights[i*len(paths)+j] = int32(in.Distance(last, int(to[0])))
			}
		}
	}
	return c
}
