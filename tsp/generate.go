package tsp

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// maxGenerated is the number of cities of the largest DIMACS instance.
const maxGenerated = 10_000_000

// square is the side of the square that the challenge's instances lie in; clustered cities may lie outside it.
const square = 1_000_000

// generators place the n cities of an instance.
var generators = map[string]func(k *knuth, x, y []float64){
	"uniform":   uniform,
	"clustered": clustered,
	"grid":      grid,
}

// Generate returns a random instance in the plane (EUC_2D) of 3..10,000,000 cities, the same for the same kind, n and
// seed (0..999,999,999) everywhere:
//
//   - "uniform" and "clustered" are the E- and C-instances of the DIMACS challenge (Johnson, McGeoch, Rego and Glover,
//     "8th DIMACS Implementation Challenge: The Traveling Salesman Problem", 2000), with its generators portgen and
//     portcgen. E1k.0 and C1k.0 have seed 1000, E1k.1 and C1k.1 have seed 10001: see [BestKnown].
//   - "grid" has its cities on a lattice that is as near to a square as n allows, neighbours 1000 apart, in an order
//     that the seed shuffles. Where n fills the lattice and its columns or rows are even in number, the optimum is
//     1000·n.
//
// The name is kind-n-seed.
func Generate(kind string, n int, seed int64) (*Instance, error) {
	name := fmt.Sprintf("%s-%d-%d", kind, n, seed)
	place, known := generators[kind]
	switch {
	case !known:
		return nil, fmt.Errorf("generate: kind %s is not one of uniform, clustered, grid", quote(kind))
	case n < MinCities || n > maxGenerated:
		return nil, fmt.Errorf("generate %s: %d cities are outside %d..%d", name, n, MinCities, maxGenerated)
	case seed < 0 || seed >= knuthModulus:
		return nil, fmt.Errorf("generate %s: seed %d is outside 0..%d", name, seed, knuthModulus-1)
	}
	in := &Instance{
		Name:    name,
		Comment: fmt.Sprintf("generated: kind %s, %d cities, seed %d", kind, n, seed),
		Kind:    TSP,
		Metric:  EUC2D,
		X:       make([]float64, n),
		Y:       make([]float64, n),
	}
	place(newKnuth(seed), in.X, in.Y)
	return in, nil
}

// uniform is portgen: each coordinate a whole number of the square.
func uniform(k *knuth, x, y []float64) {
	for i := range x {
		x[i] = float64(k.draw() / (knuthModulus / square))
		y[i] = float64(k.draw() / (knuthModulus / square))
	}
}

// clustered is portcgen: normally distributed around centres, one for each full hundred of cities. Below 100 cities,
// which the challenge does not have, there is one centre.
func clustered(k *knuth, x, y []float64) {
	const citiesPerCentre = 100
	centres := make([][2]int, max(len(x)/citiesPerCentre, 1))
	for c := range centres {
		centres[c][0] = k.below(square)
		centres[c][1] = k.below(square)
	}
	scale := 1 / math.Sqrt(float64(len(x)))
	offset := func() int { return int(float64(k.normal()*scale) * square) }
	for i := range x {
		c := centres[k.below(len(centres))]
		x[i] = float64(c[0] + offset())
		y[i] = float64(c[1] + offset())
	}
}

// grid fills the rows of a lattice and then exchanges the cities (Fisher and Yates).
func grid(k *knuth, x, y []float64) {
	const spacing = 1000
	columns := int(math.Ceil(math.Sqrt(float64(len(x)))))
	for i := range x {
		x[i] = float64(i % columns * spacing)
		y[i] = float64(i / columns * spacing)
	}
	for i := len(x) - 1; i > 0; i-- {
		j := k.below(i + 1)
		x[i], x[j] = x[j], x[i]
		y[i], y[j] = y[j], y[i]
	}
}

// ParseGenerator makes the instance that a text of the form "gen:kind:cities:seed" names, for example
// "gen:uniform:1000:1000", as [Generate] does. An instance of the DIMACS challenge has its name for kind, cities and seed:
// "gen:E1k.0" is the same.
func ParseGenerator(spec string) (*Instance, error) {
	fields := strings.Split(spec, ":")
	if kind, n, seed, ok := Challenge(strings.TrimPrefix(spec, "gen:")); ok && len(fields) == 2 {
		return Generate(kind, n, seed)
	}
	if len(fields) != 4 || fields[0] != "gen" {
		return nil, fmt.Errorf("%s is not of the form gen:kind:cities:seed, such as gen:uniform:1000:1000, or gen: and a name such as E1k.0", quote(spec))
	}
	n, errN := strconv.Atoi(fields[2])
	seed, errSeed := strconv.ParseInt(fields[3], 10, 64)
	if err := errors.Join(errN, errSeed); err != nil {
		return nil, fmt.Errorf("%s: cities and seed are whole numbers, such as gen:uniform:1000:1000", quote(spec))
	}
	return Generate(fields[1], n, seed)
}
