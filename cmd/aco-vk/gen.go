package main

import "github.com/aco-vk/aco-vk/tsp"

type genCommand struct {
	Kind   string `arg:"" enum:"uniform,clustered,grid" help:"uniform or clustered (the E and C instances of the DIMACS challenge, Johnson and McGeoch), or grid (a square lattice in random order)."`
	Cities int    `arg:"" help:"Number of cities."`
	Seed   int64  `arg:"" help:"Seed of the random numbers. uniform 1000 1000 is instance E1k.0."`
}

func (g *genCommand) Run(c console) error {
	instance, err := tsp.Generate(g.Kind, g.Cities, g.Seed)
	if err != nil {
		return usageError{err}
	}
	if err := instance.Write(c.out); err != nil {
		return errReported // checkedWriter has printed it
	}
	return nil
}
