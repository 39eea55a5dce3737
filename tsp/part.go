package tsp

import (
	"runtime"

	"github.com/aco-vk/aco-vk/internal/parallel"
)

// Part returns the instance of some cities in the given order, without fixed edges and names. Its city i is the city cities[i] of the original,
// whose metric is not Pairs.
func (in *Instance) Part(cities Tour) *Instance {
	axis := func(all []float64) []float64 {
		if all == nil {
			return nil
		}
		own := make([]float64, len(cities))
		parallel.Parts(len(cities), runtime.GOMAXPROCS(0), func(_, from, to int) {
			for i, city := range cities[from:to] {
				own[from+i] = all[city]
			}
		})
		return own
	}
	part := &Instance{
		Name: in.Name, Comment: in.Comment, Kind: in.Kind, Metric: in.Metric, X: axis(in.X), Y: axis(in.Y), Z: axis(in.Z), Unit: in.Unit, Forbidden: in.Forbidden,
	}
	if in.Metric == Explicit {
		n := in.Dimension()
		for _, from := range cities {
			for _, to := range cities {
				part.Weights = append(part.Weights, in.Weights[int(from)*n+int(to)])
			}
		}
	}
	return part
}
