package distance

import "github.com/aco-vk/aco-vk/tsp"

// Haversine are the coordinates of an instance with metric [tsp.Haversine]. A device computes the
// host's distances from them (shaders/include/haversine.glsl).
type Haversine struct{ instance *tsp.Instance }

// NewHaversine returns the coordinates of an instance with metric [tsp.Haversine].
func NewHaversine(instance *tsp.Instance) Haversine {
	return Haversine{instance}
}

// CoordinateWords returns the number of words of Coordinates.
func (h Haversine) CoordinateWords() int { return groupWords * len(h.instance.X) }

// Coordinates returns groups of four words: x, y and z of each city on a sphere, modulo 2³², and
// 0.
func (h Haversine) Coordinates() []uint32 {
	words := make([]uint32, 0, h.CoordinateWords())
	for city := range h.instance.X {
		p := h.instance.GlobePoint(uint32(city))
		words = append(words, p[0], p[1], p[2], 0)
	}
	return words
}

// Stride implements Source.
func (h Haversine) Stride() int { return groupWords }

// Constants returns the constants of the device's computation.
func (h Haversine) Constants() map[string]uint32 {
	p := h.instance.GlobeProgram()
	return map[string]uint32{"MULTIPLIER": p.Multiplier, "FRACTION_BITS": p.FractionBits,
		"HAVERSINE_SHIFT": p.HaversineShift}
}
