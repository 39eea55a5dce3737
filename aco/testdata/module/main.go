package main

import (
	"context"
	"fmt"
	"log"
	"time"

	"github.com/aco-vk/aco-vk/aco"
	"github.com/aco-vk/aco-vk/tsp"
)

func main() {
	instance, err := tsp.ReadFile("places.csv")
	if err != nil {
		log.Fatal(err)
	}
	result, err := aco.Solve(context.Background(), instance, aco.Options{TimeLimit: 2 * time.Second})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(result.Length, result.Tour)
}
