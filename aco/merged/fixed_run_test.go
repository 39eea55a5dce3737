package merged

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/aco-vk/aco-vk/aco/engine"
	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/internal/mergetest"
	"github.com/aco-vk/aco-vk/internal/testkind"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
	"github.com/aco-vk/aco-vk/vk/pipeline"
	"github.com/aco-vk/aco-vk/vk/vktest"
)

// The tour of a small instance with fixed edges is the shortest one that has them, on the
// processor and on devices.
func TestFixedEdgesAgainstAllTours(t *testing.T) {
	testkind.ComparesStage(t)
	random := rand.New(rand.NewPCG(16, 1))
	devices := []*pipeline.Device{nil, vktest.Open(t)}
	for example := range testkind.Fewer(4, 12) {
		n := 8 + example%2
		in := mergetest.WithFixed(t, random, tsptest.Generate(t, []string{"uniform", "clustered", "grid"}[example%3], n, int64(example+1)), 1+example%4)
		if example%4 == 3 {
			in = mergetest.Matrix(in)
		}
		want, _ := tsptest.Optimum(in)
		o := Options{Rules: engine.Rules{Iterations: 60}, Parameters: model.Parameters{Colonies: 4, Ants: 64, Noise: 0.4, Seed: uint64(example + 1)}}
		var tours []string
		for _, device := range devices {
			result := mustSolve(t, in, []*pipeline.Device{device}, o)
			if result.Length != want {
				t.Errorf("example %d, %d cities, fixed %v: length %d, the shortest tour has %d", example, n, in.Fixed, result.Length, want)
			}
			tours = append(tours, fmt.Sprint(result.Tour, result.Iterations))
		}
		if tours[0] != tours[1] {
			t.Errorf("example %d: the reference has %s, the device %s", example, tours[0], tours[1])
		}
	}
}
