package reference

import (
	"fmt"
	"testing"

	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
)

// An iteration of one colony with the recommended parameters, in the middle of a round of
// annealing.
func BenchmarkIteration(b *testing.B) {
	for _, cities := range []int{1000, 10_000} {
		b.Run(fmt.Sprintf("%d cities", cities), func(b *testing.B) {
			instance := tsptest.Generate(b, "uniform", cities, 1)
			m, err := model.New(b.Context(), instance, model.Recommended(cities))
			if err != nil {
				b.Fatal(err)
			}
			c := NewColony(m, 0)
			c.Settings = model.Settings{Kick: uint32(m.Parameters.Kick), Scales: model.DefaultScales, Temperature: uint32(m.Parameters.Temperature * m.Spread * 128)}
			for b.Loop() {
				for _, stage := range c.Stages() {
					stage.Run()
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*m.Ants), "ns/ant")
		})
	}
}
