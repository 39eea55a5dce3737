package construct_test

import (
	"context"
	"fmt"
	"log"

	"github.com/aco-vk/aco-vk/tsp/bestknown"
	"github.com/aco-vk/aco-vk/tsp/construct"
	"github.com/aco-vk/aco-vk/tsp/generate"
	"github.com/aco-vk/aco-vk/tsp/neighbour"
)

func ExampleGreedy() {
	in, err := generate.Instance("uniform", 1000, 1000)
	if err != nil {
		log.Fatal(err)
	}
	ctx := context.Background()
	candidates, err := neighbour.Candidates(ctx, in, 6, 1)
	if err != nil {
		log.Fatal(err)
	}
	tour, err := construct.Greedy(ctx, in, candidates)
	if err != nil {
		log.Fatal(err)
	}
	best, _ := bestknown.Length(in)
	fmt.Printf("%.0f%% above the optimum\n", 100*float64(tour.Length(in)-best)/float64(best))
	// Output: 17% above the optimum
}
