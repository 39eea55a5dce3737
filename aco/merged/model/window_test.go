package model

import (
	"errors"
	"slices"
	"testing"

	"github.com/aco-vk/aco-vk/aco/option"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
)

// Windows cover all places of a tour except the few that remain, and rotation brings every city inside a window.
func TestWindow(t *testing.T) {
	m, err := New(t.Context(), tsptest.Generate(t, "uniform", 103, 5), Parameters{Windows: 4})
	if err != nil {
		t.Fatal(err)
	}
	if m.Colonies != 4 || m.TourCities() != 25 {
		t.Errorf("%d colonies with %d places", m.Colonies, m.TourCities())
	}
	tour := m.StartTour
	inner := map[uint32]bool{} // cities that were not at an end of their window
	for range 8 {
		var all []uint32
		for colony := range m.Colonies {
			window := m.Window(tour, colony)
			all = append(all, window...)
			for _, city := range window[1 : len(window)-1] {
				inner[city] = true
			}
		}
		if !slices.Equal(all, tour[:100]) {
			t.Fatalf("windows %v, want the start of %v", all, tour)
		}
		tour = m.Rotated(tour)
	}
	if len(inner) != m.Cities || !m.IsTour(tour) {
		t.Errorf("%d of %d cities could be moved", len(inner), m.Cities)
	}
	for _, windows := range []int{-1, 3, 13} {
		var refused *option.Error
		if _, err := NewUnprepared(m.Instance, Parameters{Windows: windows, Colonies: max(4, windows)}); !errors.As(err, &refused) {
			t.Errorf("%d windows, 4 colonies: error %v", windows, err)
		}
	}
}
