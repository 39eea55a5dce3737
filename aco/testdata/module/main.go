package main

import (
	"context"
	"fmt"
	"log"
	"time"

	"github.com/aco-vk/aco-vk/aco"
	"github.com/aco-vk/aco-vk/tsp/format"
)

func main() {
	input, err := format.ReadFile(context.Background(), "places.csv", format.Options{})
	if err != nil {
		log.Fatal(err)
	}
	result, err := aco.Solve(context.Background(), input.Instance, aco.Options{TimeLimit: 2 * time.Second})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(result.UnitLength, result.Unit.Name, result.Tour)
}
