package main

import (
	"fmt"

	"github.com/aco-vk/aco-vk/aco"
	"github.com/aco-vk/aco-vk/aco/problem"
)

type sameCommand struct {
	Instances  []string `arg:"" help:"Names, without folder and ending."`
	Iterations int      `default:"60" help:"Iterations of each run."`
	Seed       uint64   `default:"7"`
}

// Run prints the hash of the tour that this device finds, to be compared with other devices'. Few iterations of Ant System
// do not beat the nearest-neighbour tour on every instance, so the ants' best length is printed too.
func (c *sameCommand) Run(b bench) error {
	fmt.Printf("| instance | iterations | device | ants' best | tour_sha256 |\n|---|---|---|---|---|\n")
	for _, name := range c.Instances {
		instance, err := b.load(name)
		if err != nil {
			return err
		}
		parameters := problem.AntSystem()
		parameters.Seed = c.Seed
		result, err := b.solve(instance, aco.Options{Parameters: parameters, Iterations: c.Iterations})
		if err != nil {
			return err
		}
		fmt.Printf("| %s | %d | %s, subgroup %d | %d | %s |\n", name, c.Iterations, b.name(), b.subgroup(), result.AntsBest, result.Tour.SHA256(instance.Symmetric()))
	}
	return nil
}
