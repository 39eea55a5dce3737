package tsp_test

import (
	"fmt"
	"log"

	"github.com/aco-vk/aco-vk/tsp"
)

func ExampleFromCoordinates() {
	x := []float64{0, 30, 30, 0}
	y := []float64{0, 0, 40, 40}
	in, err := tsp.FromCoordinates(tsp.EUC2D, x, y)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(in.Distance(0, 2))
	// Output: 50
}

func ExampleFromDegrees() {
	latitudes := []float64{52.52, 53.551, 48.137}
	longitudes := []float64{13.405, 9.994, 11.575}
	in, err := tsp.FromDegrees(latitudes, longitudes)
	if err != nil {
		log.Fatal(err)
	}
	tour := tsp.Tour{0, 1, 2}
	fmt.Println(in.Unit.Format(tour.Length(in)))
	// Output: 1371.68 km
}

func ExampleFromMatrix() {
	minutes := [][]int{
		{0, 12, 25},
		{14, 0, 9},
		{24, 10, 0},
	}
	in, err := tsp.FromMatrix(minutes)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(in.Kind, tsp.Tour{0, 1, 2}.Length(in), tsp.Tour{0, 2, 1}.Length(in))
	// Output: ATSP 45 49
}
