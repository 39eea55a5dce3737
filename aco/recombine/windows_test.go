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

// After a round, all cities of a window are due again if its exchange shortened the tour and was
// refused because of exchanges in other windows. The test searches each window once more for itself,
// and looks at the tour for what became of it.
func TestRefusedWindowsAreDueAgain(t *testing.T) {
	refused := 0
	for seed := range uint64(4) {
		random := rand.New(rand.NewPCG(seed, 7))
		const n = 1000
		distance, tours := randomWeights(seed, n)
		once := level{cities: 12, states: 20}
		m := newMerger(distance, tours)
		m.windows.start()
		for range 4 {
			count := m.windows.choose(m.workers, once.cities, 20+random.IntN(80), 0)
			windows, found := make([][]uint32, count), make([]exchange, count)
			for i := range count {
				windows[i] = slices.Clone(m.windows.appendCities(nil, i))
				found[i] = new(worker).find(m, slices.Clone(windows[i]), once.states)
			}
			before := newTour(m.tour.order)
			if _, _, err := m.round(t.Context(), count, once); err != nil {
				t.Fatal(err)
			}
			for i, x := range found {
				searched := func(city uint32) bool { return !m.windows.due[city] }
				if x.gain == 0 || !hasEdges(m.tour, before, x) {
					if !searched(windows[i][0]) {
						t.Errorf("seed %d: the searched window of city %d is due", seed, windows[i][0])
					}
					continue
				}
				refused++
				if slices.ContainsFunc(windows[i], searched) {
					t.Errorf("seed %d: not all cities of the refused window of city %d are due", seed,
						windows[i][0])
				}
			}
		}
	}
	if refused == 0 {
		t.Error("no exchange was refused")
	}
}

// hasEdges reports whether a tour still has the edges that an exchange removes.
func hasEdges(now, before *tour, x exchange) bool {
	for _, cut := range x.cuts {
		if !now.adjacent(before.order[cut], before.order[before.next(cut)]) {
			return false
		}
	}
	return true
}

// Rounds with few windows reach all due cities, one part after the other.
func TestRoundsReachAllDueCities(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(60, 300).Draw(t, "cities")
		size := rapid.IntRange(MinWindowCities, 20).Draw(t, "size")
		most := rapid.IntRange(2, 5).Draw(t, "windows")
		random := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		w := newWindows(newUnionGraph(reversedTours(random, n, 3)))
		w.start()
		w.next = rapid.Uint32Range(0, uint32(n)).Draw(t, "first")
		due := slices.Clone(w.dueCities())
		apart := (size + 1) / 2
		atLeast := (most-1)*apart + 1 // that a round passes
		passed := make([]bool, len(due))
		for range (len(due) + atLeast - 1) / atLeast {
			w.choose([]*worker{{}, {}}, size, most, 0)
			for _, seed := range w.seeds {
				at, _ := slices.BinarySearch(due, seed)
				for i := range apart {
					passed[(at+i)%len(due)] = true
				}
			}
			w.release()
		}
		if i := slices.Index(passed, false); i >= 0 {
			t.Fatalf("no window begins near the due city %d: %v", due[i], passed)
		}
	})
}
