package tsp_test

import (
	"testing"

	"github.com/aco-vk/aco-vk/tsp/tsptest"
)

func BenchmarkTourSHA256(b *testing.B) {
	tour := tsptest.RandomTour(tsptest.Million)
	for b.Loop() {
		tour.SHA256(true)
	}
}

func BenchmarkTourValidate(b *testing.B) {
	tour := tsptest.RandomTour(tsptest.Million)
	for b.Loop() {
		if err := tour.Validate(len(tour)); err != nil {
			b.Fatal(err)
		}
	}
}
