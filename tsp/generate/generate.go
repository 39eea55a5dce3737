package generate

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/internal/matrix"
	"github.com/aco-vk/aco-vk/tsp/internal/parse"
)

// maxGenerated is the most cities that merged ants take. The largest instance of the DIMACS
// challenge has 10 million.
const maxGenerated = 1 << 27

// square is the side of the square of the challenge's instances; clustered cities may lie outside
// it.
const square = 1_000_000

// generators place the n cities of an instance.
var generators = map[string]func(k *knuth, x, y []float64){
	"uniform":   uniform,
	"clustered": clustered,
	"grid":      grid,
	"doubled":   doubled,
}

// Instance returns a random instance of n cities, 3..2²⁷, in the plane ([tsp.EUC2D]) unless stated
// otherwise. It is the same on every machine for the same kind, n and seed (0..999,999,999). The
// kinds are
//
//   - "uniform" and "clustered": the E- and C-instances of the DIMACS challenge (Johnson, McGeoch,
//     Rego and Glover, "8th DIMACS Implementation Challenge: The Traveling Salesman Problem",
//     2000), by its generators portgen and portcgen. [Parse] returns their sizes and seeds.
//   - "grid": the points of a grid as close to a square as n allows, 1000 apart, in random order.
//     If n fills the grid and the number of its columns or rows is even, the optimum is 1000·n.
//   - "doubled": uniform places, half as many as cities, rounded up. Each has a city; the other
//     cities are at places drawn among them.
//   - "oneway": an asymmetric matrix of the shortest routes between the crossings of a street
//     grid, where half of the streets are one-way; at most 46,340 crossings. It takes time in
//     proportion to n².
//
// The instance's name is kind-n-seed. The error is an [*tsp.Error].
func Instance(kind string, n int, seed int64) (*tsp.Instance, error) {
	name := fmt.Sprintf("%s-%d-%d", kind, n, seed)
	place, known := generators[kind]
	most := maxGenerated
	if kind == oneWayKind {
		most = matrix.MaxCities
	}
	switch {
	case !known && kind != oneWayKind:
		return nil, tsp.Errorf("generate", "kind %s is not one of uniform, clustered, grid, doubled, oneway", parse.Quote(kind))
	case n < tsp.MinCities || n > most:
		return nil, tsp.Errorf("generate "+name, "%d cities are outside %d..%d", n, tsp.MinCities, most)
	case seed < 0 || seed >= knuthModulus:
		return nil, tsp.Errorf("generate "+name, "seed %d is outside 0..%d", seed, knuthModulus-1)
	}
	comment := fmt.Sprintf("generated: kind %s, %d cities, seed %d", kind, n, seed)
	if kind == oneWayKind {
		in := oneWay(name, n, seed)
		in.Comment = comment
		return in, nil
	}
	in := &tsp.Instance{
		Name:    name,
		Comment: comment,
		Kind:    tsp.TSP,
		Metric:  tsp.EUC2D,
		X:       make([]float64, n),
		Y:       make([]float64, n),
	}
	place(newKnuth(seed), in.X, in.Y)
	return in, nil
}

// uniform is portgen: each coordinate is a random whole number in the square.
func uniform(k *knuth, x, y []float64) {
	for i := range x {
		x[i] = float64(k.draw() / (knuthModulus / square))
		y[i] = float64(k.draw() / (knuthModulus / square))
	}
}

// clustered is portcgen: cities are normally distributed around centres, one for each 100 cities.
// With fewer than 100 cities, which the challenge does not have, there is one centre.
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

// grid fills the rows of a grid, then shuffles the cities (Fisher and Yates).
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

// doubled places half of the cities like uniform, and each of the others at the place of one of
// those.
func doubled(k *knuth, x, y []float64) {
	places := (len(x) + 1) / 2
	uniform(k, x[:places], y[:places])
	for i := places; i < len(x); i++ {
		place := k.below(places)
		x[i], y[i] = x[place], y[place]
	}
}

// Parse returns the arguments of [Instance] that a text stands for: "kind:cities:seed", such as
// "uniform:1000:1000", or the name of an instance of the DIMACS challenge, such as "E1k.0". The
// error is an [*tsp.Error]. It does not check the ranges; [Instance] does.
//
// An E-instance is uniform, a C-instance clustered. The first of each size has the size as its
// seed, the others ten times the size plus 1, 2, ...: E100k.0 is "uniform:100000:100000", E1k.1 is
// "uniform:1000:10001".
func Parse(text string) (kind string, n int, seed int64, err error) {
	if kind, n, seed, ok := parseChallenge(text); ok {
		return kind, n, seed, nil
	}
	fields := strings.Split(text, ":")
	if len(fields) == 3 {
		var errN, errSeed error
		n, errN = strconv.Atoi(fields[1])
		seed, errSeed = strconv.ParseInt(fields[2], 10, 64)
		if errN == nil && errSeed == nil {
			return fields[0], n, seed, nil
		}
	}
	return "", 0, 0, tsp.Errorf("generator "+parse.Quote(text),
		"it is not kind:cities:seed with two whole numbers, such as uniform:1000:1000, nor the name of a DIMACS instance, such as E1k.0")
}

// challengeKinds are the kinds of [Instance] by the first letter of the DIMACS challenge's names.
var challengeKinds = map[string]string{"E": "uniform", "C": "clustered"}

// challengeSizes are the numbers of cities by the sizes in the challenge's names.
var challengeSizes = map[string]int{
	"1k": 1_000, "3k": 3_162, "10k": 10_000, "31k": 31_623, "100k": 100_000, "316k": 316_228, "1M": 1_000_000,
	"3M":  3_162_278,
	"10M": 10_000_000,
}

// parseChallenge returns the arguments of [Instance] for the name of an instance of the DIMACS
// challenge.
func parseChallenge(name string) (kind string, n int, seed int64, ok bool) {
	for letter := range challengeKinds {
		for size := range challengeSizes {
			number, found := strings.CutPrefix(name, letter+size+".")
			if !found {
				continue
			}
			var index int64
			if _, err := fmt.Sscanf(number, "%d", &index); err != nil || index < 0 || number != fmt.Sprint(index) {
				return "", 0, 0, false
			}
			kind, n = challengeKinds[letter], challengeSizes[size]
			if seed = int64(n); index > 0 {
				seed = 10*int64(n) + index
			}
			return kind, n, seed, true
		}
	}
	return "", 0, 0, false
}

// ChallengeName returns the challenge's name of the instance that a generator calls kind-n-seed,
// or "" if the challenge does not have it. The challenge's own generators write portgen and
// portcgen as kinds.
func ChallengeName(generated string) string {
	kind, numbers, _ := strings.Cut(generated, "-")
	switch kind {
	case "portgen":
		kind = "uniform"
	case "portcgen":
		kind = "clustered"
	}
	var n, seed int
	if _, err := fmt.Sscanf(numbers, "%d-%d", &n, &seed); err != nil || numbers != fmt.Sprintf("%d-%d", n, seed) {
		return ""
	}
	index := max(0, seed-10*n)
	for letter, of := range challengeKinds {
		for size, cities := range challengeSizes {
			name := fmt.Sprintf("%s%s.%d", letter, size, index)
			if _, _, itsSeed, _ := parseChallenge(name); of == kind && cities == n && itsSeed == int64(seed) {
				return name
			}
		}
	}
	return ""
}
