package model

import (
	"errors"
	"math"
	"testing"

	"github.com/aco-vk/aco-vk/aco/option"
	"github.com/aco-vk/aco-vk/tsp"
)

// What is let in has distances that 31 bits hold, in the farthest corners too; what is not, and
// why, is told.
func TestCheckDistances(t *testing.T) {
	const farthest = 5e8 // what tsp lets in
	at := func(metric tsp.Metric, most float64) *tsp.Instance {
		in := &tsp.Instance{Kind: tsp.TSP, Metric: metric, X: []float64{-most, most, 0}, Y: []float64{-most, most, 0}}
		if metric == tsp.EUC3D {
			in.Z = []float64{-most, most, 0}
		}
		return in
	}
	matrix := func(kind tsp.Kind, there, back int32) *tsp.Instance {
		return &tsp.Instance{Kind: kind, Metric: tsp.Explicit, Weights: []int32{-1, there, 1, back, -1, 1, 1, 1, -1}}
	}
	for _, c := range []struct {
		name     string
		instance *tsp.Instance
		usable   bool
	}{
		{"EUC_2D", at(tsp.EUC2D, farthest), true},
		{"CEIL_2D", at(tsp.CEIL2D, farthest), true},
		{"MAN_2D", at(tsp.MAN2D, farthest), true},
		{"MAX_2D", at(tsp.MAX2D, farthest), true},
		{"EUC_3D", at(tsp.EUC3D, farthest), true},
		{"ATT", at(tsp.ATT, farthest), true},
		{"GEO", at(tsp.GEO, 90), true},
		{"too far", at(tsp.MAN2D, 1.1e9), false},
		{"not finite", at(tsp.EUC2D, math.Inf(1)), false},
		{"weights up to 2³¹−1", matrix(tsp.ATSP, 0, math.MaxInt32), true},
		{"a negative weight", matrix(tsp.ATSP, 1, -1), false},
		{"not symmetric", matrix(tsp.TSP, 1, 2), false},
	} {
		p, err := NewUnprepared(c.instance, AntSystem())
		if err != nil {
			t.Fatal(err)
		}
		err = p.CheckDistances()
		var refused *option.Error
		if (err == nil) != c.usable || err != nil && !errors.As(err, &refused) {
			t.Errorf("%s: %v", c.name, err)
		}
		if d := c.instance.Distance(0, 1); c.usable && (d < 0 || d > maxDistance) {
			t.Errorf("%s: distance %d", c.name, d)
		}
	}
}
