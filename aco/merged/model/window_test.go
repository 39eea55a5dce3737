package model

import (
	"errors"
	"slices"
	"testing"

	"github.com/aco-vk/aco-vk/aco/problem"
)

// Windows have all places of a tour but the few that are left over, and shifts bring each of them into one.
func TestWindow(t *testing.T) {
	m, err := New(t.Context(), generated(t, "uniform", 103), Parameters{Windows: 4})
	if err != nil {
		t.Fatal(err)
	}
	if m.Colonies != 4 || m.TourCities() != 25 {
		t.Errorf("%d colonies of %d places", m.Colonies, m.TourCities())
	}
	tour := m.StartTour
	within := map[uint32]bool{} // cities that are not at an end of their window
	for range 8 {
		var all []uint32
		for colony := range m.Colonies {
			window := m.Window(tour, colony)
			all = append(all, window...)
			for _, city := range window[1 : len(window)-1] {
				within[city] = true
			}
		}
		if !slices.Equal(all, tour[:100]) {
			t.Fatalf("windows %v of %v", all, tour)
		}
		tour = m.Rotated(tour)
	}
	if len(within) != m.Cities || !m.IsTour(tour) {
		t.Errorf("%d of %d cities could be moved", len(within), m.Cities)
	}
	for _, windows := range []int{-1, 3, 13} {
		var refused *problem.Error
		if _, err := NewUnprepared(m.Instance, Parameters{Windows: windows, Colonies: max(4, windows)}); !errors.As(err, &refused) {
			t.Errorf("%d windows of 4 colonies: %v", windows, err)
		}
	}
}
