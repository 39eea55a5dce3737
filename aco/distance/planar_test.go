package distance

import (
	"errors"
	"math"
	"testing"

	"github.com/aco-vk/aco-vk/aco/option"
	"github.com/aco-vk/aco-vk/tsp"
)

// Where a device does not compute a distance as the host does, the reason is told.
func TestPlaneMetricRefuses(t *testing.T) {
	for _, c := range []struct {
		metric tsp.Metric
		x      float64
		usable bool
	}{
		{tsp.EUC2D, 0, true},
		{tsp.CEIL2D, -0.5, true},
		{tsp.MAN2D, -minCoordinate, true},
		{tsp.MAX2D, math.Copysign(0, -1), true},
		{tsp.EUC2D, math.Nextafter(minCoordinate, 0), false},
		{tsp.EUC2D, -math.SmallestNonzeroFloat64, false},
		{tsp.GEO, 1, false},
		{tsp.ATT, 1, true},
		{tsp.EUC3D, 1, false},
	} {
		instance := &tsp.Instance{Kind: tsp.TSP, Metric: c.metric, X: []float64{1, 2, c.x}, Y: []float64{c.x, 2, 1}}
		p := NewPlanar(instance)
		err := p.Refused()
		var refused *option.Error
		if (err == nil) != c.usable || err != nil && !errors.As(err, &refused) {
			t.Errorf("%s with %v: %v", c.metric, c.x, err)
		}
	}
}
