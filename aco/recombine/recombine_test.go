package recombine_test

import (
	"context"
	"errors"
	"math"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/aco-vk/aco-vk/aco/recombine"
)

// wide is an effort with which a few cities are one window, whose best solution is found.
var wide = recombine.Effort{WindowCities: recombine.MaxWindowCities, States: recombine.MaxStates}

// plane draws cities in a small square, so that there are ties and cities in one place.
func plane(t *rapid.T, n int) func(a, b uint32) int64 {
	side := rapid.SampledFrom([]int{3, 1000}).Draw(t, "side")
	at := rapid.SliceOfN(rapid.IntRange(0, side), 2*n, 2*n).Draw(t, "coordinates")
	return func(a, b uint32) int64 {
		dx, dy := float64(at[2*a]-at[2*b]), float64(at[2*a+1]-at[2*b+1])
		return int64(math.Sqrt(float64(dx*dx)+float64(dy*dy)) + 0.5)
	}
}

// several draws tours of n cities, each by random reversals of stretches from the one before.
func several(t *rapid.T, n int) (tours [][]uint32) {
	tour := make([]uint32, n)
	for i := range tour {
		tour[i] = uint32(i)
	}
	for range rapid.IntRange(1, 6).Draw(t, "tours") {
		for range rapid.IntRange(0, 8).Draw(t, "reversals") {
			first := rapid.IntRange(0, n).Draw(t, "first")
			slices.Reverse(tour[first:rapid.IntRange(first, n).Draw(t, "behind")])
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

// failure is what a *testing.T and a *rapid.T have in common.
type failure interface {
	Helper()
	Fatalf(format string, args ...any)
}

// requireTour fails unless a tour visits all cities of others, is as long as told, and no longer than any of them.
func requireTour(t failure, distance func(a, b uint32) int64, tours [][]uint32, made recombine.Result) {
	t.Helper()
	tour, told := made.Tour, made.Length
	for i, city := range slices.Sorted(slices.Values(tour)) {
		if int(city) != i {
			t.Fatalf("%v does not visit city %d once", tour, i)
		}
	}
	if len(tour) != len(tours[0]) {
		t.Fatalf("%d cities of %d", len(tour), len(tours[0]))
	}
	if measured := length(distance, tour); measured != told || told > shortest(distance, tours) {
		t.Fatalf("length %d, told %d; the shortest of the tours: %d", measured, told, shortest(distance, tours))
	}
}

func TestAllIsNeverLonger(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 120).Draw(t, "cities")
		distance, tours := plane(t, n), several(t, n)
		effort := recombine.Effort{
			WindowCities: rapid.IntRange(recombine.MinWindowCities, 40).Draw(t, "window"), States: rapid.IntRange(1, 50).Draw(t, "states"),
		}
		made, err := recombine.Merge(context.Background(), distance, tours, effort)
		if err != nil {
			t.Fatal(err)
		}
		requireTour(t, distance, tours, made)
	})
}

func TestAllFindsTheShortestOfTheUnion(t *testing.T) {
	shorter := 0
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(3, 9).Draw(t, "cities")
		distance, tours := plane(t, n), several(t, n)
		made, err := recombine.Merge(context.Background(), distance, tours, wide)
		if err != nil {
			t.Fatal(err)
		}
		requireTour(t, distance, tours, made)
		if want := shortestOfUnion(distance, tours); made.Length != want {
			t.Fatalf("length %d of %v; the shortest tour of their edges is %d long", made.Length, tours, want)
		}
		if made.Length < shortest(distance, tours) {
			shorter++
		}
	})
	if shorter == 0 {
		t.Error("no combination was shorter than its tours")
	}
}

// shortestOfUnion tries all tours.
func shortestOfUnion(distance func(a, b uint32) int64, tours [][]uint32) int64 {
	n := len(tours[0])
	count := map[[2]uint32]int{} // by edge, the tours that have it
	for _, tour := range tours {
		for i, city := range tour {
			next := tour[(i+1)%n]
			count[[2]uint32{min(city, next), max(city, next)}]++
		}
	}
	all := 0
	for _, c := range count {
		if c == len(tours) {
			all++
		}
	}
	least := int64(math.MaxInt64)
	var extend func(trip []uint32)
	extend = func(trip []uint32) {
		if len(trip) < n {
			for city := range uint32(n) {
				last := trip[len(trip)-1]
				if !slices.Contains(trip, city) && count[[2]uint32{min(city, last), max(city, last)}] > 0 {
					extend(append(slices.Clip(trip), city))
				}
			}
			return
		}
		kept := 0
		for i, city := range trip {
			next := trip[(i+1)%n]
			c := count[[2]uint32{min(city, next), max(city, next)}]
			if c == 0 {
				return
			}
			if c == len(tours) {
				kept++
			}
		}
		if kept == all {
			least = min(least, length(distance, trip))
		}
	}
	extend([]uint32{0})
	return least
}

func TestAllOfOneTour(t *testing.T) {
	tour := []uint32{3, 1, 0, 2, 4}
	backwards := []uint32{0, 1, 3, 4, 2}
	distance := func(a, b uint32) int64 { return int64(max(a, b) - min(a, b)) }
	made, err := recombine.Merge(context.Background(), distance, [][]uint32{tour, backwards, tour}, recombine.DefaultEffort)
	if err != nil || !slices.Equal(made.Tour, tour) {
		t.Errorf("%v, %v", made.Tour, err)
	}
	if made.Tour[0] = 7; tour[0] == 7 {
		t.Error("the result is a tour that was given")
	}
}

func TestAllRefuses(t *testing.T) {
	usual := recombine.DefaultEffort
	for _, c := range []struct {
		tours  [][]uint32
		effort recombine.Effort
		want   string
	}{
		{nil, usual, "no tours"},
		{[][]uint32{{}}, usual, "no cities"},
		{[][]uint32{{0, 1, 2}, {0, 1}}, usual, "tour 1 has 2 cities, tour 0 has 3"},
		{[][]uint32{{0, 1, 2}, {0, 1, 3}}, usual, "tour 1: city 3 is outside 0..2"},
		{[][]uint32{{0, 1, 1}}, usual, "tour 0 visits city 1 twice"},
		{[][]uint32{{0, 1, 2}, {2, 1, 2}}, usual, "tour 1 visits city 2 twice"},
		{[][]uint32{{0}}, recombine.Effort{WindowCities: 3, States: 1}, "windows of 3 cities"},
		{[][]uint32{{0}}, recombine.Effort{WindowCities: 4}, "0 states"},
		{[][]uint32{{0}}, recombine.Effort{WindowCities: 4, States: 1, Rounds: -1}, "-1 rounds"},
	} {
		distance := func(a, b uint32) int64 { return 1 }
		if _, err := recombine.Merge(context.Background(), distance, c.tours, c.effort); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("the error %v does not say %q", err, c.want)
		}
	}
}

func TestAllIsTheSameOnAnyNumberOfProcessors(t *testing.T) {
	in := instance(t, "uniform", 1000)
	tours := in.optima(6, 500)
	effort := recombine.Effort{WindowCities: 50, States: 100}
	want, err := recombine.Merge(context.Background(), in.distance, tours, effort)
	if err != nil {
		t.Fatal(err)
	}
	requireTour(t, in.distance, tours, want)
	if want.Length == shortest(in.distance, tours) {
		t.Fatal("nothing was gained, so nothing is compared")
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	for _, processors := range []int{1, 3, 8} {
		runtime.GOMAXPROCS(processors)
		if got, err := recombine.Merge(context.Background(), in.distance, tours, effort); err != nil || !slices.Equal(got.Tour, want.Tour) {
			t.Errorf("%d processors: another tour, or %v", processors, err)
		}
	}
}

// What a context ends makes one round at the least, and what it made is made again by as many rounds.
func TestAllStopsWithTheContext(t *testing.T) {
	in := instance(t, "clustered", 2000)
	tours := in.optima(3, 0)
	effort := recombine.Effort{WindowCities: 50, States: 100}
	whole, err := recombine.Merge(context.Background(), in.distance, tours, effort)
	if err != nil || whole.Rounds < 3 {
		t.Fatalf("%d rounds, %v", whole.Rounds, err)
	}
	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	late, cancel := context.WithDeadline(context.Background(), time.Now().Add(-time.Second))
	defer cancel()
	for want, ctx := range map[error]context.Context{context.Canceled: cancelled, context.DeadlineExceeded: late} {
		made, err := recombine.Merge(ctx, in.distance, tours, effort)
		if !errors.Is(err, want) || made.Rounds != 1 || made.Length <= whole.Length {
			t.Errorf("%v: error %v, %d rounds, length %d of %d", want, err, made.Rounds, made.Length, whole.Length)
		}
		requireTour(t, in.distance, tours, made)
		again := effort
		again.Rounds = made.Rounds
		if again, err := recombine.Merge(context.Background(), in.distance, tours, again); err != nil || !slices.Equal(again.Tour, made.Tour) {
			t.Errorf("%v: as many rounds: another tour, or %v", want, err)
		}
	}
}
