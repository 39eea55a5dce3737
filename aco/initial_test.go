package aco

import (
	"slices"
	"strings"
	"testing"

	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/internal/testkind"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/verify"
)

// A run says whether it used the initial tour, whatever its algorithm.
func TestInitialTourNotice(t *testing.T) {
	testkind.ComparesRuns(t)
	in := generated(t, 60)
	short := mustSolve(t, in, Options{Iterations: 50}).Tour
	long := inOrder(60)
	for _, method := range []Method{Automatic{Ants: 8}, MMAS{Ants: 8}, ACS{Ants: 8}, AntSystem{Ants: 8}} {
		for _, path := range []*tsp.Ends{nil, {tsp.FreeEnd, tsp.FreeEnd}} {
			for says, tour := range map[string]tsp.Tour{"the run started from the initial tour": short, "the initial tour was not used: its length is": long} {
				var notices []string
				_, err := Solve(t.Context(), in, Options{
					Method: method, Devices: onProcessor(t), Iterations: 1, InitialTour: tour, Path: path,
					Progress: func(p Progress) { notices = append(notices, p.Notice.Text) },
				})
				if err != nil || !slices.ContainsFunc(notices,
					func(text string) bool { return strings.HasPrefix(text, says) }) {
					t.Errorf("%T, path %v: %v, %q, want %q", method, path, err, notices, says)
				}
			}
		}
	}
}

// The length of an initial tour that was not used is its length in the caller's instance. It passes
// places twice; as one city each they have a shorter tour. A tour without the ends of a path has the
// length of the path that is made of it.
func TestLengthOfUnusedInitialTour(t *testing.T) {
	of := generated(t, 30)
	cities := make(tsp.Tour, 60)
	for i := range cities {
		cities[i] = int32(i % 30)
	}
	in := of.Part(cities)
	tour := inOrder(60)
	closed := must.Get(verify.Tour(in, tour))(t)
	for _, c := range []struct {
		path *tsp.Ends
		want int64
	}{
		{nil, closed},
		{&tsp.Ends{0, 59}, closed - in.Distance(59, 0)},
		{&tsp.Ends{tsp.FreeEnd, tsp.FreeEnd}, closed - in.Distance(59, 0)},
	} {
		var notices []string
		_, err := Solve(t.Context(), in, Options{
			Method: Automatic{Ants: 8}, Devices: onProcessor(t), Iterations: 1, InitialTour: tour, Path: c.path,
			Progress: func(p Progress) { notices = append(notices, p.Notice.Text) },
		})
		want := "the initial tour was not used: its length is " + in.Unit.Format(c.want) + ","
		if err != nil || !slices.ContainsFunc(notices, func(text string) bool { return strings.HasPrefix(text, want) }) {
			t.Errorf("path %v: %v, %q, want %q", c.path, err, notices, want)
		}
	}
}

// A tour that is a little longer than the run's own is the first tour of one colony.
func TestInitialColonyNotice(t *testing.T) {
	in := generated(t, 60)
	own := mustSolve(t, in, Options{Devices: onProcessor(t), Iterations: 1, Method: Merged{}})
	tour := slices.Clone(own.Tour)
	for i := 0; tour.Length(in) <= own.FirstLength; i++ {
		tour[i], tour[i+1] = tour[i+1], tour[i]
	}
	var notices []string
	result := mustSolve(t, in, Options{
		Devices: onProcessor(t), Iterations: 1, Method: Merged{}, InitialTour: tour,
		Progress: func(p Progress) { notices = append(notices, p.Notice.Text) },
	})
	says := func(text string) bool {
		return strings.HasPrefix(text, "one search started from the initial tour: its length is ")
	}
	if result.InitialUse != InitialColony || result.FirstTour != FirstGreedy || !slices.ContainsFunc(notices, says) {
		t.Errorf("use %q, first tour %s, notices %q", result.InitialUse, result.FirstTour, notices)
	}
}
