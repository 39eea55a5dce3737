package reduce

import (
	"slices"

	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/internal/fragments"
)

// FixedPaths returns the paths of fixed edges of a valid instance, each as its cities in order. A
// city without a fixed edge is a path of its own. If the whole tour is fixed, it is one path with
// all cities. Paths of an asymmetric instance are in the direction of their edges.
func FixedPaths(in *tsp.Instance) []tsp.Tour {
	paths := undirectedPaths(in)
	if in.Symmetric() {
		return paths
	}
	next := make(map[int32]int32, len(in.Fixed))
	for _, e := range in.Fixed {
		next[e[0]] = e[1]
	}
	for _, path := range paths {
		if to, ok := next[path[0]]; len(path) > 1 && (!ok || to != path[1]) {
			slices.Reverse(path)
		}
	}
	return paths
}

// undirectedPaths returns the paths of fixed edges in any direction.
func undirectedPaths(in *tsp.Instance) []tsp.Tour {
	f := fragments.NewFixed(in.Dimension(), 0, !in.Symmetric())
	fragments.AddAll(f, in.Fixed)
	if len(in.Fixed) == in.Dimension() {
		return []tsp.Tour{pathFrom(f.Set, 0)}
	}
	var paths []tsp.Tour
	for city, end := range f.Other {
		if end != fragments.Interior && int(end) >= city {
			paths = append(paths, pathFrom(f.Set, uint32(city)))
		}
	}
	return paths
}

// pathFrom returns the fragment that begins at a city.
func pathFrom(f *fragments.Set, city uint32) tsp.Tour {
	path := tsp.Tour{int32(city)}
	if f.Other[city] == city {
		return path
	}
	for from, at := city, f.Links[city][0]; at != city; {
		path = append(path, int32(at))
		if f.Other[at] != fragments.Interior {
			break
		}
		next := f.Links[at][0]
		if next == from {
			next = f.Links[at][1]
		}
		from, at = at, next
	}
	return path
}

// minCities is the fewest cities that algorithms order. One city and two have only one tour.
const minCities = 3

// Contraction is an instance without the inner cities of its paths of fixed edges. One fixed edge
// joins the ends of each path, so each city has at most one. Coordinates and distances do not
// change. In an asymmetric instance each path becomes one city, which is entered at its first city
// and left from its last, and no edges are fixed.
type Contraction struct {
	Instance *tsp.Instance
	Offset   int64      // length of a tour of the original minus the length of the contracted tour; it may be negative
	cities   tsp.Tour   // of the original, by contracted city
	numbers  []int32    // of the contracted instance, by city of the original; -1 for inner cities
	paths    []tsp.Tour // by contracted city: the path that begins there if it has inner cities, in the original
}

// Contract returns the contraction of a valid instance. It returns nil if no path of fixed edges
// has inner cities, or if fewer than minCities cities would remain.
func Contract(in *tsp.Instance) *Contraction {
	if len(in.Fixed) == 0 {
		return nil
	}
	paths := FixedPaths(in)
	if !in.Symmetric() {
		return contractDirected(in, paths)
	}
	c := &Contraction{numbers: slices.Repeat([]int32{-1}, in.Dimension())}
	for _, path := range paths {
		c.numbers[path[0]], c.numbers[path[len(path)-1]] = 0, 0
	}
	for city, number := range c.numbers {
		if number >= 0 {
			c.numbers[city] = int32(len(c.cities))
			c.cities = append(c.cities, int32(city))
		}
	}
	if len(c.cities) == in.Dimension() || len(c.cities) < minCities {
		return nil
	}
	c.Instance = in.Part(c.cities)
	c.paths = make([]tsp.Tour, len(c.cities))
	for _, path := range paths {
		if len(path) > 1 {
			c.contract(in, path)
		}
	}
	return c
}

// contract joins the ends of a path.
func (c *Contraction) contract(in *tsp.Instance, path tsp.Tour) {
	last := len(path) - 1
	a, b := c.numbers[path[0]], c.numbers[path[last]]
	c.Instance.Fixed = append(c.Instance.Fixed, tsp.Edge{a, b})
	if last < 2 {
		return
	}
	back := make(tsp.Tour, len(path))
	for i, city := range path {
		back[last-i] = city
	}
	c.paths[a], c.paths[b] = path, back
	c.Offset -= in.Distance(int(path[0]), int(path[last]))
	for i, city := range path[1:] {
		c.Offset += in.Distance(int(path[i]), int(city))
	}
}

// Expand returns the tour of the original for a tour of the contracted instance that has its fixed
// edges.
func (c *Contraction) Expand(t tsp.Tour) tsp.Tour {
	full := make(tsp.Tour, 0, len(c.numbers))
	for i, city := range t {
		full = append(full, c.cities[city])
		next := c.cities[t[(i+1)%len(t)]]
		path := c.paths[city]
		switch {
		case path == nil:
		case !c.Instance.Symmetric():
			full = append(full, path[1:]...)
		case path[len(path)-1] == next:
			full = append(full, path[1:len(path)-1]...)
		}
	}
	return full
}

// Reduce returns the tour of the contracted instance for a tour of the original that has its fixed
// edges.
func (c *Contraction) Reduce(t tsp.Tour) tsp.Tour {
	reduced := make(tsp.Tour, 0, len(c.cities))
	for _, city := range t {
		if number := c.numbers[city]; number >= 0 {
			reduced = append(reduced, number)
		}
	}
	return reduced
}

// Ends returns the cities of the original at which a tour enters and leaves a contracted city.
func (c *Contraction) Ends(city int32) (enter, leave int32) {
	enter, leave = c.cities[city], c.cities[city]
	if path := c.paths[city]; !c.Instance.Symmetric() {
		leave = path[len(path)-1]
	}
	return enter, leave
}

// contractDirected returns the contraction of an asymmetric instance.
func contractDirected(in *tsp.Instance, paths []tsp.Tour) *Contraction {
	n := in.Dimension()
	if len(paths) == n || len(paths) < minCities {
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
