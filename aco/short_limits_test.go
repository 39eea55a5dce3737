package aco_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/aco-vk/aco-vk/aco"
	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/internal/timeline"
	"github.com/aco-vk/aco-vk/tsp"
)

// BenchmarkShortLimits reports how much longer tours are than those of runs of a second, by number of cities
// and time limit, and how late they come. -benchtime 100x takes 100 instances for each.
func BenchmarkShortLimits(b *testing.B) {
	solver := must.Get(aco.NewSolver())(b)
	defer solver.Close()
	best := map[[2]int]int64{}
	for _, cities := range []int{20, 50, 100, 200, 500, 1000} {
		instance := func(number int) *tsp.Instance {
			random := rand.New(rand.NewPCG(uint64(cities), uint64(number)))
			x, y := make([]float64, cities), make([]float64, cities)
			for i := range x {
				x[i], y[i] = 1e5*random.Float64(), 1e5*random.Float64()
			}
			return must.Get(tsp.FromCoordinates(tsp.EUC2D, x, y))(b)
		}
		solve := func(in *tsp.Instance, limit time.Duration) *aco.Result {
			return must.Get(solver.Solve(b.Context(), in, aco.Options{TimeLimit: limit, Method: aco.Chained{}}))(b)
		}
		for _, limit := range []time.Duration{1, 2, 5, 10, 30, 100} {
			limit *= time.Millisecond
			b.Run(fmt.Sprintf("%d/%v", cities, limit), func(b *testing.B) {
				gaps, late, mean := make([]float64, b.N), make([]time.Duration, b.N), 0.0
				for i := range b.N {
					in := instance(i)
					if best[[2]int{cities, i}] == 0 {
						best[[2]int{cities, i}] = solve(in, min(time.Duration(cities)*2, 1000)*time.Millisecond).Length
					}
					began := time.Now()
					length := solve(in, limit).Length
					late[i] = time.Since(began) - limit
					gaps[i] = 100 * (float64(length)/float64(best[[2]int{cities, i}]) - 1)
					mean += gaps[i] / float64(b.N)
				}
				slices.Sort(gaps)
				slices.Sort(late)
				b.ReportMetric(0, "ns/op")
				b.ReportMetric(mean, "mean-%")
				b.ReportMetric(gaps[b.N/2], "median-%")
				b.ReportMetric(gaps[b.N-1], "worst-%")
				b.ReportMetric(late[(b.N*99-1)/100].Seconds()*1000, "late-p99-ms")
			})
		}
	}
}

// BenchmarkOneIteration reports the processor time and the allocations of a call for one iteration.
func BenchmarkOneIteration(b *testing.B) {
	solver := must.Get(aco.NewSolver())(b)
	defer solver.Close()
	for _, places := range []int{20, 50, 200} {
		in := must.Get(tsp.FromMatrix(warehouse(rand.New(rand.NewPCG(1, uint64(places))), places)))(b)
		b.Run(fmt.Sprint(places), func(b *testing.B) {
			b.ReportAllocs()
			used := timeline.ProcessorTime()
			for b.Loop() {
				if _, err := solver.Solve(b.Context(), in, aco.Options{Iterations: 1, Method: aco.Chained{}}); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric((timeline.ProcessorTime()-used).Seconds()*1e6/float64(b.N), "cpu-µs/op")
		})
	}
}
