package aco

import (
	"slices"
	"strings"
	"testing"

	"github.com/aco-vk/aco-vk/tsp"
)

// A run says whether it used the initial tour, whatever its algorithm.
func TestInitialTourNotice(t *testing.T) {
	in := generated(t, 60)
	short := mustSolve(t, in, Options{Iterations: 50}).Tour
	long := make(tsp.Tour, 60)
	for city := range long {
		long[city] = int32(city)
	}
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
