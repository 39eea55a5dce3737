//go:build unix

package recombine_test

import (
	"context"
	"errors"
	"fmt"
	"syscall"
	"testing"
	"time"

	"github.com/aco-vk/aco-vk/aco/recombine"
	"github.com/aco-vk/aco-vk/tsp/construct"
)

// BenchmarkRecombine measures the recombination of eight tours, and of two of them: processor seconds,
// and by how many percent the result is shorter than the best of the tours. Cities are numbered along a
// curve, as in runs. Far tours are local optima from different first tours, which differ in 15 to 20% of
// the edges; near ones are variants of one and differ in 1%. Assembly after windows also has the tour of
// the windows. The tours of a million cities take minutes of both cores. The sequential share is what a
// CPU profile with -cpu 1 has outside each: go tool pprof -top -cum -ignore 'recombine.each$'.
func BenchmarkRecombine(b *testing.B) {
	const most = 8 // tours
	for _, kind := range []string{"uniform", "clustered", "grid"} {
		for _, cities := range []int{1000, 10_000, 100_000, 1_000_000} {
			for _, mode := range []string{"far", "near"} {
				b.Run(fmt.Sprintf("%s/%d/%s", kind, cities, mode), func(b *testing.B) {
					in := newInstanceAlongCurve(b, kind, cities)
					var parents [][]uint32
					if mode == "near" {
						parents = in.variants(b, most, 0, cities/25)
					} else {
						parents = in.localOptima(b, most, 0)
					}
					for _, count := range []int{2, most} {
						own := parents[:count]
						windows := measure(b, fmt.Sprintf("windows/%d", count), in, own, func() (recombine.Result, error) {
							return recombine.Merge(context.Background(), in.distance, own, recombine.DefaultEffort)
						})
						for name, tours := range map[string][][]uint32{"assembly": own, "assembly after windows": append(own[:count:count], windows)} {
							measure(b, fmt.Sprintf("%s/%d", name, count), in, tours, func() (recombine.Result, error) {
								near := recombine.Neighbors{Cities: in.near, Width: in.width}
								return recombine.AssembleEdges(context.Background(), in.distance, near, tours, recombine.Assembly{})
							})
						}
					}
				})
			}
		}
	}
}

// measure measures one recombination of tours, and returns its tour.
func measure(b *testing.B, name string, in *testInstance, tours [][]uint32, recombined func() (recombine.Result, error)) (tour []uint32) {
	b.Run(name, func(b *testing.B) {
		before, after, started := shortest(in.distance, tours), int64(0), processorSeconds(b)
		for b.Loop() {
			result, err := recombined()
			if err != nil {
				b.Fatal(err)
			}
			after, tour = result.Length, result.Tour
		}
		b.ReportMetric((processorSeconds(b)-started)/float64(b.N), "cpu-s/op")
		b.ReportMetric(100*float64(before-after)/float64(before), "%shorter")
	})
	if tour == nil { // the benchmark was not selected
		tour = tours[0]
	}
	return tour
}

// processorSeconds returns the processor time of the process so far.
func processorSeconds(b *testing.B) float64 {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		b.Fatal(err)
	}
	return float64(usage.Utime.Nano()+usage.Stime.Nano()) / 1e9
}

// newInstanceAlongCurve returns an instance whose cities are numbered along a space-filling curve.
func newInstanceAlongCurve(b *testing.B, kind string, cities int) *testInstance {
	in := generated(b, kind, cities)
	numbered := *in
	numbered.X, numbered.Y = make([]float64, cities), make([]float64, cities)
	curve, err := construct.SpaceFilling(b.Context(), in)
	if err != nil {
		b.Fatal(err)
	}
	for i, city := range curve {
		numbered.X[i], numbered.Y[i] = in.X[city], in.Y[city]
	}
	return withNeighbours(b, &numbered)
}

// BenchmarkMergeUntilDeadline measures the result of recombining very different tours with a
// deadline, and the delay after the deadline.
func BenchmarkMergeUntilDeadline(b *testing.B) {
	for _, c := range []struct{ cities, tours, kicks int }{{4461, 16, 4000}, {15_112, 8, 15_000}} {
		b.Run(fmt.Sprintf("uniform%d_tours%d", c.cities, c.tours), func(b *testing.B) {
			in := newInstance(b, "uniform", c.cities)
			tours := in.localOptima(b, c.tours, c.kicks)
			before := shortest(in.distance, tours)
			for _, limit := range []time.Duration{100 * time.Millisecond, 300 * time.Millisecond, time.Second, time.Minute} {
				b.Run(limit.String(), func(b *testing.B) {
					var after int64
					var late time.Duration
					for b.Loop() {
						started := time.Now()
						ctx, cancel := context.WithTimeout(context.Background(), limit)
						result, err := recombine.Merge(ctx, in.distance, tours, recombine.DefaultEffort)
						if err != nil && !errors.Is(err, context.DeadlineExceeded) {
							b.Fatal(err)
						}
						cancel()
						after, late = result.Length, max(late, time.Since(started)-limit)
					}
					b.ReportMetric(100*float64(before-after)/float64(before), "%shorter")
					b.ReportMetric(float64(late.Milliseconds()), "ms-late")
				})
			}
		})
	}
}
