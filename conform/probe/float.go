package probe

import (
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/aco-vk/aco-vk/shaders"
)

// floating is an operation on floats whose result may be off by so many units of 2⁻²³ of it: Vulkan 1.1, appendix "Precision and
// Operation of SPIR-V Instructions", as far as shaders/include/grid.glsl and merged_distance.glsl count on it.
type floating struct {
	name  string
	draw  func(r *rand.Rand) uint32 // the two inputs
	units float64
	want  func(a, b uint32) float64
	got   func(result uint32) float64
}

// floats are the probes of probe_float.comp, by its operations.
var floats = floatingProbes([]floating{
	{"float product", positive, 1, func(a, b uint32) float64 { return float(a) * float(b) }, float},
	{"float sum", positive, 1, func(a, b uint32) float64 { return float(a) + float(b) }, float},
	{"float difference", positive, 1, func(a, b uint32) float64 { return float(a) - float(b) }, float},
	{"float quotient", positive, 2.5, func(a, b uint32) float64 { return float(a) / float(b) }, float},
	{"float sqrt", positive, 4.5, func(a, b uint32) float64 { return math.Sqrt(float(a)) }, float}, // inversesqrt and a quotient
	{"float inversesqrt", positive, 2, func(a, b uint32) float64 { return 1 / math.Sqrt(float(a)) }, float},
	{"float fma", positive, 2, func(a, b uint32) float64 { return float64(float(a)*float(b)) + 0.5 }, float}, // a product and a sum
	{"float of an integer", anyWord, 1, func(a, b uint32) float64 { return float64(a) }, float},
	{"float of a signed integer", anyWord, 1, func(a, b uint32) float64 { return float64(int32(a)) }, float},
	{"integer of a float", belowWord, 0, func(a, b uint32) float64 { return math.Trunc(float(a)) }, func(x uint32) float64 { return float64(x) }},
	{"float floor", signed, 0, func(a, b uint32) float64 { return math.Floor(float(a)) }, func(x uint32) float64 { return float64(int32(x)) }},
	{"float max", signed, 0, func(a, b uint32) float64 { return max(float(a), float(b)) }, float},
})

func floatingProbes(all []floating) []Probe {
	var probes []Probe
	for i, f := range all {
		probes = append(probes, Probe{
			Name: f.name, Feature: f.name, shader: &shaders.ProbeFloat, operation: uint32(i),
			trial: func(s shape) trial { return f.trial(s) },
		})
	}
	return probes
}

func (f floating) trial(s shape) trial {
	r := words(20)
	values := make([]uint32, 2*workGroups*s.group)
	for i := range values {
		values[i] = f.draw(r)
	}
	return trial{
		values: values, results: make([]uint32, len(values)), groups: [3]uint32{workGroups, 1, 1},
		check: func(results []uint32) string {
			for i := 0; i < len(values); i += 2 {
				want, got := f.want(values[i], values[i+1]), f.got(results[i])
				// Not-a-number is off as well.
				if off := math.Abs(got - want); !(off <= f.units/(1<<23)*math.Abs(want)) {
					return fmt.Sprintf("of %#x and %#x: %v, which is %v away from the true result, more than %v units of 2⁻²³ of it",
						values[i], values[i+1], got, off, f.units)
				}
			}
			return ""
		},
	}
}

func float(bits uint32) float64 { return float64(math.Float32frombits(bits)) }

// drawn returns a float from 2^least up to 2^(least + octaves), with few or many of its 23 bits set.
func drawn(r *rand.Rand, least, octaves uint32) uint32 {
	mantissa := r.Uint32() & (1<<23 - 1)
	switch r.UintN(4) {
	case 0:
		mantissa = 0
	case 1:
		mantissa = 1<<23 - 1
	}
	return (127+least+r.Uint32N(octaves))<<23 | mantissa
}

// positive draws squares of distances and what comes of them.
func positive(r *rand.Rand) uint32 { return drawn(r, 0, 60) }

func belowWord(r *rand.Rand) uint32 { return drawn(r, 0, 32) }

func signed(r *rand.Rand) uint32 { return drawn(r, 0, 30) | r.Uint32()&1<<31 }
