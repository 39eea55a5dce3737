package recombine_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/aco-vk/aco-vk/aco/recombine"
)

// BenchmarkMerge measures recombinations of eight tours and by how many percent the result is
// shorter than the best of the tours. Tours are either local optima from different first tours,
// which differ in 15 to 20% of the edges, or variants of one local optimum, which differ in 1%.
func BenchmarkMerge(b *testing.B) {
	const tours = 8
	for _, kind := range []string{"uniform", "clustered", "grid"} {
		for _, cities := range []int{1000, 10_000, 100_000, 1_000_000} {
			kicks := min(cities, 300_000)
			for _, near := range []bool{false, true} {
				b.Run(fmt.Sprintf("%s/%d/near=%t", kind, cities, near), func(b *testing.B) {
					in := newInstance(b, kind, cities)
					var parents [][]uint32
					if near {
						parents = in.variants(b, tours, kicks, kicks/10)
					} else {
						parents = in.localOptima(b, tours, kicks)
					}
					before, after := shortest(in.distance, parents), int64(0)
					for b.Loop() {
						result, err := recombine.Merge(context.Background(), in.distance, parents, recombine.DefaultEffort)
						if err != nil {
							b.Fatal(err)
						}
						after = result.Length
					}
					b.ReportMetric(100*float64(before-after)/float64(before), "%shorter")
				})
			}
		}
	}
}

// BenchmarkAssembleEdges measures edge assembly of eight tours and their merged tour, and by how
// many percent the result is shorter than the merged tour.
func BenchmarkAssembleEdges(b *testing.B) {
	const cities, tours = 10_000, 8
	for _, kind := range []string{"uniform", "clustered", "grid"} {
		b.Run(kind, func(b *testing.B) {
			in := newInstance(b, kind, cities)
			parents := in.localOptima(b, tours, cities)
			merged, err := recombine.Merge(context.Background(), in.distance, parents, recombine.DefaultEffort)
			if err != nil {
				b.Fatal(err)
			}
			parents = append(parents, merged.Tour)
			after := merged.Length
			for b.Loop() {
				result, err := recombine.AssembleEdges(context.Background(), in.distance, recombine.Neighbors{Cities: in.near, Width: in.width}, parents, recombine.Assembly{})
				if err != nil {
					b.Fatal(err)
				}
				after = result.Length
			}
			b.ReportMetric(100*float64(merged.Length-after)/float64(merged.Length), "%shorter")
		})
	}
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
