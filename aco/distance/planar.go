package distance

import (
	"math"
	"runtime"

	"github.com/aco-vk/aco-vk/aco/option"
	"github.com/aco-vk/aco-vk/internal/parallel"
	"github.com/aco-vk/aco-vk/tsp"
)

// minCoordinate is the smallest absolute value, other than 0, of a coordinate for a device. Two
// such coordinates differ by at least 2⁻³⁵², whose square is a normal float64. The device does not
// implement subnormal numbers.
const minCoordinate = 0x1p-300

// Planar are the coordinates of an instance as a device uses them to compute distances.
type Planar struct {
	Grid     Grid
	instance *tsp.Instance
	metric   uint32 // the value of METRIC
	refused  error  // of Refused, which is called often
}

// NewPlanar chooses the grid of an instance.
func NewPlanar(instance *tsp.Instance) Planar {
	return Planar{newGrid(instance), instance, rowOf(instance.Metric).code, checkPlanar(instance)}
}

// Refused returns an [*option.Error] if a device cannot compute the distances, nil if it can.
//
// The device computes a distance from integer grid coordinates if they determine its rounding.
// Otherwise it repeats the float64 operations of [tsp.Instance.Distance] in integers, with the
// rounding of IEEE 754. So its distances equal the host's for all coordinates. The grid alone
// would not do: coordinate differences of 0.3 and 0.4 give a distance of exactly 0.5 on the grid,
// but in float64 a little more or less, which may round differently.
func (p *Planar) Refused() error { return p.refused }

// Constants returns the metric and the grid (shaders/include/distance.glsl).
func (p *Planar) Constants() map[string]uint32 {
	return map[string]uint32{"METRIC": p.metric, "UNITS": p.Grid.Units, "MARGIN": p.Grid.Margin}
}

func checkPlanar(instance *tsp.Instance) error {
	if !InPlane(instance.Metric) {
		return option.Errorf("distances from coordinates: devices support the metrics %v, not %s", PlanarMetrics(),
			instance.Metric)
	}
	for _, axis := range [][]float64{instance.X, instance.Y} {
		for city, v := range axis {
			if v != 0 && math.Abs(v) < minCoordinate {
				return option.Errorf(
					"distances from coordinates: coordinate %v of %s is too close to 0 for a device", v,
					instance.CityText(int32(city)))
			}
		}
	}
	return nil
}

const (
	// GridWords is the number of words per city for grid coordinates.
	GridWords = 2
	// floatWords is the number of words per city for X and Y as float64.
	floatWords = 4
)

// Stride implements Source.
func (p *Planar) Stride() int { return GridWords }

// CoordinateWords returns the number of words of Coordinates.
func (p *Planar) CoordinateWords() int { return p.CoordinateWordsOf(len(p.instance.X)) }

// CoordinateWordsOf returns the number of words of Coordinates for another number of cities, to
// plan memory.
func (p *Planar) CoordinateWordsOf(cities int) int {
	if p.Grid.Units == GridExact {
		return GridWords * cities
	}
	return (GridWords + floatWords) * cities
}

// Coordinates returns the grid coordinates of each city, x before y. If the grid is not exact, the
// float64 bits of X and Y of each city follow, low words first.
func (p *Planar) Coordinates() []uint32 {
	cities := len(p.instance.X)
	words := make([]uint32, GridWords*cities, p.CoordinateWords())
	parallel.Parts(cities, runtime.GOMAXPROCS(0), func(_, from, to int) {
		for city := from; city < to; city++ {
			words[GridWords*city] = p.Grid.coordinate(0, p.instance.X[city])
			words[GridWords*city+1] = p.Grid.coordinate(1, p.instance.Y[city])
		}
	})
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
