package recombine_test

import (
	"context"
	"errors"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/aco-vk/aco-vk/aco/recombine"
	"github.com/aco-vk/aco-vk/internal/must"
)

// drawNeighbors returns random lists of other cities.
func drawNeighbors(t *rapid.T, n int) recombine.Neighbors {
	width := min(rapid.IntRange(0, 5).Draw(t, "width"), n-1)
	near := recombine.Neighbors{Width: width}
	for city := range n * width {
		other := rapid.IntRange(1, max(1, n-1)).Draw(t, "step")
		near.Cities = append(near.Cities, uint32((city/width+other)%n))
	}
	return near
}

// The result is a tour of the returned length, never longer than the shortest of the tours.
func TestAssembleEdgesIsNeverLonger(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 60).Draw(t, "cities")
		distance, tours := randomDistances(t, n), randomTours(t, n)
		how := recombine.Assembly{Pairs: rapid.Bool().Draw(t, "pairs")}
		result := must.Get(recombine.AssembleEdges(t.Context(), distance, drawNeighbors(t, n), tours, how))(t)
		requireNotLonger(t, distance, tours, result)
	})
}

// Pairs of AB-cycles shorten a tour that single ones do not shorten. The result does not depend on the
// number of processors.
func TestPairsShortenAssembledTours(t *testing.T) {
	in := newInstance(t, "clustered", 1000)
	tours := in.localOptima(t, 6, 200)
	near := recombine.Neighbors{Cities: in.near, Width: in.width}
	single := recombine.Result{Length: shortest(in.distance, tours)}
	for shorter := true; shorter; {
		result := must.Get(recombine.AssembleEdges(t.Context(), in.distance, near, tours, recombine.Assembly{}))(t)
		shorter = result.Length < single.Length
		single, tours = result, append(tours, result.Tour)
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	want, err := recombine.AssembleEdges(t.Context(), in.distance, near, tours, recombine.Assembly{Pairs: true})
	if err != nil || want.Length >= single.Length {
		t.Fatalf("length %d after %d, %v", want.Length, single.Length, err)
	}
	requireNotLonger(t, in.distance, tours, want)
	runtime.GOMAXPROCS(5)
	if got, err := recombine.AssembleEdges(t.Context(), in.distance, near, tours, recombine.Assembly{Pairs: true}); err != nil || !slices.Equal(got.Tour, want.Tour) || got.Rounds != want.Rounds {
		t.Errorf("another tour on more processors, or error %v", err)
	}
}

// AssembleEach shortens each tour, and keeps them different.
func TestAssembleEach(t *testing.T) {
	in := newInstance(t, "clustered", 1000)
	tours := in.localOptima(t, 4, 50)
	near := recombine.Neighbors{Cities: in.near, Width: in.width}
	others := [][]int{{1, 2}, {2, 3}, {}, {0, 2, 1}}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	want := must.Get(recombine.AssembleEach(t.Context(), in.distance, near, tours, others))(t)
	for i, result := range want {
		requireNotLonger(t, in.distance, tours[i:i+1], result)
		if slices.Equal(result.Tour, tours[i]) != (len(others[i]) == 0) || result.Rounds != len(others[i]) {
			t.Errorf("tour %d after %d rounds has length %d", i, result.Rounds, result.Length)
		}
		for _, earlier := range want[:i] {
			if slices.Equal(earlier.Tour, result.Tour) {
				t.Errorf("tour %d is an earlier one", i)
			}
		}
	}
	runtime.GOMAXPROCS(3)
	got, err := recombine.AssembleEach(t.Context(), in.distance, near, tours, others)
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("other tours on more processors, or error %v", err)
	}
	ended, end := context.WithCancel(t.Context())
	end()
	if _, err := recombine.AssembleEach(ended, in.distance, near, tours, others); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v after the end of the context", err)
	}
}

// AssembleEdges shortens tours that Merge cannot shorten, and its result does not depend on the
// number of processors.
func TestAssembleEdgesShortensMergedTours(t *testing.T) {
	in := newInstance(t, "clustered", 1000)
	tours := in.localOptima(t, 8, 0)
	merged := must.Get(recombine.Merge(t.Context(), in.distance, tours, recombine.DefaultEffort))(t)
	tours = append(tours, merged.Tour)
	near := recombine.Neighbors{Cities: in.near, Width: in.width}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	want, err := recombine.AssembleEdges(t.Context(), in.distance, near, tours, recombine.Assembly{})
	if err != nil || want.Length >= merged.Length {
		t.Fatalf("length %d after %d, %v", want.Length, merged.Length, err)
	}
	requireNotLonger(t, in.distance, tours, want)
	for _, processors := range []int{2, 5} {
		runtime.GOMAXPROCS(processors)
		if got, err := recombine.AssembleEdges(t.Context(), in.distance, near, tours, recombine.Assembly{}); err != nil || !slices.Equal(got.Tour, want.Tour) || got.Rounds != want.Rounds {
			t.Errorf("%d processors: another tour, or error %v", processors, err)
		}
	}
}

func TestAssembleEdgesRefuses(t *testing.T) {
	near := recombine.Neighbors{Cities: []uint32{1, 2, 0}, Width: 1}
	for _, c := range []struct {
		tours [][]uint32
		near  recombine.Neighbors
		want  string
	}{
		{nil, near, "no tours"},
		{[][]uint32{{0, 1, 1}}, near, "tour 0 visits city 1 twice"},
		{[][]uint32{{0, 1, 2, 3}}, near, "3 near cities for 4 cities: 1 of each"},
		{[][]uint32{{0, 1, 2}}, recombine.Neighbors{Cities: []uint32{1, 3, 0}, Width: 1}, "near city 3 of city 1 is outside 0..2"},
	} {
		distance := func(a, b uint32) int64 { return 1 }
		if _, err := recombine.AssembleEdges(t.Context(), distance, c.near, c.tours, recombine.Assembly{}); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("error %v, want %q", err, c.want)
		}
		if _, err := recombine.AssembleEach(t.Context(), distance, c.near, c.tours, nil); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("error %v of AssembleEach, want %q", err, c.want)
		}
	}
}

// If the context ends, AssembleEdges returns the tour of the complete rounds, which the same number
// of rounds makes again.
func TestAssembleEdgesUntilDeadline(t *testing.T) {
	in := newInstance(t, "clustered", 500)
	tours := in.localOptima(t, 3, 50)
	near := recombine.Neighbors{Cities: in.near, Width: in.width}
	got := cutAfterARound(t, func(ctx context.Context) (recombine.Result, error) {
		return recombine.AssembleEdges(ctx, in.distance, near, tours, recombine.Assembly{})
	})
	if got.Length >= shortest(in.distance, tours) {
		t.Fatalf("length %d after %d rounds", got.Length, got.Rounds)
	}
	requireNotLonger(t, in.distance, tours, got)
	again, err := recombine.AssembleEdges(t.Context(), in.distance, near, tours, recombine.Assembly{Rounds: got.Rounds})
	if err != nil || !slices.Equal(again.Tour, got.Tour) || again.Rounds != got.Rounds {
		t.Errorf("%d rounds give another tour, or error %v", again.Rounds, err)
	}
}
