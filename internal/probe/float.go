package probe

import (
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/aco-vk/aco-vk/shaders"
)

// floatOperation is an operation whose result may have a relative error of units · 2⁻²³. The
// bounds come from the Vulkan 1.1 specification, appendix "Precision and Operation of SPIR-V
// Instructions", on which shaders/include/grid.glsl and points.glsl rely.
type floatOperation struct {
	name  string
	draw  func(r *rand.Rand) uint32 // draws an input
	units float64
	want  func(a, b uint32) float64
	got   func(result uint32) float64
}

// floats lists the probes of float.comp in the order of its operations.
var floats = floatProbes([]floatOperation{
	{"float multiplication", positiveFloat, 1, func(a, b uint32) float64 { return float(a) * float(b) }, float},
	{"float addition", positiveFloat, 1, func(a, b uint32) float64 { return float(a) + float(b) }, float},
	{"float subtraction", positiveFloat, 1, func(a, b uint32) float64 { return float(a) - float(b) }, float},
	{"float division", positiveFloat, 2.5, func(a, b uint32) float64 { return float(a) / float(b) }, float},
	{"float sqrt", positiveFloat, 4.5, func(a, b uint32) float64 { return math.Sqrt(float(a)) },
		float}, // inversesqrt and a quotient
	{"float inversesqrt", positiveFloat, 2, func(a, b uint32) float64 { return 1 / math.Sqrt(float(a)) }, float},
	{"float fma", positiveFloat, 2, func(a, b uint32) float64 { return float64(float(a)*float(b)) + 0.5 },
		float}, // a product and a sum
	{"integer to float", anyWord, 1, func(a, b uint32) float64 { return float64(a) }, float},
	{"signed integer to float", anyWord, 1, func(a, b uint32) float64 { return float64(int32(a)) }, float},
	{"float to integer", floatBelow2To32, 0, func(a, b uint32) float64 { return math.Trunc(float(a)) },
		func(x uint32) float64 { return float64(x) }},
	{"float floor", signedFloat, 0, func(a, b uint32) float64 { return math.Floor(float(a)) },
		func(x uint32) float64 { return float64(int32(x)) }},
	{"float max", signedFloat, 0, func(a, b uint32) float64 { return max(float(a), float(b)) }, float},
})

// floatProbes returns a probe of each operation.
func floatProbes(all []floatOperation) []Probe {
	var probes []Probe
	for i, f := range all {
		probes = append(probes, Probe{
			Name: f.name, Feature: f.name, shader: &shaders.ProbeFloat, operation: uint32(i),
			workload: func(l launch) workload { return f.workload(l) },
		})
	}
	return probes
}

func (f floatOperation) workload(l launch) workload {
	r := newRandom(20)
	values := make([]uint32, 2*workGroups*l.groupSize)
	for i := range values {
		values[i] = f.draw(r)
	}
	return checkedPairs(values, func(_ int, a, b, result, _ uint32) string {
		want, got := f.want(a, b), f.got(result)
		// The comparison is negated so that a NaN fails.
		if off := math.Abs(got - want); !(off <= f.units/(1<<23)*math.Abs(want)) {
			return fmt.Sprintf(
				"inputs %#x and %#x: result %v has an error of %v, more than %v · 2⁻²³ of the exact result",
				a, b, got, off, f.units)
		}
		return ""
	})
}

func float(bits uint32) float64 { return float64(math.Float32frombits(bits)) }

// drawFloat draws a float from 2^least up to 2^(least + octaves). Half of them have a mantissa of
// only zeros or only ones.
func drawFloat(r *rand.Rand, least, octaves uint32) uint32 {
	mantissa := r.Uint32() & (1<<23 - 1)
	switch r.UintN(4) {
	case 0:
		mantissa = 0
	case 1:
		mantissa = 1<<23 - 1
	}
	return (127+least+r.Uint32N(octaves))<<23 | mantissa
}

// positiveFloat draws a float in the range of squared distances.
func positiveFloat(r *rand.Rand) uint32 { return drawFloat(r, 0, 60) }

func floatBelow2To32(r *rand.Rand) uint32 { return drawFloat(r, 0, 32) }

func signedFloat(r *rand.Rand) uint32 { return drawFloat(r, 0, 30) | r.Uint32()&1<<31 }
