package recombine_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/aco-vk/aco-vk/aco/merged/recombine"
)

// BenchmarkAll measures recombinations, and by how many per cent their results are shorter than the best of their tours.
func BenchmarkAll(b *testing.B) {
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
			in := instance(b, c.kind, c.cities)
			tours := in.optima(c.tours, c.kicks)
			before := shortest(in.distance, tours)
			for _, effort := range []recombine.Effort{{Cities: 200, States: 1000}, recombine.Usual, {Cities: 400, States: 3000}} {
				b.Run(fmt.Sprintf("window%d_states%d", effort.Cities, effort.States), func(b *testing.B) {
					var after int64
					for b.Loop() {
						_, length, err := recombine.All(context.Background(), in.distance, tours, effort)
						if err != nil {
							b.Fatal(err)
						}
						after = length
					}
					b.ReportMetric(100*float64(before-after)/float64(before), "%shorter")
				})
			}
		})
	}
}
