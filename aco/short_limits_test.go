package aco_test

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/aco-vk/aco-vk/aco"
	"github.com/aco-vk/aco-vk/tsp"
)

// BenchmarkShortLimits reports how much longer tours are than those of runs of a second, by number of cities
// and time limit. -benchtime 100x takes 100 instances for each.
func BenchmarkShortLimits(b *testing.B) {
	solver, err := aco.NewSolver()
	if err != nil {
		b.Fatal(err)
	}
	defer solver.Close()
	best := map[[2]int]int64{}
	for _, cities := range []int{20, 50, 100, 200, 500, 1000} {
		instance := func(number int) *tsp.Instance {
			random := rand.New(rand.NewPCG(uint64(cities), uint64(number)))
			x, y := make([]float64, cities), make([]float64, cities)
			for i := range x {
				x[i], y[i] = 1e5*random.Float64(), 1e5*random.Float64()
			}
			in, err := tsp.FromCoordinates(tsp.EUC2D, x, y)
			if err != nil {
				b.Fatal(err)
			}
			return in
		}
		solve := func(in *tsp.Instance, limit time.Duration) *aco.Result {
			result, err := solver.Solve(b.Context(), in, aco.Options{TimeLimit: limit, Method: aco.Chained{}})
			if err != nil {
				b.Fatal(err)
			}
			return result
		}
		for _, limit := range []time.Duration{1, 2, 5, 10, 30, 100} {
			limit *= time.Millisecond
			b.Run(fmt.Sprintf("%d/%v", cities, limit), func(b *testing.B) {
				var mean, worst float64
				var late time.Duration
				for i := range b.N {
					in := instance(i)
					if best[[2]int{cities, i}] == 0 {
						best[[2]int{cities, i}] = solve(in, min(time.Duration(cities)*2, 1000)*time.Millisecond).Length
					}
					began := time.Now()
					length := solve(in, limit).Length
					late = max(late, time.Since(began)-limit)
					gap := float64(length)/float64(best[[2]int{cities, i}]) - 1
					mean, worst = mean+gap/float64(b.N), max(worst, gap)
				}
				b.ReportMetric(0, "ns/op")
				b.ReportMetric(100*mean, "gap-%")
				b.ReportMetric(100*worst, "worst-%")
				b.ReportMetric(late.Seconds()*1000, "late-ms")
			})
		}
	}
}
