package problem

import (
	"math"

	"github.com/aco-vk/aco-vk/tsp"
)

// minCoordinate is the smallest size of a coordinate other than 0 that a device computes with: two of them are at least
// 2⁻³⁵² apart, and the square of that is far from where float64 loses digits, which the device does not follow.
const minCoordinate = 0x1p-300

// PlanarCoordinates is an instance as a device computes its distances, where it does.
type PlanarCoordinates struct {
	Grid     Grid
	instance *tsp.Instance
	refused  error // of DeviceMetric: whoever plans asks often
}

// NewPlanarCoordinates finds the grid of an instance.
func NewPlanarCoordinates(instance *tsp.Instance) PlanarCoordinates {
	return PlanarCoordinates{newGrid(instance), instance, checkPlanar(instance)}
}

// DeviceMetric returns the metric by which a device computes the distances from Coordinates. Where it cannot, the reason is an
// *Error.
//
// The device has a distance from places on a grid of whole numbers where these tell it. Where they do not, it repeats what
// [tsp.Instance.Distance] does in float64, operation by operation, each rounded in integers as IEEE 754 says. So its distances are
// the host's for all coordinates, with and without decimals. Those of the grid alone would not be: 0.3 and 0.4 make a distance of
// one half, and in float64 a little more or less, which rounds another way.
func (p *PlanarCoordinates) DeviceMetric() (tsp.Metric, error) {
	return p.instance.Metric, p.refused
}

func checkPlanar(instance *tsp.Instance) error {
	if !inPlane(instance) {
		return Errorf("distances from coordinates: a device computes them by %s, %s, %s, %s and %s, the instance's metric is %s",
			tsp.EUC2D, tsp.CEIL2D, tsp.MAN2D, tsp.MAX2D, tsp.ATT, instance.Metric)
	}
	for _, axis := range [][]float64{instance.X, instance.Y} {
		for city, v := range axis {
			if v != 0 && math.Abs(v) < minCoordinate {
				return Errorf("distances from coordinates: %v of city %d is nearer to 0 than a device can compute with", v, city+1)
			}
		}
	}
	return nil
}

func inPlane(instance *tsp.Instance) bool {
	switch instance.Metric {
	case tsp.EUC2D, tsp.CEIL2D, tsp.MAN2D, tsp.MAX2D, tsp.ATT:
		return true
	}
	return false
}

const (
	// GridWords is how many words a city takes on the grid.
	GridWords = 2
	// floatWords is how many words the float64 of a city's X and Y take.
	floatWords = 4
)

// CoordinateWords is how many words Coordinates has.
func (p *PlanarCoordinates) CoordinateWords() int { return p.coordinateWords(len(p.instance.X)) }

// CoordinateWords is how many words Coordinates has, or would have of so many cities as the problem says.
func (p *Problem) CoordinateWords() int { return p.coordinateWords(p.Cities) }

func (p *PlanarCoordinates) coordinateWords(cities int) int {
	if p.Grid.Units == GridExact {
		return GridWords * cities
	}
	return (GridWords + floatWords) * cities
}

// Coordinates returns each city's place on the grid, x before y, and behind those of all cities, where the grid is not exact, the
// bits of X and of Y as float64, low words first.
func (p *PlanarCoordinates) Coordinates() []uint32 {
	words := make([]uint32, 0, p.CoordinateWords())
	for city := range p.instance.X {
		words = append(words, p.Grid.coordinate(0, p.instance.X[city]), p.Grid.coordinate(1, p.instance.Y[city]))
	}
	if p.Grid.Units == GridExact {
		return words
	}
	for city := range p.instance.X {
		for _, v := range [...]float64{p.instance.X[city], p.instance.Y[city]} {
			bits := math.Float64bits(v)
			words = append(words, uint32(bits), uint32(bits>>32))
		}
	}
	return words
}
