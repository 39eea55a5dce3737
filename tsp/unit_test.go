package tsp_test

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
)

func TestUnitFormat(t *testing.T) {
	for _, c := range []struct {
		unit   tsp.Unit
		length int64
		want   string
	}{
		{tsp.Unit{}, 1234567890, "1234567890"},
		{tsp.Unit{Name: "s"}, 59, "59 s"},
		{tsp.Unit{Name: "s"}, 60, "1 min"},
		{tsp.Unit{Name: "s"}, 3600, "1 h"},
		{tsp.Unit{Name: "s"}, 3605, "1 h 5 s"},
		{tsp.Unit{Name: "s"}, 1234567890, "342935 h 31 min 30 s"},
		{tsp.Unit{Name: "s"}, -65, "-1 min 5 s"},
		{tsp.Unit{Name: "s"}, 0, "0 s"},
		{tsp.Unit{Name: "s", Decimals: 1}, 16_795, "27 min 59.5 s"},
		{tsp.Unit{Name: "s", Decimals: 6}, 59_999_999, "1 min"},
		{tsp.Unit{Name: "s", Decimals: 6}, 59_999_949, "59.9999 s"},
		{tsp.Unit{Name: "s", Decimals: 3}, 12_345_678, "3 h 25 min 45.7 s"},
		{tsp.Unit{Name: "s", Decimals: 3}, 3_599_999, "1 h"},
		{tsp.Unit{Decimals: 4}, 119_000, "11.9"},
		{tsp.Unit{Decimals: 4}, 12_345_678, "1234.57"},
		{tsp.Unit{Decimals: 4}, 123_456_789_999, "12345679"},
		{tsp.Unit{Decimals: 2}, 7, "0.07"},
		{tsp.Unit{Decimals: 9}, 198_239_208, "0.198239"},
		{tsp.Unit{Decimals: 12}, 1_234_567_890, "0.00123457"},
		{tsp.Unit{Decimals: -3}, 5, "5000"},
		{tsp.Unit{Name: "m", Decimals: 3}, 305_213_000, "305.213 km"},
		{tsp.Unit{Name: "m", Decimals: 3}, 999_999, "999.999 m"},
		{tsp.Unit{Name: "m"}, 18_201_345, "18201.3 km"},
		{tsp.Unit{Name: "m"}, 0, "0 m"},
	} {
		if got := c.unit.Format(c.length); got != c.want {
			t.Errorf("%+v: %d is %q, want %q", c.unit, c.length, got, c.want)
		}
	}
}

func TestUnitParse(t *testing.T) {
	metres := tsp.Unit{Name: "m", Decimals: 3}
	for _, c := range []struct {
		unit tsp.Unit
		text string
		want int64
	}{
		{tsp.Unit{}, "1500", 1500}, {tsp.Unit{}, "12.7", 12}, {tsp.Unit{}, "-3", -3},
		{tsp.Unit{Decimals: 1}, "0.3", 3}, {tsp.Unit{Decimals: -2}, "500", 5},
		{metres, "305.213 km", 305_213_000}, {metres, "305213m", 305_213_000}, {metres, " 0.25 ", 250},
		{tsp.Unit{Name: "s"}, "90 s", 90}, {tsp.Unit{Name: "s"}, "90", 90}, {tsp.Unit{Name: "s"}, "28 min", 1680},
		{tsp.Unit{Name: "s"}, "1.5h", 5400}, {tsp.Unit{Name: "s"}, "1 h 5", 3605}, {tsp.Unit{Name: "s"}, "-1 min 5 s", -65},
		{tsp.Unit{Name: "s", Decimals: 1}, "1 h 27 min 59.5 s", 52_795},
	} {
		if got, err := c.unit.Parse(c.text); err != nil || got != c.want {
			t.Errorf("%+v: %q is %d, %v, want %d", c.unit, c.text, got, err, c.want)
		}
	}
	for text, want := range map[string]string{"": "not a number", "1h": "not a number", "1e300": "too large",
		"0,5": `"0,5" is not a number; the decimal mark is a point`, "1,5,": "is not a number", "inf": "too large", "nan": "not a number", "5km": "not a number"} {
		_, err := tsp.Unit{}.Parse(text)
		tsptest.RequireError(t, text, err, want)
	}
}

// Travel times are read as they are written, unless they are rounded.
func TestTimesAreReadAsWritten(t *testing.T) {
	u := tsp.Unit{Name: "s", Decimals: 1}
	rapid.Check(t, func(t *rapid.T) {
		length := rapid.Int64Range(-999_999, 999_999).Draw(t, "tenths")
		if got, err := u.Parse(u.Format(length)); err != nil || got != length {
			t.Errorf("%d is %q, which is %d, %v", length, u.Format(length), got, err)
		}
	})
	for text, want := range map[string]string{"1 h x": `"1 h x" is not a number of seconds`, "2 minutes": `"2 minutes" is not a number`, "1,5 min": "the decimal mark is a point", "min": "not a number",
		"5 min 1 h": "not a number", "5 hours": "not a number", "5 m": "not a number"} {
		_, err := u.Parse(text)
		tsptest.RequireError(t, text, err, want)
	}
}

// The longer axis has as many steps as fit, whatever the size of the coordinates, and lengths have
// an error of less than one step for each edge beside the step of each coordinate.
func TestFromXY(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(tsp.MinCities, 50).Draw(t, "cities")
		size := math.Pow(10, rapid.Float64Range(-6, 11.9).Draw(t, "size"))
		from := rapid.Float64Range(-1e3, 1e3).Draw(t, "from")
		axis := rapid.SliceOfN(rapid.Map(rapid.Float64Range(0, 1),
			func(v float64) float64 { return size * (v + from) }), n, n)
		x, y := axis.Draw(t, "x"), axis.Draw(t, "y")
		in, err := tsp.FromXY(tsp.EUC2D, x, y)
		extent := math.Hypot(slices.Max(x)-slices.Min(x), slices.Max(y)-slices.Min(y))
		if tooSmall := extent > 0 && extent < 1e-12; err != nil || tooSmall {
			if (err != nil) != tooSmall {
				t.Fatalf("extent %v: %v", extent, err)
			}
			return
		}
		for i := range n {
			exact := math.Hypot(x[i]-x[0], y[i]-y[0])
			if got := in.Unit.Value(in.Distance(0,
				i)); math.Abs(got-exact) > 2/in.Unit.Scale()+1e-12*size*math.Abs(from) {
				t.Fatalf("the distance from city 0 to city %d is %v, want %v, with %+v", i, got, exact, in.Unit)
			}
		}
		if longest := in.AtMost(); longest > math.MaxInt32/65 {
			t.Fatalf("a distance of %d steps", longest)
		}
	})
}

func TestFromXYScale(t *testing.T) {
	for _, c := range []struct {
		metric tsp.Metric
		x, y   []float64
		want   int // decimals
	}{
		{tsp.EUC2D, []float64{0, 1, 0}, []float64{0, 0, 1}, 7},
		{tsp.EUC2D, []float64{0, 1.6, 0}, []float64{0, 0, 1}, 7},
		{tsp.EUC2D, []float64{0, 1.7, 0}, []float64{0, 0, 1}, 6},
		{tsp.MAN2D, []float64{0, 1.6, 0}, []float64{0, 0, 1.8}, 6},
		{tsp.EUC2D, []float64{500_000, 520_000, 510_000}, []float64{5_400_000, 5_410_000, 5_420_000}, 2},
		{tsp.EUC2D, []float64{0, 1e12, 0}, []float64{0, 0, 1}, -5},
		{tsp.EUC2D, []float64{7, 7, 7}, []float64{1, 1, 1}, 0},
	} {
		in, err := tsp.FromXY(c.metric, c.x, c.y)
		if err != nil || in.Unit != (tsp.Unit{Decimals: c.want}) {
			t.Errorf("%v, %v: %+v, %v, want %d decimals", c.x, c.y, in.Unit, err, c.want)
		}
	}
}

func TestFromDecimals(t *testing.T) {
	for _, c := range []struct {
		distances [][]float64
		decimals  int
		want      int64 // from city 0 to city 1
	}{
		{[][]float64{{0, 2, 3}, {2, 0, 4}, {3, 4, 0}}, 0, 2},
		{[][]float64{{0, 0.3, 3}, {0.3, 0, 4.25}, {3, 4.25, 0}}, 2, 30},
		{[][]float64{{-1, 1.0 / 3, 3}, {2, 0, 4}, {3, 4, 0}}, 6, 333333},
		{[][]float64{{0, 2e9, 3e9}, {2e9, 0, 4e9}, {3e9, 4e9, 0}}, -3, 2e6},
	} {
		in, err := tsp.FromDecimals(t.Context(), c.distances, "s")
		if err != nil || in.Unit != (tsp.Unit{Name: "s", Decimals: c.decimals}) || in.Distance(0, 1) != c.want {
			t.Errorf("%v: %+v, %v", c.distances, in, err)
		}
	}
	_, err := tsp.FromDecimals(t.Context(), [][]float64{{0, -1, 2}, {1, 0, 2}, {1, 2, 0}}, "")
	tsptest.RequireError(t, "negative", err, "the distance -1 from city 0 to city 1")
}
