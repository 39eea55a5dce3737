package generate_test

import (
	"fmt"
	"log"

	"github.com/aco-vk/aco-vk/tsp/bestknown"
	"github.com/aco-vk/aco-vk/tsp/generate"
)

func ExampleGenerate() {
	in, err := generate.Instance("uniform", 1000, 1000) // E1k.0 of the DIMACS challenge
	if err != nil {
		log.Fatal(err)
	}
	best, _ := bestknown.Length(in)
	fmt.Println(in.Name, best)
	// Output: uniform-1000-1000 23360648
}
