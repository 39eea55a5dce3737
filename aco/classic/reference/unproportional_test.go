package reference

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"github.com/aco-vk/aco-vk/aco/philox"
)

// shares returns, for each city, the fraction of draws that choose it. The words are fixed, so the
// result is always the same.
func shares(cities int, selection func(word func(int) uint32) uint32) []float64 {
	const draws = 200_000
	shares := make([]float64, cities)
	for i := range draws {
		shares[selection(
			func(draw int) uint32 { return philox.Draw(1, 0, 0, 0, uint32(i), uint32(draw)) })] += 1.0 / draws
	}
	return shares
}

// I-Roulette and tiled roulette do not follow the random proportional rule. Of two cities with
// weights a ≥ b, I-Roulette chooses the first with probability 1 − b/(2a). Tiled roulette chooses
// the largest weight of the cities drawn in the tiles.
func TestSelectionsThatAreNotProportional(t *testing.T) {
	for _, c := range []struct {
		name    string
		weights []uint32
		choose  func(weights []uint32, visited []bool, word func(int) uint32) (city, value uint32)
		want    []float64
	}{
		{"I-Roulette, 3 to 1", []uint32{300, 100}, independentRoulette,
			[]float64{1 - 1.0/6, 1.0 / 6}}, // proportional: 3/4, 1/4
		{"I-Roulette, equal", []uint32{1 << 30, 1 << 30}, independentRoulette, []float64{0.5, 0.5}},
		{"tiles of one city", []uint32{3, 5, 4, 5}, tiledWith(1), []float64{0, 1, 0, 0}},
		{
			"tiles of two cities", []uint32{100, 1, 60, 150}, tiledWith(2),
			[]float64{100.0 / 101 * 60 / 210, 0, 1.0 / 101 * 60 / 210, 150.0 / 210},
		},
		{"a short last tile", []uint32{1, 1, 1, 9}, tiledWith(3), []float64{0, 0, 0, 1}},
	} {
		got := shares(len(c.weights), func(word func(int) uint32) uint32 {
			city, _ := c.choose(c.weights, make([]bool, len(c.weights)), word)
			return city
		})
		for j := range got {
			// Five standard deviations of a share are 0.0056 at most.
			if math.Abs(got[j]-c.want[j]) > 0.0056 || (c.want[j] == 0) != (got[j] == 0) {
				t.Errorf("%s: shares %v, want %v", c.name, got, c.want)
				break
			}
		}
	}
}

// tiledWith returns tiledRoulette with a tile size.
func tiledWith(tile int) func([]uint32, []bool, func(int) uint32) (city, value uint32) {
	return func(weights []uint32, visited []bool, word func(int) uint32) (city, value uint32) {
		return tiledRoulette(weights, visited, tile, word)
	}
}

// Both choose an unvisited city, of equal ones the first. A single tile gives the same city as
// roulette.
func TestUnproportionalSelectionsChooseUnvisitedCities(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		weights := rapid.SliceOfN(rapid.Uint32Range(1, 1<<26), 1, 60).Draw(t, "weights")
		visited := rapid.SliceOfN(rapid.Bool(), len(weights), len(weights)).Draw(t, "visited")
		visited[rapid.IntRange(0, len(weights)-1).Draw(t, "free")] = false
		first := 0
		for visited[first] {
			first++
		}
		fixed := rapid.Uint32().Draw(t, "word")
		word := func(int) uint32 { return fixed }
		zero := func(int) uint32 { return 0 }
		if city, _ := independentRoulette(weights, visited, word); visited[city] {
			t.Fatalf("I-Roulette chose the visited city %d", city)
		}
		if city, _ := independentRoulette(weights, visited, zero); int(city) != first {
			t.Fatalf("I-Roulette chose %d of equal products, want the first, %d", city, first)
		}
		free := rapid.IntRange(first, len(weights)-1).Filter(func(j int) bool { return !visited[j] }).Draw(t,
			"city with a word")
		own := func(draw int) uint32 {
			if draw == free {
				return 1 << 31
			}
			return 0
		}
		if city, _ := independentRoulette(weights, visited, own); int(city) != free {
			t.Fatalf("I-Roulette chose %d, only %d has a word other than 0", city, free)
		}
		if city, _ := tiledRoulette(weights, visited, rapid.IntRange(1, 70).Draw(t, "tile"), word); visited[city] {
			t.Fatalf("tiled roulette chose the visited city %d", city)
		}
		if got, _ := tiledRoulette(weights, visited, len(weights), word); got != scanned(weights, visited, word(0)) {
			t.Fatalf("a single tile chose %d, roulette another city", got)
		}
		equal := make([]uint32, len(weights))
		for j := range equal {
			equal[j] = weights[0]
		}
		if city, _ := tiledRoulette(equal, visited, 1, word); int(city) != first {
			t.Fatalf("tiles of one city: chose %d of equal weights, want the first, %d", city, first)
		}
	})
}
