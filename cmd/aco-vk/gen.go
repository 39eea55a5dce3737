package main

import (
	"strings"

	"github.com/aco-vk/aco-vk/tsp/generate"
	"github.com/aco-vk/aco-vk/tsp/tsplib"
)

type genCommand struct {
	// Negative numbers are arguments, not flags.
	Instance []string `arg:"" passthrough:"partial" help:"KIND CITIES SEED, or KIND:CITIES:SEED. KIND is uniform or clustered (the E and C instances of the DIMACS challenge, Johnson and McGeoch), or grid (a square lattice in random order). Or the name of an instance of the challenge: E1k.0 is uniform 1000 1000."`
}

func (g *genCommand) Run(c console) error {
	kind, cities, seed, err := generate.Parse(strings.TrimPrefix(strings.Join(g.Instance, ":"), generatorPrefix))
	if err != nil {
		return usageError{err}
	}
	instance, err := generate.Instance(kind, cities, seed)
	if err != nil {
		return usageError{err}
	}
	if err := tsplib.Write(c.out, instance); err != nil {
		return errReported // checkedWriter has printed it
	}
	return nil
}
