package model

import (
	"math"
	"testing"

	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
)

// The mean and the deviation of the noise are within four standard errors.
func TestNoiseIsNormal(t *testing.T) {
	const draws = 100_000
	var sum, squares float64
	by := noise{seed: 3, colony: 1, amplitude: 0.2} // no length is cut off at 0
	for i := range uint32(draws) {
		const length = 1 << 30 // rounding does not show
		x := (float64(by.length(i, draws, length))/length - 1) / by.amplitude
		sum, squares = sum+x, squares+x*x
	}
	if mean, deviation := sum/draws, math.Sqrt(squares/draws); math.Abs(mean) > 4/math.Sqrt(draws) || math.Abs(deviation-1) > 4/math.Sqrt(2*draws) {
		t.Errorf("mean %g, deviation %g", mean, deviation)
	}
}

// Cities stay within the bounds of the instance, and the cities of a later colony move further.
func TestMovedCities(t *testing.T) {
	instance := tsptest.Generate(t, "clustered", 1000, 3)
	p := Recommended(1000)
	m := must.Get(New(t.Context(), instance, p))(t)
	last := 0.0
	for _, amplitude := range []float64{0.1, 0.2, 0.4} {
		moved, total := m.moved(noise{seed: 1, colony: 1, amplitude: amplitude}), 0.0
		if err := moved.Validate(); err != nil {
			t.Error(err)
		}
		for city := range moved.X {
			total += math.Hypot(moved.X[city]-m.Instance.X[city], moved.Y[city]-m.Instance.Y[city])
		}
		if total < 1.9*last || last > 0 && total > 2.1*last {
			t.Errorf("with %g cities move by %g in total, with half of it by %g", amplitude, total, last)
		}
		last = total
	}
}
