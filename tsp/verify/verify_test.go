package verify

import (
	"math"
	"strings"
	"testing"

	"github.com/aco-vk/aco-vk/tsp"
)

func TestTourByHand(t *testing.T) {
	square := func(m tsp.Metric) *tsp.Instance {
		return &tsp.Instance{Kind: tsp.TSP, Metric: m, X: []float64{0, 30, 30, 0}, Y: []float64{0, 0, 40, 40},
			Z: make([]float64, 4)}
	}
	matrix := &tsp.Instance{Kind: tsp.ATSP, Metric: tsp.Explicit, Weights: []int32{9, 1, 2, 3, 9, 4, 5, 6, 9}}
	round, crossed := tsp.Tour{0, 1, 2, 3}, tsp.Tour{0, 2, 1, 3}
	for _, c := range []struct {
		name string
		in   *tsp.Instance
		tour tsp.Tour
		want int64
	}{
		{"plane", square(tsp.EUC2D), round, 140},
		{"diagonals", square(tsp.EUC2D), crossed, 50 + 40 + 50 + 40},
		{"up", square(tsp.CEIL2D), crossed, 180},
		{"space", square(tsp.EUC3D), crossed, 180},
		{"blocks", square(tsp.MAN2D), crossed, 70 + 40 + 70 + 40},
		{"larger axis", square(tsp.MAX2D), crossed, 160},
		{"√90 and √160 up", square(tsp.ATT), round, 2 * (10 + 13)},
		// A degree of a great circle is 111.32 km: 40 on the equator, 30 on a meridian, and 34.46
		// between two places 40 apart in longitude on 30° north (cos² 30°·cos 40° + sin² 30° = cos
		// 34.46°). Each is rounded down, plus 1.
		{"globe", square(tsp.GEO), tsp.Tour{0, 3, 2, 1}, 4453 + 3340 + 3837 + 3340},
		{"there", matrix, tsp.Tour{0, 1, 2}, 1 + 4 + 5},
		{"back", matrix, tsp.Tour{2, 1, 0}, 6 + 3 + 2},
	} {
		if got, err := Tour(c.in, c.tour); err != nil || got != c.want {
			t.Errorf("%s: length %d, %v, want %d", c.name, got, err, c.want)
		}
	}
}

// Fixed edges may be anywhere in the tour and in any direction, also between its last and its
// first city.
func TestTourWithFixedEdges(t *testing.T) {
	in := &tsp.Instance{Metric: tsp.EUC2D, X: []float64{0, 30, 30, 0}, Y: []float64{0, 0, 40, 40},
		Fixed: []tsp.Edge{{2, 1}, {0, 3}}}
	if length, err := Tour(in, tsp.Tour{0, 1, 2, 3}); err != nil || length != 140 {
		t.Errorf("length %d, %v", length, err)
	}
}

// Fixed edges of an asymmetric instance have a direction.
func TestDirectedFixedEdges(t *testing.T) {
	in := &tsp.Instance{Kind: tsp.ATSP, Metric: tsp.Explicit, Weights: []int32{0, 1, 2, 3, 0, 4, 5, 6, 0},
		Fixed: []tsp.Edge{{2, 0}}}
	if length, err := Tour(in, tsp.Tour{0, 1, 2}); err != nil || length != 10 {
		t.Errorf("length %d, %v", length, err)
	}
	if _, err := Tour(in, tsp.Tour{2, 1, 0}); err == nil ||
		!strings.Contains(err.Error(), "does not have the fixed edge from city 2 to city 0") {
		t.Error(err)
	}
}

func TestPath(t *testing.T) {
	in := &tsp.Instance{Metric: tsp.EUC2D, X: []float64{0, 30, 30, 0}, Y: []float64{0, 0, 40, 40},
		Fixed: []tsp.Edge{{2, 1}}}
	if length, err := Path(in, tsp.Tour{0, 1, 2, 3}, 0, 3); err != nil || length != 100 {
		t.Errorf("length %d, %v", length, err)
	}
	if length, err := Path(in, tsp.Tour{0, 1, 2, 3}, -1, -1); err != nil || length != 100 {
		t.Errorf("free ends: length %d, %v", length, err)
	}
	for want, c := range map[string]struct {
		tour       tsp.Tour
		start, end int32
	}{
		"begins at city 0, not at city 3":                   {tsp.Tour{0, 1, 2, 3}, 3, -1},
		"ends at city 3, not at city 1":                     {tsp.Tour{0, 1, 2, 3}, 0, 1},
		"more than once":                                    {tsp.Tour{0, 1, 1, 3}, 0, 3},
		"the tour does not have the fixed edge from city 2": {tsp.Tour{1, 0, 2, 3}, 1, 3},
		"the path does not have the fixed edge from city 2": {tsp.Tour{1, 0, 3, 2}, -1, -1},
	} {
		if _, err := Path(in, c.tour, c.start, c.end); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: %v, want %q", c.tour, err, want)
		}
	}
}

func TestTourRefuses(t *testing.T) {
	three := []float64{1, 2, 3}
	fixed := func(edges ...tsp.Edge) *tsp.Instance {
		return &tsp.Instance{Metric: tsp.EUC2D, X: make([]float64, 5), Y: make([]float64, 5), Fixed: edges}
	}
	plane := &tsp.Instance{Metric: tsp.EUC2D, X: three, Y: three}
	for _, c := range []struct {
		in   *tsp.Instance
		tour tsp.Tour
		want string
	}{
		{plane, nil, "0 cities, the instance 3"},
		{plane, tsp.Tour{0, 1, 2, 0}, "4 cities, the instance 3"},
		{plane, tsp.Tour{0, 1, 1}, "city 1 more than once"},
		{plane, tsp.Tour{0, 1, 3}, "position 2: city 3 is outside 0..2"},
		{plane, tsp.Tour{-1, 1, 2}, "city -1 is outside 0..2"},
		{&tsp.Instance{Metric: "XRAY1", X: three, Y: three}, tsp.Tour{0, 1, 2}, `metric "XRAY1" is not supported`},
		{&tsp.Instance{Metric: tsp.EUC2D, X: three, Y: three[:2]}, tsp.Tour{0, 1, 2},
			"the axes have 3, 2 and 0 coordinates"},
		{&tsp.Instance{Metric: tsp.EUC3D, X: three, Y: three}, tsp.Tour{0, 1, 2},
			"the axes have 3, 3 and 0 coordinates"},
		{&tsp.Instance{Metric: tsp.Explicit, Weights: make([]int32, 8)}, tsp.Tour{0, 1, 2}, "not a square matrix"},
		{&tsp.Instance{Metric: tsp.EUC2D, X: three, Y: []float64{0, math.NaN(), 0}}, tsp.Tour{0, 1, 2},
			"NaN is outside"},
		{&tsp.Instance{Metric: tsp.EUC2D, X: three, Y: []float64{0, 1e300, 0}}, tsp.Tour{0, 1, 2}, "+Inf is outside"},
		{&tsp.Instance{Metric: tsp.MAN2D, X: three, Y: []float64{0, 3e9, 0}}, tsp.Tour{0, 1, 2},
			"is outside 0..2147483647"},
		{&tsp.Instance{Metric: tsp.Explicit, Weights: []int32{0, -5, 1, 1, 0, 1, 1, 1, 0}}, tsp.Tour{0, 1, 2},
			"from city 0 to city 1: distance -5"},
		{fixed(tsp.Edge{1, 2}, tsp.Edge{4, 0}, tsp.Edge{0, 3}), tsp.Tour{0, 1, 2, 3, 4},
			"does not have the fixed edge from city 0 to city 3"},
		{fixed(tsp.Edge{1, 1}), tsp.Tour{0, 1, 2, 3, 4}, "does not have the fixed edge from city 1 to city 1"},
		{fixed(tsp.Edge{1, 5}), tsp.Tour{0, 1, 2, 3, 4},
			"the fixed edge from city 1 to city 5 is not one of 5 cities"},
		{fixed(tsp.Edge{-1, 1}), tsp.Tour{0, 1, 2, 3, 4}, "is not one of 5 cities"},
	} {
		if _, err := Tour(c.in, c.tour); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s %v: %v, want %q", c.in.Metric, c.tour, err, c.want)
		}
	}
}
