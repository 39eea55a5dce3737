package merged_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/aco-vk/aco-vk/aco/merged"
	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/internal/mergetest"
	"github.com/aco-vk/aco-vk/internal/testkind"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
	"github.com/aco-vk/aco-vk/vk"
	"github.com/aco-vk/aco-vk/vk/vktest"
)

// Iterations in windows equal the reference. The cities at the ends of a window keep their places.
func TestWindowIterations(t *testing.T) {
	testkind.ComparesStage(t)
	vktest.WithAndWithoutSubgroups(t, testWindowIterations)
}

func testWindowIterations(t *testing.T, device *vk.Device) {
	type example struct {
		cities, windows, ants int
		kick                  uint32
		metric                tsp.Metric
	}
	for _, c := range testkind.First(2, []example{
		{17, 2, 20, 10, tsp.EUC2D}, {100, 3, 30, 0, tsp.MAN2D},
		{1001, 4, 100, 50, tsp.CEIL2D}, {500, 2, 100, 30, tsp.GEO},
	}) {
		t.Run(fmt.Sprint(c), func(t *testing.T) {
			instance := tsptest.Generate(t, "uniform", c.cities, 7)
			if instance.Metric = c.metric; c.metric == tsp.GEO {
				for city := range instance.X {
					instance.X[city], instance.Y[city] = instance.X[city]/20_000, instance.Y[city]/10_000
				}
			}
			m := mergetest.Nearest(t, instance, 8, 5, c.windows, c.ants)
			m.Windows = c.windows
			p := open(t, device, m, model.Settings{Kick: c.kick, Scales: 3, Temperature: 1 << 20}, merged.Stages...)
			for i := range 12 {
				p.iterate(t)
				p.compare(t, fmt.Sprintf("iteration %d", i+1))
			}
			for number, ref := range p.References {
				tour, window := ref.Tours[ref.State.Iteration&1], m.Window(m.StartTour, number)
				if ref.State.Stop != model.Running || ref.State.Counts.Accepted == 0 || slices.Equal(tour, window) {
					t.Errorf("window %d: %+v", number, ref.State)
				}
				if !m.IsRearrangement(tour, window) {
					t.Errorf("window %d: %v is not a rearrangement of %v", number, tour, window)
				}
			}
		})
	}
}
