package aco

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/internal/testkind"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
)

// A run with a price finds the tour with the least length and price of new legs, compared with all
// tours.
func TestStayCloseIsBest(t *testing.T) {
	testkind.ComparesRuns(t)
	random := rand.New(rand.NewPCG(5, 6))
	const n = 8
	for _, kind := range []tsp.Kind{tsp.TSP, tsp.ATSP} {
		for _, path := range []*tsp.Ends{nil, {2, 5}, {2, tsp.FreeEnd}} {
			for _, price := range []int64{1, 150, 5000} {
				in := tsptest.Matrix(kind, n, func() int32 { return random.Int32N(1000) })
				if kind == tsp.TSP && path == nil {
					in = tsptest.Generate(t, "uniform", n, price)
				}
				order := tsp.Tour{2, 0, 7, 4, 1, 5} // 3 and 6 are new today
				initial := tsp.Tour{2, 3, 0, 7, 6, 4, 1, 5}
				result, err := Solve(t.Context(), in, Options{
					Devices: onProcessor(t), Iterations: 20, InitialTour: initial, Path: path,
					StayClose: StayClose{Price: price, Order: order, Open: path != nil},
				})
				if err != nil {
					t.Fatal(err)
				}
				cost, changed := costOf(in, result.Tour, order, path != nil, price)
				if result.StayClose.Cost != cost || result.StayClose.NewLegs != changed || result.Length != cost-int64(changed)*price {
					t.Errorf("%s, path %v, price %d: cost %d, length %d, %d new legs, want cost %d and %d new legs", kind, path,
						price, result.StayClose.Cost, result.Length, result.StayClose.NewLegs, cost, changed)
				}
				if best := leastCost(in, order, path, price); cost != best {
					t.Errorf("%s, path %v, price %d: cost %d, the best tour has %d", kind, path, price, cost, best)
				}
			}
		}
	}
}

// leastCost compares all tours.
func leastCost(in *tsp.Instance, order tsp.Tour, path *tsp.Ends, price int64) int64 {
	best := int64(math.MaxInt64)
	var extend func(tour tsp.Tour)
	extend = func(tour tsp.Tour) {
		if len(tour) == in.Dimension() {
			if path != nil && path[1] != tsp.FreeEnd && tour[len(tour)-1] != path[1] {
				return
			}
			cost, _ := costOf(in, tour, order, path != nil, price)
			best = min(best, cost)
			return
		}
		for city := range int32(in.Dimension()) {
			if !slices.Contains(tour, city) {
				extend(append(tour[:len(tour):len(tour)], city))
			}
		}
	}
	extend(tsp.Tour{2})
	return best
}

// costOf returns the length and price of a tour, and the number of its new legs.
func costOf(in *tsp.Instance, tour, order tsp.Tour, open bool, price int64) (cost int64, changed int) {
	legs := len(tour)
	if open {
		legs--
	}
	for i := range legs {
		from, to := tour[i], tour[(i+1)%len(tour)]
		cost += in.Distance(int(from), int(to))
		a, b := slices.Index(order, from), slices.Index(order, to)
		if a < 0 || b < 0 {
			continue
		}
		follows := func(a, b int) bool { return b == a+1 || !open && a == len(order)-1 && b == 0 }
		if !follows(a, b) && !(in.Symmetric() && follows(b, a)) {
			cost, changed = cost+price, changed+1
		}
	}
	return cost, changed
}

// With a high price the tour changes as little as it can, and with a price of 0 it is the one of a
// run without.
func TestStayCloseKeepsTheOrder(t *testing.T) {
	testkind.ComparesRuns(t)
	in := generated(t, 60)
	order := make(tsp.Tour, 60)
	for i, city := range rand.New(rand.NewPCG(9, 9)).Perm(60) {
		order[i] = int32(city)
	}
	o := Options{Devices: onProcessor(t), Iterations: 10, InitialTour: order}
	free := mustSolve(t, in, o)
	o.StayClose = StayClose{Price: 1_000_000}
	kept := mustSolve(t, in, o)
	if kept.StayClose.NewLegs != 0 || kept.Tour.SHA256(true) != order.SHA256(true) || kept.Length != order.Length(in) {
		t.Errorf("%d new legs, length %d, want %d", kept.StayClose.NewLegs, kept.Length, order.Length(in))
	}
	last := int64(0)
	for _, price := range []int64{1_000_000, 20_000, 0} {
		o.StayClose.Price = price
		result := mustSolve(t, in, o)
		if last > 0 && result.Length > last {
			t.Errorf("price %d: length %d, longer than %d with a higher price", price, result.Length, last)
		}
		last = result.Length
		if price == 0 && (result.StayClose != nil || result.Tour.SHA256(true) != free.Tour.SHA256(true)) {
			t.Errorf("price 0: %+v", result.StayClose)
		}
	}
}

// A price that is too high for Merged is lowered to one at which the tour is the same: the length of the
// initial tour alone would be too high, too.
func TestStayCloseLowersAHighPrice(t *testing.T) {
	testkind.ComparesRuns(t)
	in := generated(t, 60)
	for city := range in.X {
		in.X[city], in.Y[city] = 10*in.X[city], 10*in.Y[city]
	}
	order := mustSolve(t, in, Options{Devices: onProcessor(t), Iterations: 10}).Tour
	if order.Length(in) < model.MaxDistance {
		t.Fatalf("the tour has length %d, too short for this test", order.Length(in))
	}
	result := mustSolve(t, in, Options{
		Devices: onProcessor(t), Iterations: 10, InitialTour: order, StayClose: StayClose{Price: 1_000_000_000},
	})
	if result.Algorithm != AlgorithmMerged || result.StayClose.NewLegs != 0 || result.StayClose.Price != 1_000_000_000 {
		t.Errorf("%s, %+v", result.Algorithm, result.StayClose)
	}
}

func TestStayCloseRefuses(t *testing.T) {
	in := generated(t, 60)
	tour, increasing := tsptest.RandomTour(60), inOrder(60)
	for name, o := range map[string]Options{
		"without a tour":    {StayClose: StayClose{Price: 1}},
		"a negative price":  {StayClose: StayClose{Price: -1}, InitialTour: tour},
		"a price too high":  {StayClose: StayClose{Price: math.MaxInt32, Order: increasing}, InitialTour: tour},
		"a city twice":      {StayClose: StayClose{Price: 1, Order: tsp.Tour{1, 2, 1}}, InitialTour: tour},
		"with a target":     {StayClose: StayClose{Price: 1}, InitialTour: tour, Target: 1},
		"with a checkpoint": {StayClose: StayClose{Price: 1}, InitialTour: tour, Checkpoint: t.TempDir() + "/c"},
	} {
		_, err := Solve(t.Context(), in, o)
		if refused := (*OptionError)(nil); !errors.As(err, &refused) || refused.Option != "StayClose.Price" {
			t.Errorf("%s: %v", name, err)
		}
		if _, planned := Plan(t.Context(), in, o); err == nil || planned == nil || planned.Error() != err.Error() {
			t.Errorf("%s: Plan %v, Solve %v", name, planned, err)
		}
	}
}

// The matrix of more cities than a matrix can have is refused before it is made.
func TestStayCloseNeedsAMatrix(t *testing.T) {
	const n = 46_341
	in, err := tsp.FromXY(tsp.EUC2D, make([]float64, n), make([]float64, n))
	if err != nil {
		t.Fatal(err)
	}
	_, err = Plan(t.Context(), in, Options{StayClose: StayClose{Price: 1}, InitialTour: tsptest.RandomTour(n)})
	tsptest.RequireError(t, "too many cities", err, "prices of legs: they need a matrix, and 46341 cities are more than")
}

// The lengths of iterations include the prices of new legs.
func TestRecordWithPrices(t *testing.T) {
	in, best := generated(t, 30), int64(0)
	order := tsp.Tour{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}
	result := mustSolve(t, in, Options{
		Method: MMAS{Ants: 10}, Devices: onProcessor(t), Iterations: 3, StayClose: StayClose{Price: 1000, Order: order},
		Record: func(i Iteration) { best = i.Best },
	})
	if s := result.StayClose; s.NewLegs == 0 || s.Cost != result.Length+1000*int64(s.NewLegs) || best != s.Cost {
		t.Errorf("length %d, %+v, recorded %d", result.Length, *s, best)
	}
}
