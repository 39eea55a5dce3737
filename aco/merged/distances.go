package merged

import (
	"github.com/aco-vk/aco-vk/aco/distance"
	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/aco/option"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/vk/pipeline"
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
	coordinates distance.Source // nil for a matrix
}

// distancesOf chooses the source of distances. Whole coordinates in the plane take few operations.
// All others take many, and software devices take seconds to compile such shaders, so that
// instances of up to MatrixCities use a matrix. If more than MaxMatrixCities need a matrix, the
// error is an *option.Error.
func distancesOf(m *model.Model, limits pipeline.Limits) (distances, error) {
	computed, few, refused := computedDistances(m, limits)
	if refused == nil && (few || m.Cities > m.MatrixCities) {
		return computed, nil
	}
	if m.MatrixRows() <= model.MaxMatrixCities {
		refused = nil
	}
	return distances{}, refused
}

// computedDistances returns distances that are computed from coordinates, and whether they take
// few operations. The error tells why a device cannot compute them.
func computedDistances(m *model.Model, limits pipeline.Limits) (d distances, few bool, err error) {
	switch metric := m.Instance.Metric; {
	case metric == tsp.Haversine:
		return distances{fromHaversine, distance.NewHaversine(m.Instance)}, false, nil
	case distance.InSpace(metric):
		space := distance.NewSpace(m.Instance)
		return distances{fromSpace, &space}, false, refusedInSpace(&space, m, limits)
	}
	plane := distance.NewPlanar(m.Instance)
	return distances{fromPlane, &plane}, plane.Grid.Units == distance.GridExact, plane.Refused()
}

// refusedInSpace returns why a device cannot compute distances in space or on the globe. Without a
// grid each distance takes some twenty iterations of loops.
func refusedInSpace(space *distance.Space, m *model.Model, limits pipeline.Limits) error {
	err := space.Refused()
	if err != nil || limits.LoopIterations == 0 || space.Grid.Units != distance.GridNone {
		return err
	}
	const text = "%d cities with %s: the device's driver (%s) limits the loop iterations that such distances take " +
		"with these coordinates; a distance matrix holds up to %d cities"
	return option.Errorf(text, m.Cities, m.Instance.Metric.Description(), limits.Driver, model.MaxMatrixCities).
		With(option.Set(option.Devices, option.CPU), option.Other(option.Devices))
}

// words returns the number of words of coordinates.
func (d *distances) words() uint64 {
	if d.coordinates == nil {
		return 0
	}
	return uint64(d.coordinates.CoordinateWords())
}

// setConstants sets the constants of the shaders that compute distances.
func (d *distances) setConstants(passes []pipeline.Pass) {
	if d.coordinates != nil {
		pipeline.SetConstants(passes, d.coordinates.Constants())
	}
}
