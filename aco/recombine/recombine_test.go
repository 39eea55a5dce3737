package recombine_test

import (
	"context"
	"errors"
	"math"
	"runtime"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/aco-vk/aco-vk/aco/recombine"
	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
)

// exhaustive is an effort that puts a few cities in one window and finds its best solution.
var exhaustive = recombine.Effort{WindowCities: recombine.MaxWindowCities, States: recombine.MaxStates}

// randomDistances returns the distances of random cities in a small square, with ties and cities
// at the same place.
func randomDistances(t *rapid.T, n int) func(a, b uint32) int64 {
	side := rapid.SampledFrom([]int{3, 1000}).Draw(t, "side")
	coordinates := rapid.SliceOfN(rapid.IntRange(0, side), 2*n, 2*n).Draw(t, "coordinates")
	return func(a, b uint32) int64 {
		dx, dy := float64(coordinates[2*a]-coordinates[2*b]), float64(coordinates[2*a+1]-coordinates[2*b+1])
		return int64(math.Sqrt(float64(dx*dx)+float64(dy*dy)) + 0.5)
	}
}

// randomTours returns tours of n cities. Each results from the previous one by random reversals.
func randomTours(t *rapid.T, n int) (tours [][]uint32) {
	tour := make([]uint32, n)
	for i := range tour {
		tour[i] = uint32(i)
	}
	for range rapid.IntRange(1, 6).Draw(t, "tours") {
		for range rapid.IntRange(0, 8).Draw(t, "reversals") {
			first := rapid.IntRange(0, n).Draw(t, "first")
			slices.Reverse(tour[first:rapid.IntRange(first, n).Draw(t, "end")])
		}
		tours = append(tours, slices.Clone(tour))
	}
	return tours
}

func length(distance func(a, b uint32) int64, tour []uint32) (sum int64) {
	for i, city := range tour {
		sum += distance(city, tour[(i+1)%len(tour)])
	}
	return sum
}

func shortest(distance func(a, b uint32) int64, tours [][]uint32) int64 {
	least := length(distance, tours[0])
	for _, tour := range tours {
		least = min(least, length(distance, tour))
	}
	return least
}

// edgeBetween returns an edge, the same for both directions.
func edgeBetween(a, b uint32) [2]uint32 { return [2]uint32{min(a, b), max(a, b)} }

// testFailer is implemented by *testing.T and *rapid.T.
type testFailer interface {
	Helper()
	Fatalf(format string, args ...any)
}

// requireTour fails unless requireNotLonger passes and the result has only edges of the tours.
func requireTour(t testFailer, distance func(a, b uint32) int64, tours [][]uint32, result recombine.Result) {
	t.Helper()
	requireNotLonger(t, distance, tours, result)
	tour, allowed := result.Tour, map[[2]uint32]bool{}
	for _, tour := range tours {
		for i, city := range tour {
			allowed[edgeBetween(city, tour[(i+1)%len(tour)])] = true
		}
	}
	for i, city := range tour {
		if edge := edgeBetween(city, tour[(i+1)%len(tour)]); !allowed[edge] {
			t.Fatalf("no tour has the edge %v of %v", edge, tour)
		}
	}
}

// requireNotLonger fails unless the result is a tour of all cities, has the returned length, and
// is no longer than the shortest of the tours.
func requireNotLonger(t testFailer, distance func(a, b uint32) int64, tours [][]uint32, result recombine.Result) {
	t.Helper()
	tour := result.Tour
	for i, city := range slices.Sorted(slices.Values(tour)) {
		if int(city) != i {
			t.Fatalf("not a tour at city %d: %v", i, tour)
		}
	}
	if len(tour) != len(tours[0]) {
		t.Fatalf("%d cities, want %d", len(tour), len(tours[0]))
	}
	if measured := length(distance, tour); measured != result.Length || measured > shortest(distance, tours) {
		t.Fatalf("length %d, returned %d; the shortest of the tours has %d", measured, result.Length, shortest(distance, tours))
	}
}

// The result is never longer than the shortest of the tours.
func TestMergeIsNeverLonger(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 120).Draw(t, "cities")
		distance, tours := randomDistances(t, n), randomTours(t, n)
		effort := recombine.Effort{
			WindowCities: rapid.IntRange(recombine.MinWindowCities, 40).Draw(t, "window"), States: rapid.IntRange(1, 50).Draw(t, "states"),
		}
		result := must.Get(recombine.Merge(context.Background(), distance, tours, effort))(t)
		requireTour(t, distance, tours, result)
	})
}

// With one window the result is the shortest tour in the union of the tours that has all common
// edges.
func TestMergeFindsTheShortestOfTheUnion(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(3, 9).Draw(t, "cities")
		distance, tours := randomDistances(t, n), randomTours(t, n)
		result := must.Get(recombine.Merge(context.Background(), distance, tours, exhaustive))(t)
		requireTour(t, distance, tours, result)
		if want := shortestOfUnion(distance, tours); result.Length != want {
			t.Fatalf("length %d, want %d, the shortest tour from the edges of %v", result.Length, want, tours)
		}
	})
}

// shortestOfUnion returns the length of the shortest tour that has only edges of the tours and all
// their common edges. It tries all tours.
func shortestOfUnion(distance func(a, b uint32) int64, tours [][]uint32) int64 {
	n := len(tours[0])
	count := map[[2]uint32]int{} // by edge, the number of tours that have it
	for _, tour := range tours {
		for i, city := range tour {
			next := tour[(i+1)%n]
			count[edgeBetween(city, next)]++
		}
	}
	common := 0
	for _, c := range count {
		if c == len(tours) {
			common++
		}
	}
	least := int64(math.MaxInt64)
	var extend func(path []uint32)
	extend = func(path []uint32) {
		if len(path) < n {
			for city := range uint32(n) {
				last := path[len(path)-1]
				if !slices.Contains(path, city) && count[edgeBetween(city, last)] > 0 {
					extend(append(slices.Clip(path), city))
				}
			}
			return
		}
		kept := 0
		for i, city := range path {
			next := path[(i+1)%n]
			c := count[edgeBetween(city, next)]
			if c == 0 {
				return
			}
			if c == len(tours) {
				kept++
			}
		}
		if kept == common {
			least = min(least, length(distance, path))
		}
	}
	extend([]uint32{0})
	return least
}

func TestMergeOfOneTour(t *testing.T) {
	tour := []uint32{3, 1, 0, 2, 4}
	backwards := []uint32{0, 1, 3, 4, 2}
	distance := func(a, b uint32) int64 { return int64(max(a, b) - min(a, b)) }
	result, err := recombine.Merge(context.Background(), distance, [][]uint32{tour, backwards, tour}, recombine.DefaultEffort)
	if err != nil || !slices.Equal(result.Tour, tour) {
		t.Errorf("%v, %v", result.Tour, err)
	}
	if result.Tour[0] = 7; tour[0] == 7 {
		t.Error("the result shares memory with an argument")
	}
}

func TestMergeRefuses(t *testing.T) {
	effort := recombine.DefaultEffort
	for _, c := range []struct {
		tours  [][]uint32
		effort recombine.Effort
		want   string
	}{
		{nil, effort, "no tours"},
		{[][]uint32{{}}, effort, "no cities"},
		{[][]uint32{{0, 1, 2}, {0, 1}}, effort, "tour 1 has 2 cities, tour 0 has 3"},
		{[][]uint32{{0, 1, 2}, {0, 1, 3}}, effort, "tour 1: city 3 is outside 0..2"},
		{[][]uint32{{0, 1, 1}}, effort, "tour 0 visits city 1 twice"},
		{[][]uint32{{0, 1, 2}, {2, 1, 2}}, effort, "tour 1 visits city 2 twice"},
		{[][]uint32{{0}}, recombine.Effort{WindowCities: 3, States: 1}, "windows of 3 cities"},
		{[][]uint32{{0}}, recombine.Effort{WindowCities: 4}, "0 states"},
		{[][]uint32{{0}}, recombine.Effort{WindowCities: 4, States: 1, Rounds: -1}, "-1 rounds"},
		{[][]uint32{{0}}, recombine.Effort{WindowCities: 4, States: 1, Work: -1}, "work of -1"},
	} {
		distance := func(a, b uint32) int64 { return 1 }
		if _, err := recombine.Merge(context.Background(), distance, c.tours, c.effort); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("error %v, want %q", err, c.want)
		}
	}
}

func TestMergeIsTheSameOnAnyNumberOfProcessors(t *testing.T) {
	in := newInstance(t, "uniform", 1000)
	tours := in.localOptima(t, 6, 500)
	effort := recombine.Effort{WindowCities: 50, States: 100}
	want := must.Get(recombine.Merge(context.Background(), in.distance, tours, effort))(t)
	requireTour(t, in.distance, tours, want)
	if want.Length == shortest(in.distance, tours) {
		t.Fatal("the result is not shorter, so the test compares nothing")
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	for _, processors := range []int{1, 3, 8} {
		runtime.GOMAXPROCS(processors)
		if got, err := recombine.Merge(context.Background(), in.distance, tours, effort); err != nil || !slices.Equal(got.Tour, want.Tour) {
			t.Errorf("%d processors: another tour, or error %v", processors, err)
		}
	}
}

// cutAfterARound calls merge with contexts that end later and later, until one ends after the first
// round and before the last. If a context has ended at the call, the result has no round.
func cutAfterARound(t *testing.T, merge func(context.Context) (recombine.Result, error)) recombine.Result {
	t.Helper()
	for calls := 0; ; calls = calls*5/4 + 1 {
		ctx := tsptest.EndingAt(t.Context(), calls)
		result, err := merge(ctx)
		if !errors.Is(err, context.Canceled) {
			t.Fatalf("no context ends after a round: error %v", err)
		}
		if calls == 0 && result.Rounds > 0 {
			t.Fatal("a context that has ended leaves time for a round")
		}
		if result.Rounds > 0 {
			return result
		}
	}
}

// If the context ends, Merge returns the tour of the complete rounds, which the same number of
// rounds makes again.
func TestMergeStopsWithContext(t *testing.T) {
	in := newInstance(t, "clustered", 2000)
	tours := in.localOptima(t, 3, 0)
	effort := recombine.Effort{WindowCities: 50, States: 100}
	whole, err := recombine.Merge(context.Background(), in.distance, tours, effort)
	if err != nil || whole.Rounds < 3 {
		t.Fatalf("%d rounds, %v", whole.Rounds, err)
	}
	result := cutAfterARound(t, func(ctx context.Context) (recombine.Result, error) {
		return recombine.Merge(ctx, in.distance, tours, effort)
	})
	if result.Rounds >= whole.Rounds || result.Length <= whole.Length {
		t.Errorf("%d rounds, length %d of %d", result.Rounds, result.Length, whole.Length)
	}
	requireTour(t, in.distance, tours, result)
	effort.Rounds = result.Rounds
	again, err := recombine.Merge(t.Context(), in.distance, tours, effort)
	if err != nil || !slices.Equal(again.Tour, result.Tour) {
		t.Errorf("the same number of rounds gives another tour, or error %v", err)
	}
}

// With any number of rounds a search makes exactly these, and each continues the one before: with as
// many as the whole search makes, the tour is the same.
func TestRoundsContinueEachOther(t *testing.T) {
	in := newInstance(t, "clustered", 1000)
	tours := in.localOptima(t, 4, 0)
	near := recombine.Neighbors{Cities: in.near, Width: in.width}
	for name, search := range map[string]func(rounds int) (recombine.Result, error){
		"Merge": func(rounds int) (recombine.Result, error) {
			effort := recombine.Effort{WindowCities: 50, States: 60, Rounds: rounds}
			return recombine.Merge(t.Context(), in.distance, tours, effort)
		},
		"AssembleEdges": func(rounds int) (recombine.Result, error) {
			how := recombine.Assembly{Rounds: rounds}
			return recombine.AssembleEdges(t.Context(), in.distance, near, tours, how)
		},
		"pairs": func(rounds int) (recombine.Result, error) {
			how := recombine.Assembly{Rounds: rounds, Pairs: true}
			return recombine.AssembleEdges(t.Context(), in.distance, near, tours, how)
		},
	} {
		whole, err := search(0)
		if err != nil || whole.Rounds < 5 {
			t.Fatalf("%s: %d rounds, %v", name, whole.Rounds, err)
		}
		before := shortest(in.distance, tours)
		for _, rounds := range []int{1, 2, whole.Rounds / 2, whole.Rounds - 1, whole.Rounds} {
			got, err := search(rounds)
			if err != nil || got.Rounds != rounds || got.Length > before || got.Length < whole.Length {
				t.Errorf("%s: %d rounds, length %d after %d, %v; want %d rounds", name, got.Rounds,
					got.Length, before, err, rounds)
			}
			if before = got.Length; rounds == whole.Rounds && !slices.Equal(got.Tour, whole.Tour) {
				t.Errorf("%s: with its own number of rounds it finds another tour", name)
			}
		}
	}
}
