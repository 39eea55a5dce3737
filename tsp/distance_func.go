package tsp

import (
	"math"
	"runtime"

	"github.com/aco-vk/aco-vk/internal/parallel"
	"github.com/aco-vk/aco-vk/tsp/internal/globe"
)

// DistanceFunc returns a function that returns the same distances as Distance. It is faster in loops: what depends on the metric and on a
// single city is computed once.
func (in *Instance) DistanceFunc() func(i, j uint32) int64 {
	x, y := in.X, in.Y
	switch in.Metric {
	case EUC2D:
		return func(i, j uint32) int64 {
			dx, dy := x[i]-x[j], y[i]-y[j]
			return nint(math.Sqrt(float64(dx*dx) + float64(dy*dy)))
		}
	case CEIL2D:
		return func(i, j uint32) int64 {
			dx, dy := x[i]-x[j], y[i]-y[j]
			return int64(math.Ceil(math.Sqrt(float64(dx*dx) + float64(dy*dy))))
		}
	case Haversine:
		return in.haversineFunc()
	case Pairs:
		rows := in.rows()
		return func(i, j uint32) int64 {
			if i == j {
				return 0
			}
			return in.pairDistance(rows, int(i), int(j))
		}
	case Explicit:
		n, weights := in.Dimension(), in.Weights
		return func(i, j uint32) int64 {
			if i == j {
				return 0
			}
			return int64(weights[int(i)*n+int(j)])
		}
	}
	return func(i, j uint32) int64 { return in.Distance(int(i), int(j)) }
}

// haversineFunc returns DistanceFunc on the globe. It computes the point of each city once.
func (in *Instance) haversineFunc() func(i, j uint32) int64 {
	grid := globe.NewGrid(in.Unit.Decimals)
	points := make([][3]uint32, len(in.X))
	parallel.Parts(len(points), runtime.GOMAXPROCS(0), func(_, from, to int) {
		for city := from; city < to; city++ {
			points[city] = grid.Point(in.Point(uint32(city)))
		}
	})
	return func(i, j uint32) int64 { return grid.Distance(&points[i], &points[j]) }
}
