package merged

import (
	"testing"

	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/tsp"
)

// What an exchange of two windows takes of the host, but for what devices copy.
func BenchmarkExchange(b *testing.B) {
	instance, err := tsp.Generate("uniform", 1_000_000, 1)
	if err != nil {
		b.Fatal(err)
	}
	m, err := model.New(b.Context(), instance, model.Parameters{Windows: 2})
	if err != nil {
		b.Fatal(err)
	}
	s := &site{colonies: &fixed{paths: [][]uint32{m.Window(m.StartTour, 0), m.Window(m.StartTour, 1)}}, count: 2}
	r := newRun(Options{}, m, []*site{s}, nil)
	for b.Loop() {
		r.assemble()
		s.states = r.fresh(s, 0)
		m.Rotated(r.good)
	}
}
