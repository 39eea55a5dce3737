package distance

import (
	"math"

	"github.com/aco-vk/aco-vk/aco/option"
	"github.com/aco-vk/aco-vk/shaders/glsl"
	"github.com/aco-vk/aco-vk/tsp"
)

const groupWords = 4 // words of an element of coordinates

// Space are the coordinates of an EUC_3D or GEO instance as a device uses them to compute
// distances (shaders/include/space.glsl).
//
// In space this is done as in the plane (see Planar). On the globe, grid coordinates are of the
// cities' points on the sphere. The square of a chord determines nearly all distances (see
// boundaries). For the others the device executes a program of float64 operations.
type Space struct {
	Grid     Grid
	instance *tsp.Instance
	program  *program // nil if the grid is exact
	refused  error    // of Refused, which is called often
}

// NewSpace chooses the grid of an instance whose metric is InSpace.
func NewSpace(instance *tsp.Instance) Space {
	s := Space{Grid: newGrid(instance), instance: instance}
	if s.onGlobe() {
		s.Grid = globeGrid()
	}
	if s.Grid.Units != GridExact {
		s.program = rowOf(instance.Metric).program()
	}
	s.refused = s.check()
	return s
}

func (s *Space) onGlobe() bool { return s.instance.Metric.Geometry() == tsp.Globe }

// Refused returns an [*option.Error] if a device cannot compute the distances, nil if it can.
func (s *Space) Refused() error { return s.refused }

// Constants returns the metric, the grid and the length of the program.
func (s *Space) Constants() map[string]uint32 {
	return map[string]uint32{
		"METRIC": rowOf(s.instance.Metric).code, "UNITS": s.Grid.Units, "MARGIN": s.Grid.Margin,
		"STEPS": uint32(s.steps()),
	}
}

// Stride implements Source: three coordinates and 0.
func (s *Space) Stride() int { return groupWords }

func (s *Space) check() error {
	for city := range s.instance.X {
		for _, v := range s.floats(city) {
			if v != 0 && math.Abs(v) < minCoordinate {
				return option.Errorf(
					"distances from coordinates: coordinate %v of %s is too close to 0 for a device", v,
					s.instance.CityText(int32(city)))
			}
		}
	}
	return nil
}

// steps returns the number of steps of the program.
func (s *Space) steps() int {
	if s.program == nil {
		return 0
	}
	return len(s.program.steps)
}

// CoordinateWords returns the number of words of Coordinates.
func (s *Space) CoordinateWords() int {
	n := len(s.instance.X)
	switch {
	case s.onGlobe():
		return groupWords*(2*n+glsl.Boundaries) + len(s.program.words())
	case s.program != nil:
		return groupWords*3*n + len(s.program.words())
	}
	return groupWords * n
}

// Coordinates returns groups of four words. First come the grid coordinates of each city: x, y, z
// and 0. Unless the grid is exact, the bits of float64 numbers follow, low words first, in one
// group for each city (GEO) or in two (EUC_3D); then on the globe the boundaries; then the
// program.
func (s *Space) Coordinates() []uint32 {
	words := make([]uint32, 0, s.CoordinateWords())
	for city := range s.instance.X {
		x, y, z := s.instance.Point(uint32(city))
		words = append(words, s.Grid.coordinate(0, x), s.Grid.coordinate(1, y), s.Grid.coordinate(2, z), 0)
	}
	if s.program == nil {
		return words
	}
	for city := range s.instance.X {
		for _, v := range s.floats(city) {
			bits := math.Float64bits(v)
			words = append(words, uint32(bits), uint32(bits>>32))
		}
		for len(words)%groupWords != 0 {
			words = append(words, 0)
		}
	}
	if s.onGlobe() {
		words = append(words, boundaries()...)
	}
	return append(words, s.program.words()...)
}

// floats returns the first numbers of a city's program.
func (s *Space) floats(city int) []float64 {
	if s.onGlobe() {
		latitude, longitude := s.instance.Radians(city)
		return []float64{latitude, longitude}
	}
	return []float64{s.instance.X[city], s.instance.Y[city], s.instance.Z[city]}
}
