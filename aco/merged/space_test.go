package merged_test

import (
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/aco-vk/aco-vk/aco/merged"
	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/internal/mergetest"
	"github.com/aco-vk/aco-vk/internal/testkind"
	"github.com/aco-vk/aco-vk/pipeline"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/vk/vktest"
)

// compareDistances fails a test if the lengths of random tours on the device differ from those of the reference.
func compareDistances(t *testing.T, device *pipeline.Device, instance *tsp.Instance, name string) {
	t.Helper()
	const colonies = 8
	m := mergetest.Nearest(t, instance, 8, 5, colonies, 1)
	random := rand.New(rand.NewPCG(3, 34))
	for range colonies - 1 {
		tour := slices.Clone(m.StartTour)
		random.Shuffle(len(tour), func(i, j int) { tour[i], tour[j] = tour[j], tour[i] })
		m.NoisyTours = append(m.NoisyTours, tour)
	}
	p := open(t, device, m, model.Settings{}, "check", "settle")
	for _, ref := range p.References {
		ref.State.Measured = 0
	}
	p.upload(t)
	p.iterate(t)
	p.compare(t, name)
	for c, ref := range p.References {
		if ref.State.Stop != model.Running || ref.State.Measured != ref.State.Length {
			t.Errorf("%s, colony %d: %+v", name, c, ref.State)
		}
	}
}

// Devices compute the distances of the reference in space and on the globe.
func TestDistancesInSpace(t *testing.T) {
	testkind.ComparesStage(t)
	device := vktest.Open(t)
	for _, name := range slices.Sorted(maps.Keys(mergetest.Layouts)) {
		compareDistances(t, device, mergetest.Layout(t, name, 300), name)
	}
}

// Ants find the changes of the reference in space and on the globe.
func TestAntsInSpace(t *testing.T) {
	testkind.ComparesStage(t)
	device := vktest.Open(t)
	for _, name := range []string{"globe", "two places", "places"} {
		m := mergetest.Nearest(t, mergetest.Layout(t, name, 150), 8, 5, 2, 60)
		p := open(t, device, m, model.Settings{Kick: 30, Scales: 4, Temperature: math.MaxUint32}, merged.Stages...)
		for i := range 4 {
			p.iterate(t)
			p.compare(t, fmt.Sprint(name, ", iteration ", i+1))
		}
	}
}
