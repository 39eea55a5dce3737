package bound_test

import (
	"context"
	"fmt"
	"log"

	"github.com/aco-vk/aco-vk/tsp/bound"
	"github.com/aco-vk/aco-vk/tsp/construct"
	"github.com/aco-vk/aco-vk/tsp/generate"
)

func ExampleHeldKarp() {
	instance, err := generate.Instance("uniform", 100, 1)
	if err != nil {
		log.Fatal(err)
	}
	tour, err := construct.NearestNeighbour(context.Background(), instance, 0)
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
