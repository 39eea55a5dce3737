package aco

import (
	"slices"
	"testing"

	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/internal/testkind"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/generate"
)

// A run depends on the distances, not on where the cities lie: moved, with their axes exchanged or
// mirrored. Methods of the papers know the distances alone. The others number the cities by their
// places, in an order that only a move keeps.
func TestMovedInstances(t *testing.T) {
	testkind.ComparesRuns(t)
	for _, metric := range []tsp.Metric{tsp.EUC2D, tsp.MAN2D, tsp.MAX2D} {
		instance := must.Get(generate.Instance("uniform", 40, 5))(t)
		instance.Metric = metric
		// Whole numbers and quarters, so that moves are exact.
		for city := range instance.X {
			instance.X[city] = float64(int(instance.X[city])%4000) / 4
			instance.Y[city] = float64(int(instance.Y[city])%4000) / 4
		}
		moved, exchanged, mirrored := *instance, *instance, *instance
		moved.X, moved.Y = changed(instance.X, 1, 1000), changed(instance.Y, 1, -777)
		exchanged.X, exchanged.Y = instance.Y, instance.X
		mirrored.X = changed(instance.X, -1, 50)
		for name, method := range recordedMethods {
			o := Options{Method: method, Devices: onProcessor(t), Iterations: 8}
			want := mustSolve(t, instance, o)
			others := map[string]*tsp.Instance{"moved": &moved, "exchanged": &exchanged, "mirrored": &mirrored}
			if name == "merged" || name == "population" || name == "chained" {
				others = map[string]*tsp.Instance{"moved": &moved}
			}
			for change, other := range others {
				got := mustSolve(t, other, o)
				if !slices.Equal(got.Tour, want.Tour) || got.Length != want.Length || got.AntsSHA256 != want.AntsSHA256 {
					t.Errorf("%s, %s, %s: length %d, want %d", metric, name, change, got.Length, want.Length)
				}
			}
		}
	}
}

// changed returns coordinates times a factor, plus a distance.
func changed(values []float64, factor, by float64) []float64 {
	list := slices.Clone(values)
	for i := range list {
		list[i] = factor*list[i] + by
	}
	return list
}
