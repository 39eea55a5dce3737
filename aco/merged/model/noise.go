package model

import (
	"math"
	"slices"

	"github.com/aco-vk/aco-vk/aco/philox"
	"github.com/aco-vk/aco-vk/tsp"
)

// noise is the noise of one tour. Its arithmetic gives the same bits on all processors: each
// product is rounded on its own.
type noise struct {
	seed      uint64
	renewal   uint32
	colony    uint32
	amplitude float64 // standard deviation
}

// Streams of random words: ants have the third counter word of 0 and 1.
const (
	movesStream   = 2
	lengthsStream = 3
)

// normal returns a number of nearly normal distribution, with mean 0 and the standard deviation of
// the noise: the scaled sum of four uniform numbers of 16 bits.
func (n noise) normal(a, b uint32) float64 {
	const mean, one = 2 * 0xffff, 0x10000
	sum := int(a&0xffff) + int(a>>16) + int(b&0xffff) + int(b>>16)
	return n.amplitude * (float64(sum-mean) / one) * math.Sqrt(3) // the variance of the sum is 4/12
}

// length returns the noisy length of an edge from a smaller to a larger city. Noise is in
// proportion to the length.
func (n noise) length(a, b uint32, length int64) int64 {
	words := philox.Block([4]uint32{a, b, lengthsStream, n.renewal}, philox.Key(n.seed, n.colony))
	return min(max(0, length+int64(float64(length)*n.normal(words[0], words[1]))), math.MaxUint32)
}

// moved returns the instance with its cities moved within its bounds. The unit of the noise is the
// distance of a city to its fourth near city, the last one that is not chosen by its direction. So
// the noise is small within clusters and large between lone cities.
func (m *Model) moved(by noise) *tsp.Instance {
	moved := *m.Instance
	key := philox.Key(by.seed, by.colony)
	units := make([]float64, m.Cities)
	for city := range units {
		units[city] = m.reach(city)
	}
	for axis, values := range []*[]float64{&moved.X, &moved.Y, &moved.Z} {
		if *values == nil {
			continue
		}
		low, high := slices.Min(*values), slices.Max(*values)
		*values = slices.Clone(*values)
		for city, at := range *values {
			words := philox.Block([4]uint32{by.renewal, uint32(city), movesStream, uint32(axis)}, key)
			step := float64(units[city] * by.normal(words[0], words[1]))
			(*values)[city] = min(max(at+step, low), high)
		}
	}
	return &moved
}

// reach returns the distance of a city to its fourth near city in units of the coordinates.
func (m *Model) reach(city int) float64 {
	const fourth = 3
	in, other := m.Instance, m.Near[city*m.NearWidth+min(fourth, m.NearWidth-1)]
	x, y, z := in.X[other]-in.X[city], math.Abs(in.Y[other]-in.Y[city]), 0.0
	if in.Metric.Geometry() == tsp.Globe {
		y = min(y, 360-y) // degrees of longitude
	}
	if in.Z != nil {
		z = in.Z[other] - in.Z[city]
	}
	return math.Sqrt(float64(x*x) + float64(y*y) + float64(z*z))
}
