package bound_test

import (
	"context"
	"fmt"
	"log"

	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/bound"
)

func ExampleHeldKarp() {
	instance, err := tsp.Generate("uniform", 100, 1)
	if err != nil {
		log.Fatal(err)
	}
	tour, err := tsp.NearestNeighbour(context.Background(), instance, 0)
	if err != nil {
		log.Fatal(err)
	}
	lower, err := bound.HeldKarp(context.Background(), instance, bound.Options{})
	if err != nil {
		log.Fatal(err)
	}
	length := tour.Length(instance)
	fmt.Printf("at most %.0f%% above the optimum\n", 100*float64(length-lower.Length)/float64(lower.Length))
	// Output: at most 17% above the optimum
}
