package tsp_test

import (
	"math/rand/v2"
	"testing"

	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
)

// BenchmarkDistance measures Distance and the function that DistanceFunc returns, on each metric.
func BenchmarkDistance(b *testing.B) {
	const cities = 1024
	random := rand.New(rand.NewPCG(1, 2))
	for _, metric := range tsp.Metrics() {
		in := tsptest.UnevenInstance(metric, "a diagonal", cities)
		if metric == tsp.Explicit {
			in = tsptest.Matrix(tsp.TSP, cities, func() int32 { return random.Int32N(1000) })
		}
		b.Run(string(metric), func(b *testing.B) {
			sum := int64(0)
			for i := 0; b.Loop(); i++ {
				sum += in.Distance(i%cities, i*7%cities)
			}
			b.ReportMetric(float64(sum&1), "parity")
		})
		distance := in.DistanceFunc()
		b.Run(string(metric)+"/func", func(b *testing.B) {
			sum := int64(0)
			for i := uint32(0); b.Loop(); i++ {
				sum += distance(i%cities, i*7%cities)
			}
			b.ReportMetric(float64(sum&1), "parity")
		})
	}
}
