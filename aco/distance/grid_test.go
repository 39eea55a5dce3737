package distance

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"github.com/aco-vk/aco-vk/tsp"
)

// gridOver makes the grid of three cities.
func gridOver(metric tsp.Metric, x, y [3]float64) Grid {
	return newGrid(&tsp.Instance{Kind: tsp.TSP, Metric: metric, X: x[:], Y: y[:]})
}

func TestGrid(t *testing.T) {
	const far = 123_456_789
	for _, c := range []struct {
		name          string
		metric        tsp.Metric
		x, y          [3]float64
		units, margin uint32
	}{
		{"whole numbers", tsp.EUC2D, [3]float64{far, far + 5, far + 1<<24}, [3]float64{-7, 0, -2}, GridExact, 0},
		{"whole numbers too far apart", tsp.CEIL2D, [3]float64{0, 5, 1<<24 + 1}, [3]float64{}, GridNone, 0},
		{"whole numbers at ATT", tsp.ATT, [3]float64{0, 1000, 77}, [3]float64{}, 1 << 16, 16 + 2*256},
		{"one place", tsp.EUC2D, [3]float64{0.1, 4000.7, 9}, [3]float64{1, 2, 3}, 64_000, 17},
		{"one place, one bit", tsp.MAN2D, [3]float64{0, 0.5, 9}, [3]float64{1, 2, 3}, 1 << 16, 16},
		{"three places, far apart", tsp.EUC2D, [3]float64{0, 575_055.557, 77.123}, [3]float64{1, 2, 3}, 1000, 17},
		{"decimals too far apart", tsp.MAX2D, [3]float64{0.5, 1 << 25, 77.125}, [3]float64{1, 2, 3}, GridNone, 0},
		{"all in one place", tsp.EUC2D, [3]float64{0.1, 0.1, 0.1}, [3]float64{}, 1 << 16, 16},
		{"not in the plane", tsp.GEO, [3]float64{1, 2, 3}, [3]float64{1, 2, 3}, GridNone, 0},
	} {
		if g := gridOver(c.metric, c.x, c.y); g.Units != c.units || g.Margin > c.margin {
			t.Errorf("%s: %d units, margin %d; want %d, and %d or less", c.name, g.Units, g.Margin, c.units, c.margin)
		}
	}
}

// On the grid, each distance is as long as in the plane to the margin less what the device adds,
// and whole coordinates are exact.
func TestGridDistances(t *testing.T) {
	metric := rapid.SampledFrom([]tsp.Metric{tsp.EUC2D, tsp.CEIL2D, tsp.MAN2D, tsp.MAX2D, tsp.ATT})
	rapid.Check(t, func(t *rapid.T) {
		var x, y [3]float64
		most := rapid.SampledFrom([]float64{1e-3, 10, 1e4, 1e7, 5e8}).Draw(t, "most")
		unit := rapid.SampledFrom([]float64{1, 10, 1000, 1 << 20}).Draw(t, "unit")
		for i := range x {
			x[i] = math.Round(rapid.Float64Range(-most, most).Draw(t, "x")*unit) / unit
			y[i] = math.Round(rapid.Float64Range(-most, most).Draw(t, "y")*unit) / unit
		}
		m := metric.Draw(t, "metric")
		g := gridOver(m, x, y)
		if g.Units == GridNone {
			return
		}
		length := func(dx, dy float64) float64 {
			switch m {
			case tsp.MAN2D:
				return math.Abs(dx) + math.Abs(dy)
			case tsp.MAX2D:
				return max(math.Abs(dx), math.Abs(dy))
			}
			return math.Hypot(dx, dy)
		}
		onGrid := length(float64(g.coordinate(0, x[0]))-float64(g.coordinate(0, x[1])),
			float64(g.coordinate(1, y[0]))-float64(g.coordinate(1, y[1])))
		inPlane := length(x[0]-x[1], y[0]-y[1]) * g.scale
		allowed := (float64(g.Margin) - rootMargin) / 256
		if g.Units == GridExact {
			allowed = 0
		}
		if off := math.Abs(onGrid - inPlane); off > allowed+1e-6 || onGrid > 3*gridSpan {
			t.Fatalf("%v units on the grid of %d, %v in the plane: margin %v", onGrid, g.Units, inPlane, allowed)
		}
	})
}
