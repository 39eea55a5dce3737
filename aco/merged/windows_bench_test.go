package merged

import (
	"testing"

	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/tsp/generate"
)

// BenchmarkExchange measures the host time of an exchange of two windows, without copies from devices.
func BenchmarkExchange(b *testing.B) {
	instance, err := generate.Instance("uniform", 1_000_000, 1)
	if err != nil {
		b.Fatal(err)
	}
	m, err := model.New(b.Context(), instance, model.Parameters{Windows: 2})
	if err != nil {
		b.Fatal(err)
	}
	own := &fixedColonies{paths: [][]uint32{m.Window(m.StartTour, 0), m.Window(m.StartTour, 1)}, states: firstStates(m)[:2]}
	r := mustRun(b, Options{}, m, m.Instance, own)
	for b.Loop() {
		r.assemble()
		r.nextTours(false)
		m.Rotated(r.current.tour)
	}
}
