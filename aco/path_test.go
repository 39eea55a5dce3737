package aco

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/aco-vk/aco-vk/aco/checkpoint"
	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/verify"
)

// drawEnds returns ends for an example: both given, one of them, or none.
func drawEnds(random *rand.Rand, n, example int) tsp.Ends {
	cities := random.Perm(n)
	ends := tsp.Ends{int32(cities[0]), int32(cities[1])}
	for i := range ends {
		if example>>i&1 == 1 {
			ends[i] = tsp.FreeEnd
		}
	}
	return ends
}

func TestRefusedPaths(t *testing.T) {
	in := generated(t, 20)
	fixed := must.Get(in.WithFixed(tsp.Edge{3, 4}, tsp.Edge{4, 5}))(t)
	joined := must.Get(in.WithFixed(tsp.Edge{3, 4}))(t)
	for _, c := range []struct {
		instance *tsp.Instance
		options  Options
		want     string
	}{
		{joined, Options{Path: &tsp.Ends{4, 3}}, "no path has these ends: a fixed edge joins city 4 and city 3; remove it"},
		{in, Options{Path: &tsp.Ends{3, 3}}, "two different ends, not city 3 twice"},
		{in, Options{Path: &tsp.Ends{3, 20}}, "city 20 is outside 0..19"},
		{in, Options{Path: &tsp.Ends{-2, 3}}, "city -2 is outside 0..19"},
		{fixed, Options{Path: &tsp.Ends{5, 3}}, "close a cycle"},
		{fixed, Options{Path: &tsp.Ends{4, 9}}, "city 4 has two fixed edges"},
		{fixed, Options{Path: &tsp.Ends{tsp.FreeEnd, 4}}, "city 4 has two fixed edges"},
		{&tsp.Instance{Kind: tsp.ATSP, Metric: tsp.EUC2D, X: in.X, Y: in.Y}, Options{Path: &tsp.Ends{3, 4}},
			"use kind TSP"},
	} {
		c.options.Devices = onProcessor(t)
		_, err := Solve(t.Context(), c.instance, c.options)
		if refused := new(OptionError); !errors.As(err, &refused) || refused.Option != "Path" ||
			!strings.Contains(err.Error(), c.want) {
			t.Errorf("%v: %v, want %q", c.options.Path, err, c.want)
		}
	}
}

// A path of many places with a free end takes no matrix. It is about as short as the closed tour after one
// iteration, which is more than 10% shorter than the first tour; the local optima differ by up to 2%. It continues
// from its checkpoint, and is the same when it is repeated.
func TestFreeEndsOfManyPlaces(t *testing.T) {
	in := generated(t, maxPathMatrix+1)
	options := Options{Devices: onProcessor(t), Iterations: 1, Method: Chained{Colonies: 1}}
	closed := must.Get(Solve(t.Context(), in, options))(t)
	for _, path := range []tsp.Ends{{tsp.FreeEnd, tsp.FreeEnd}, {7, tsp.FreeEnd}, {tsp.FreeEnd, 7}} {
		options := options
		options.Path, options.Checkpoint = &path, t.TempDir()+"/path"
		first := must.Get(Solve(t.Context(), in, options))(t)
		length, err := verify.Path(in, first.Tour, path[0], path[1])
		if err != nil || length != first.Length || length > closed.Length+closed.Length/30 {
			t.Errorf("%v: length %d of %d, closed %d, %v", path, length, first.Length, closed.Length, err)
		}
		if path == (tsp.Ends{tsp.FreeEnd, tsp.FreeEnd}) && first.Tour[0] > first.Tour[maxPathMatrix] {
			t.Errorf("the path begins at %d and ends at %d", first.Tour[0], first.Tour[maxPathMatrix])
		}
		again, err := Solve(t.Context(), in, Options{Devices: options.Devices, Path: &path, Method: first.Replay()})
		if err != nil || !slices.Equal(again.Tour, first.Tour) {
			t.Errorf("%v: repeated: %v", path, err)
		}
		on, err := Solve(t.Context(), in, Options{Devices: options.Devices, Path: &path, Iterations: 2,
			Method: Resume{File: options.Checkpoint}})
		if err != nil {
			t.Errorf("%v: resumed: %v", path, err)
		} else if on.FirstLength != first.FirstLength {
			t.Errorf("%v: resumed: first tour of %d in place of %d", path, on.FirstLength, first.FirstLength)
		}
		_, err = Solve(t.Context(), generated(t, maxPathMatrix+2), Options{Devices: options.Devices, Path: &path,
			Method: Resume{File: options.Checkpoint}})
		if !errors.Is(err, checkpoint.ErrOtherInstance) {
			t.Errorf("%v: resumed with another instance: %v", path, err)
		}
	}
}

// A path with a free end that starts from a given one has its ends, and takes the matrix, also when it
// is resumed and paths of fixed edges are contracted.
func TestFreeEndsFromInitialTour(t *testing.T) {
	path := tsp.Ends{tsp.FreeEnd, tsp.FreeEnd}
	in := must.Get(generated(t, maxPathMatrix+1).WithFixed(tsp.Edge{3, 4}, tsp.Edge{4, 5}))(t)
	options := Options{Devices: onProcessor(t), Iterations: 1, Method: Chained{Colonies: 1}, Path: &path}
	given := must.Get(Solve(t.Context(), in, options))(t)
	options.InitialTour, options.Checkpoint = given.Tour, t.TempDir()+"/path"
	result := must.Get(Solve(t.Context(), in, options))(t)
	resumed := Options{Devices: options.Devices, Path: &path, Iterations: 2, Method: Resume{File: options.Checkpoint}}
	again := must.Get(Solve(t.Context(), in, resumed))(t)
	if result.Length > given.Length || again.Length > result.Length {
		t.Errorf("lengths %d, %d, %d", given.Length, result.Length, again.Length)
	}
}
