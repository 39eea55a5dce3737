package aco

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
	"github.com/aco-vk/aco-vk/tsp/verify"
)

// Without rules, all tours of 3 to 9 cities are compared at once: no device is opened. Tours and
// open paths are the shortest, with fixed edges and with matrices of one-way streets, too.
func TestFewCitiesAreCompared(t *testing.T) {
	random := rand.New(rand.NewPCG(44, 1))
	for example := range 84 {
		n := 3 + example%7
		in := smallInstance(t, example, n)
		if example%4 == 3 {
			in = tsptest.Matrix(tsp.ATSP, n, func() int32 { return random.Int32N(1000) })
		}
		if example%3 == 2 {
			in = withFixed(t, random, in, 4)
		}
		options, want := Options{Checkpoint: t.TempDir() + "/run"}, int64(0)
		check := func(tour tsp.Tour) (int64, error) { return verify.Tour(in, tour) }
		if example/7%2 == 0 {
			want, _ = tsptest.Optimum(in)
		} else {
			ends := drawEnds(random, n, example/14)
			if want = tsptest.ShortestPath(in, ends); want < 0 { // the fixed edges leave none
				continue
			}
			options.Path = &ends
			check = func(tour tsp.Tour) (int64, error) { return verify.Path(in, tour, ends[0], ends[1]) }
		}
		result, err := Solve(t.Context(), in, options)
		if err != nil {
			t.Fatal(err)
		}
		length, err := check(result.Tour)
		got := fmt.Sprint(length, err, result.Length, result.Stop, result.Algorithm, result.Devices)
		if want := fmt.Sprint(want, nil, want, StopOptimal, AlgorithmExhaustive, []DeviceResult(nil)); got != want {
			t.Errorf("example %d, %d cities, path %v, fixed %v: %s, want %s", example, n, options.Path, in.Fixed, got, want)
		}
	}
}
