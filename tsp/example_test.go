package tsp_test

import (
	"context"
	"errors"
	"fmt"
	"log"
	"os"
	"strings"

	"github.com/aco-vk/aco-vk/tsp"
)

func ExampleReadFile() {
	in, err := tsp.ReadFile("../testdata/five.tsp")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(in.Name, in.Dimension(), in.Metric, in.Distance(0, 4))
	// Output: five 5 EXPLICIT 7
}

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

func ExampleGenerate() {
	in, err := tsp.Generate("uniform", 1000, 1000) // E1k.0 of the DIMACS challenge
	if err != nil {
		log.Fatal(err)
	}
	best, _ := tsp.BestKnown(in)
	fmt.Println(in.Name, best)
	// Output: uniform-1000-1000 23360648
}

func ExampleGreedy() {
	in, err := tsp.Generate("uniform", 1000, 1000)
	if err != nil {
		log.Fatal(err)
	}
	ctx := context.Background()
	candidates, err := tsp.Candidates(ctx, in, 6, 1)
	if err != nil {
		log.Fatal(err)
	}
	tour, err := tsp.Greedy(ctx, in, candidates)
	if err != nil {
		log.Fatal(err)
	}
	best, _ := tsp.BestKnown(in)
	fmt.Printf("%.0f%% above the optimum\n", 100*float64(tour.Length(in)-best)/float64(best))
	// Output: 17% above the optimum
}

func ExampleTour_Write() {
	tour := tsp.Tour{0, 2, 1}
	if err := tour.Write(os.Stdout, "round trip", "length 45"); err != nil {
		log.Fatal(err)
	}
	// Output:
	// NAME: round trip
	// TYPE: TOUR
	// COMMENT: length 45
	// DIMENSION: 3
	// TOUR_SECTION
	// 1
	// 3
	// 2
	// -1
	// EOF
}

func ExampleSyntaxError() {
	file := strings.NewReader("DIMENSION: 3\nTYPE: TSP\nEDGE_WEIGHT_TYPE: EUC_5D\n")
	_, err := tsp.Read(file, "places.tsp")
	var syntax *tsp.SyntaxError
	if errors.As(err, &syntax) {
		fmt.Printf("line %d\n", syntax.Line)
	}
	// Output: line 3
}
