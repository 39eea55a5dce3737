package portable

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

func near(t *rapid.T, name string, x, got, want, scale float64) {
	t.Helper()
	if math.Abs(got-want) > 8*0x1p-53*scale {
		t.Fatalf("%s(%v) = %v, package math has %v", name, x, got, want)
	}
}

func TestAgreesWithMath(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := rapid.Float64Range(-100, 100).Draw(t, "angle")
		near(t, "Cos", x, Cos(x), math.Cos(x), 1)

		near(t, "Sin", x, Sin(x), math.Sin(x), 1)
		small := rapid.Float64Range(-0.7, 0.7).Draw(t, "small")
		near(t, "Sin", small, Sin(small), math.Sin(small), math.Abs(math.Sin(small)))

		// math.Acos loses digits near 1; atan2 does not.
		c := rapid.Float64Range(-1, 1).Draw(t, "cosine")
		near(t, "Acos", c, Acos(c), math.Atan2(math.Sqrt((1-c)*(1+c)), c), math.Pi)

		tangent := rapid.OneOf(rapid.Float64Range(0, 1e-3), rapid.Float64Range(0, 1e20)).Draw(t, "tangent")
		near(t, "Atan", tangent, Atan(tangent), math.Atan(tangent), math.Atan(tangent))

		v := rapid.Float64Range(1e-300, 1e300).Draw(t, "positive")
		near(t, "Log", v, Log(v), math.Log(v), max(1, math.Abs(math.Log(v))))
	})
}

func TestLimits(t *testing.T) {
	for _, c := range []struct {
		name      string
		got, want float64
	}{
		{"Cos(0)", Cos(0), 1},
		{"Acos(1)", Acos(1), 0},
		{"Acos(1+2^-52)", Acos(1 + 0x1p-52), 0},
		{"Acos(-1)", Acos(-1), math.Pi},
		{"Acos(-1-2^-52)", Acos(-1 - 0x1p-52), math.Pi},
		{"Log(1)", Log(1), 0},
		{"Atan(0)", Atan(0), 0},
		{"Atan(∞)", Atan(math.Inf(1)), math.Pi / 2},
	} {
		if c.got != c.want {
			t.Errorf("%s = %v, want %v", c.name, c.got, c.want)
		}
	}
}

// If a CPU, a compiler or an edit changes one of these bits, distances and generated instances
// change.
func TestBits(t *testing.T) {
	for _, c := range []struct {
		name string
		got  float64
		want uint64
	}{
		{"Cos(0.8)", Cos(0.8), 0x3fe64b6bde719866},
		{"Cos(-4.1)", Cos(-4.1), 0xbfe264f5306a2d6a},
		{"Acos(0.9999)", Acos(0.9999), 0x3f8cf69d216bd74c},
		{"Acos(-0.3)", Acos(-0.3), 0x3ffe0200bbc96ad9},
		{"Log(0.37)", Log(0.37), 0xbfefd0ea24bf89b8},
	} {
		if math.Float64bits(c.got) != c.want {
			t.Errorf("%s = %#x, want %#x", c.name, math.Float64bits(c.got), c.want)
		}
	}
}
