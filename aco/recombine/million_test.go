//go:build unix

package recombine_test

import (
	"context"
	"fmt"
	"syscall"
	"testing"

	"github.com/aco-vk/aco-vk/aco/recombine"
	"github.com/aco-vk/aco-vk/tsp/construct"
)

// BenchmarkMillion measures the recombination of eight tours of a million cities, and of two of
// them: processor seconds, and by how many percent the result is shorter than the best of the
// tours. Cities are numbered along a curve, as in runs. Far tours are local optima from different
// first tours; near ones are variants of one. The tours of a benchmark take minutes of both cores.
// The sequential share is what a CPU profile with -cpu 1 has outside each: go tool pprof -top -cum
// -ignore 'recombine.each$'.
func BenchmarkMillion(b *testing.B) {
	const cities, tours = 1_000_000, 8
	for _, kind := range []string{"uniform", "clustered", "grid"} {
		for _, mode := range []string{"far", "near"} {
			b.Run(kind+"/"+mode, func(b *testing.B) {
				in := newInstanceAlongCurve(b, kind, cities)
				var parents [][]uint32
				if mode == "near" {
					parents = in.variants(b, tours, 0, cities/25)
				} else {
					parents = in.localOptima(b, tours, 0)
				}
				near := recombine.Neighbors{Cities: in.near, Width: in.width}
				for _, count := range []int{2, tours} {
					own := parents[:count]
					measure(b, fmt.Sprintf("windows/%d", count), in, own, func() (recombine.Result, error) {
						return recombine.Merge(context.Background(), in.distance, own, recombine.DefaultEffort)
					})
					measure(b, fmt.Sprintf("assembly/%d", count), in, own, func() (recombine.Result, error) {
						return recombine.AssembleEdges(context.Background(), in.distance, near, own, recombine.Assembly{})
					})
				}
			})
		}
	}
}

// measure measures one recombination of tours.
func measure(b *testing.B, name string, in *testInstance, tours [][]uint32, recombined func() (recombine.Result, error)) {
	b.Run(name, func(b *testing.B) {
		before, after, started := shortest(in.distance, tours), int64(0), processorSeconds(b)
		for b.Loop() {
			result, err := recombined()
			if err != nil {
				b.Fatal(err)
			}
			after = result.Length
		}
		b.ReportMetric((processorSeconds(b)-started)/float64(b.N), "cpu-s/op")
		b.ReportMetric(100*float64(before-after)/float64(before), "%shorter")
	})
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
