package merged

import (
	"github.com/aco-vk/aco-vk/aco/distance"
	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/aco/option"
	"github.com/aco-vk/aco-vk/internal/stages"
	"github.com/aco-vk/aco-vk/pipeline"
	"github.com/aco-vk/aco-vk/tsp"
)

// distanceSource says where a device gets distances from.
type distanceSource int

const (
	fromMatrix    distanceSource = iota
	fromPlane                    // computed from coordinates in the plane
	fromSpace                    // computed from coordinates in space or on the globe
	fromHaversine                // the same, with metric HAVERSINE
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
// take seconds to compile such shaders, so that instances of up to MatrixCities use a matrix. If more than MaxMatrixCities need a matrix, the
// error is an *option.Error.
func distancesOf(m *model.Model, limits pipeline.Limits) (distances, error) {
	computed, few, refused := computedDistances(m, limits)
	if refused == nil && (few || m.Cities > m.MatrixCities) {
		return computed, nil
	}
	if m.MatrixRows() <= model.MaxMatrixCities {
		refused = nil
	}
	return distances{setConstants: func([]pipeline.Pass) error { return nil }}, refused
}

// computedDistances returns distances that are computed from coordinates, and whether they take few operations. The error tells why a device
// cannot compute them.
func computedDistances(m *model.Model, limits pipeline.Limits) (d distances, few bool, err error) {
	switch metric := m.Instance.Metric; {
	case metric == tsp.Haversine:
		globe := distance.NewHaversine(m.Instance)
		return distances{fromHaversine, globe, func(passes []pipeline.Pass) error { return stages.SetHaversineConstants(globe, passes) }}, false, nil
	case distance.InSpace(metric):
		space := distance.NewSpace(m.Instance)
		set := func(passes []pipeline.Pass) error { return stages.SetSpaceConstants(&space, passes) }
		return distances{fromSpace, &space, set}, false, refusedInSpace(&space, m, limits)
	}
	plane := distance.NewPlanar(m.Instance)
	_, err = plane.DeviceMetric()
	set := func(passes []pipeline.Pass) error { return stages.SetMetricConstants(&plane, passes) }
	return distances{fromPlane, &plane, set}, plane.Grid.Units == distance.GridExact, err
}

// refusedInSpace returns why a device cannot compute distances in space or on the globe. Without a grid each distance takes some twenty
// iterations of loops.
func refusedInSpace(space *distance.Space, m *model.Model, limits pipeline.Limits) error {
	_, err := space.DeviceMetric()
	if err != nil || limits.LoopIterations == 0 || space.Grid.Units != distance.GridNone {
		return err
	}
	const cause = "the device's driver (llvmpipe) limits the loop iterations that such distances take with these coordinates"
	return option.Errorf("%d cities with metric %s: %s; a distance matrix holds up to %d cities", m.Cities, m.Instance.Metric, cause, model.MaxMatrixCities).
		With(option.Set(option.Devices, option.CPU), option.Other(option.Devices))
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
	if d.source == fromPlane {
		return distance.GridWords
	}
	return distance.SpaceGridWords
}
