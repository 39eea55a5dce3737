package verify_test

import (
	"fmt"
	"log"

	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/verify"
)

func ExampleTour() {
	in, err := tsp.FromCoordinates(tsp.EUC2D, []float64{0, 30, 30, 0}, []float64{0, 0, 40, 40})
	if err != nil {
		log.Fatal(err)
	}
	length, err := verify.Tour(in, tsp.Tour{0, 1, 2, 3})
	fmt.Println(length, err)
	_, err = verify.Tour(in, tsp.Tour{0, 1, 2, 2})
	fmt.Println(err)
	// Output:
	// 140 <nil>
	// verify: the tour visits city 2 more than once
}
