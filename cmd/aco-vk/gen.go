package main

import (
	"strings"

	"github.com/aco-vk/aco-vk/tsp"
)

type genCommand struct {
	// Negative numbers are arguments, not flags.
	Instance []string `arg:"" passthrough:"partial" help:"KIND CITIES SEED, or KIND:CITIES:SEED. KIND is uniform or clustered (the E and C instances of the DIMACS challenge, Johnson and McGeoch), or grid (a square lattice in random order). Or the name of an instance of the challenge: E1k.0 is uniform 1000 1000."`
}

func (g *genCommand) Run(c console) error {
	kind, cities, seed, err := tsp.ParseGenerator(strings.TrimPrefix(strings.Join(g.Instance, ":"), generatorPrefix))
	if err != nil {
		return usageError{err}
	}
	instance, err := tsp.Generate(kind, cities, seed)
	if err != nil {
		return usageError{err}
	}
	if err := instance.Write(c.out); err != nil {
		return errReported // checkedWriter has printed it
	}
	return nil
}
