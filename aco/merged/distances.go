package merged

import (
	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/aco/problem"
	"github.com/aco-vk/aco-vk/internal/stages"
	"github.com/aco-vk/aco-vk/pipeline"
)

// distanceSource says where a device gets distances from.
type distanceSource int

const (
	fromMatrix distanceSource = iota
	fromPlane                 // computed from coordinates in the plane
	fromSpace                 // computed from coordinates in space or on the globe
	distanceSources
)

// distances are the distances of an instance on a device.
type distances struct {
	source      distanceSource
	coordinates interface { // nil for a matrix
		CoordinateWords() int
		Coordinates() []uint32
	}
	setConstants func([]pipeline.Pass) error // of the shaders
}

// distancesOf chooses the source of distances. Whole coordinates in the plane take few operations. All others take many, and software devices
// take seconds to compile such shaders, so that instances of up to MatrixCities use a matrix. So do coordinates in space without a grid if loops
// are limited: each of their distances takes some twenty iterations.
func distancesOf(m *model.Model, limits pipeline.Limits) distances {
	if problem.InSpace(m.Instance.Metric) {
		space := problem.NewSpaceCoordinates(m.Instance)
		limited := limits.LoopIterations > 0 && space.Grid.Units == problem.GridNone
		if _, err := space.DeviceMetric(); err == nil && m.Cities > m.MatrixCities && !limited {
			return distances{fromSpace, &space, func(passes []pipeline.Pass) error { return stages.SetSpaceConstants(&space, passes) }}
		}
	}
	plane := problem.NewPlanarCoordinates(m.Instance)
	set := func(passes []pipeline.Pass) error { return stages.SetMetricConstants(&plane, passes) }
	if _, err := plane.DeviceMetric(); err == nil && (plane.Grid.Units == problem.GridExact || m.Cities > m.MatrixCities) {
		return distances{fromPlane, &plane, set}
	}
	return distances{setConstants: set}
}

// words returns the number of words of coordinates.
func (d *distances) words() uint64 {
	if d.coordinates == nil {
		return 0
	}
	return uint64(d.coordinates.CoordinateWords())
}

// gridGroup returns the number of words between the grid coordinates of two cities.
func (d *distances) gridGroup() int {
	if d.source == fromSpace {
		return problem.SpaceGridWords
	}
	return problem.GridWords
}
