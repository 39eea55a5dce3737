package recombine_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/aco-vk/aco-vk/aco/recombine"
)

// BenchmarkMerge measures recombinations and by how many percent the result is shorter than the best of the tours.
func BenchmarkMerge(b *testing.B) {
	for _, c := range []struct {
		kind                 string
		cities, tours, kicks int
	}{
		{"uniform", 5000, 8, 10_000},
		{"uniform", 10_000, 8, 20_000},
		{"clustered", 10_000, 8, 20_000},
		{"uniform", 100_000, 2, 0},
	} {
		b.Run(fmt.Sprintf("%s%d_tours%d_kicks%d", c.kind, c.cities, c.tours, c.kicks), func(b *testing.B) {
			in := newInstance(b, c.kind, c.cities)
			tours := in.localOptima(c.tours, c.kicks)
			before := shortest(in.distance, tours)
			for _, effort := range []recombine.Effort{{WindowCities: 200, States: 1000}, recombine.DefaultEffort, {WindowCities: 400, States: 3000}} {
				b.Run(fmt.Sprintf("window%d_states%d", effort.WindowCities, effort.States), func(b *testing.B) {
					var after int64
					for b.Loop() {
						result, err := recombine.Merge(context.Background(), in.distance, tours, effort)
						if err != nil {
							b.Fatal(err)
						}
						after = result.Length
					}
					b.ReportMetric(100*float64(before-after)/float64(before), "%shorter")
				})
			}
		})
	}
}

// BenchmarkMergeUntilDeadline measures the result of recombining very different tours with a deadline, and the delay after the deadline.
func BenchmarkMergeUntilDeadline(b *testing.B) {
	for _, c := range []struct{ cities, tours, kicks int }{{4461, 16, 4000}, {15_112, 8, 15_000}} {
		b.Run(fmt.Sprintf("uniform%d_tours%d", c.cities, c.tours), func(b *testing.B) {
			in := newInstance(b, "uniform", c.cities)
			tours := in.localOptima(c.tours, c.kicks)
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
