package main

import (
	"strings"
	"testing"
	"time"

	"github.com/aco-vk/aco-vk/aco"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/format"
)

func TestColonyLengths(t *testing.T) {
	colonies := []aco.ColonyResult{{BestLength: 12}, {BestLength: 11}, {BestLength: 14}}
	for _, c := range []struct {
		result aco.Result
		want   string
	}{
		{aco.Result{Algorithm: aco.AlgorithmMerged, Length: 10}, "3, best lengths of the last round 11 to 14"},
		{aco.Result{Algorithm: aco.AlgorithmMMAS, Length: 11, StayClose: &aco.StayCloseResult{}},
			"3, best lengths, with the prices of new legs, 11 to 14"},
		{aco.Result{Algorithm: aco.AlgorithmMMAS, Length: 11}, "3, best lengths 11 to 14"},
	} {
		c.result.Colonies = colonies
		if got := colonyLengths(tsp.Unit{}, &c.result); got != c.want {
			t.Errorf("%s, length %d: %q, want %q", c.result.Algorithm, c.result.Length, got, c.want)
		}
	}
}

// The summary says when the tour was found, and whether by ants or by recombination.
func TestSummarySaysWhereTheTourIsFrom(t *testing.T) {
	first, later := aco.Improvement{Length: 12}, aco.Improvement{Length: 11, Elapsed: 1500 * time.Millisecond}
	recombined := later
	recombined.Recombined = true
	for _, c := range []struct {
		trace []aco.Improvement
		want  string
	}{
		{[]aco.Improvement{first}, "length      11, the length of the greedy tour\n"},
		{[]aco.Improvement{first, later}, "length      11\nfound       after 1.50 s, by ants\n"},
		{[]aco.Improvement{first, recombined},
			"length      11\nfound       after 1.50 s, by recombination of the colonies' tours\n"},
	} {
		var out strings.Builder
		result := &aco.Result{Length: 11, UnitLength: 11, Trace: c.trace, FirstTour: "greedy", Colonies: make([]aco.ColonyResult, 2)}
		summary(&out, &tsp.Instance{}, format.TSPLIB, result, "")
		if !strings.HasPrefix(out.String(), c.want) || !strings.Contains(out.String(), "\ncolonies ") {
			t.Errorf("%q, want %q", out.String(), c.want)
		}
		out.Reset()
		summary(&out, &tsp.Instance{}, format.CSV, result, "")
		if text := out.String(); strings.Contains(text, "ants") || strings.Contains(text, "colonies") {
			t.Errorf("of places: %q", text)
		}
	}
}
