package merged_test

import (
	"fmt"
	"testing"

	"github.com/aco-vk/aco-vk/aco/merged"
	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/internal/mergetest"
	"github.com/aco-vk/aco-vk/internal/testkind"
	"github.com/aco-vk/aco-vk/tsp/construct"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
	"github.com/aco-vk/aco-vk/vk/vktest"
)

// Whole iterations on the device and in the reference have the same results, with the changes of
// ants and their merge.
func TestIterations(t *testing.T) {
	testkind.ComparesStage(t)
	device := vktest.Open(t)
	instance := tsptest.Generate(t, "uniform", 2000, 7)
	m := mergetest.Nearest(t, instance, 8, 5, 2, 400)
	nearest, err := construct.NearestNeighbour(t.Context(), instance, 0)
	if err != nil {
		t.Fatal(err)
	}
	for position, city := range nearest {
		m.StartTour[position] = uint32(city)
	}
	m.StartLength = mergetest.Length(m, m.StartTour)
	p := open(t, device, m, model.Settings{Kick: 50, Scales: 4, Temperature: 1 << 20}, merged.Stages...)
	for i := range 6 {
		p.iterate(t)
		p.compare(t, fmt.Sprintf("iteration %d", i+1))
	}
	for _, ref := range p.References {
		if s := ref.State; s.Stop != model.Running || s.Best >= m.StartLength || s.Counts.Accepted == 0 || s.Counts.Losing == 0 {
			t.Errorf("%+v", s)
		}
	}
}
