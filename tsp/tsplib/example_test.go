package tsplib_test

import (
	"errors"
	"fmt"
	"log"
	"os"
	"strings"

	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/tsplib"
)

func ExampleReadFile() {
	in, err := tsplib.ReadFile("../../testdata/five.tsp")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(in.Name, in.Dimension(), in.Metric, in.Distance(0, 4))
	// Output: five 5 EXPLICIT 7
}

func ExampleWriteTour() {
	tour := tsp.Tour{0, 2, 1}
	if err := tsplib.WriteTour(os.Stdout, tour, "round trip", "length 45"); err != nil {
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
	_, err := tsplib.Read(file, "places.tsp")
	var syntax *tsp.SyntaxError
	if errors.As(err, &syntax) {
		fmt.Printf("line %d\n", syntax.Line)
	}
	// Output: line 3
}
