package recombine

import (
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// The windows of a round are disjoint, each has its seed, and they do not depend on the number of
// processors.
func TestWindowsAreDisjointAndTheSameOnAnyNumberOfProcessors(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(4, 300).Draw(t, "cities")
		tours := reversedTours(rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0)), n, 3)
		size := rapid.IntRange(MinWindowCities, 40).Draw(t, "size")
		var want [][]uint32
		for _, processors := range []int{1, 3} {
			runtime.GOMAXPROCS(processors)
			w := newWindows(newUnionGraph(tours))
			w.start()
			var got [][]uint32
			seen := make([]bool, n)
			for i := range w.choose([]*worker{{}, {}, {}}, size, 10, 0) {
				cities := w.appendCities(nil, i)
				if len(cities) == 0 || len(cities) > size || cities[0] != w.seeds[i] {
					t.Fatalf("window %v of seed %d", cities, w.seeds[i])
				}
				for _, city := range cities {
					if seen[city] || !w.graph.open(city) {
						t.Fatalf("city %d is common to all tours or in two windows", city)
					}
					seen[city] = true
				}
				got = append(got, cities)
			}
			if processors == 1 {
				want = got
			} else if !slices.EqualFunc(got, want, slices.Equal) {
				t.Fatalf("windows %v, with one processor %v", got, want)
			}
			w.release()
			if slices.ContainsFunc(w.claims, func(claim uint64) bool { return claim != unclaimed }) {
				t.Fatal("a city is claimed after the round")
			}
		}
	})
}

// A windowIndex numbers cities like a map.
func TestWindowIndex(t *testing.T) {
	var x windowIndex
	rapid.Check(t, func(t *rapid.T) {
		cities := rapid.SliceOf(rapid.Uint32Range(0, 50)).Draw(t, "cities")
		want := map[uint32]int32{}
		x.reset(len(cities))
		for _, city := range cities {
			x.add(city)
			if _, ok := want[city]; !ok {
				want[city] = int32(len(want))
			}
		}
		for city := range uint32(60) {
			number, ok := want[city]
			if !ok {
				number = outside
			}
			if got := x.number(city); got != number {
				t.Fatalf("city %d has number %d, want %d of %v", city, got, number, cities)
			}
		}
	})
}
