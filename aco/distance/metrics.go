package distance

import (
	"math"
	"slices"

	"github.com/aco-vk/aco-vk/shaders/glsl"
	"github.com/aco-vk/aco-vk/tsp"
)

// row says how devices compute the distances of a metric. A new metric has a row here, its
// operations in shaders/include/metric.glsl, and a program if it is not in the plane.
type row struct {
	metric  tsp.Metric
	code    uint32          // the specialization constant METRIC; 0 for Haversine, which has shaders of its own
	scale   float64         // of coordinates, so that Euclidean distances on the grid are those of the metric
	program func() *program // the float64 operations of a distance in space or on the globe
}

// rows are the metrics whose distances devices compute. They read the distances of other metrics
// from a matrix.
var rows = []row{
	{tsp.EUC2D, glsl.MetricEuc2d, 1, nil},
	{tsp.CEIL2D, glsl.MetricCeil2d, 1, nil},
	{tsp.MAN2D, glsl.MetricMan2d, 1, nil},
	{tsp.MAX2D, glsl.MetricMax2d, 1, nil},
	{tsp.ATT, glsl.MetricAtt, math.Sqrt(0.1), nil}, // the root of a tenth of the sum of squares
	{tsp.EUC3D, glsl.Euc3d, 1, spaceProgram},
	{tsp.GEO, glsl.Geo, 1, globeProgram},
	{tsp.Haversine, 0, 1, nil},
}

// rowOf returns the row of a metric, or the zero row if devices do not compute its distances.
func rowOf(metric tsp.Metric) row {
	for _, r := range rows {
		if r.metric == metric {
			return r
		}
	}
	return row{}
}

// Metrics returns the metrics whose distances devices can compute from coordinates.
func Metrics() []tsp.Metric {
	metrics := make([]tsp.Metric, len(rows))
	for i, r := range rows {
		metrics[i] = r.metric
	}
	return metrics
}

// PlanarMetrics returns the metrics that have [Planar].
func PlanarMetrics() []tsp.Metric {
	return slices.DeleteFunc(Metrics(), func(m tsp.Metric) bool { return !InPlane(m) })
}

// InPlane reports whether a metric has [Planar].
func InPlane(metric tsp.Metric) bool {
	return rowOf(metric).metric != "" && metric.Geometry() == tsp.Plane
}

// InSpace reports whether a metric has [Space].
func InSpace(metric tsp.Metric) bool { return rowOf(metric).program != nil }
