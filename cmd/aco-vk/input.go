package main

import (
	"strings"

	"github.com/aco-vk/aco-vk/tsp"
)

const (
	standard        = "-" // standard input or output in place of a file
	generatorPrefix = "gen:"
)

// readInstance reads a file, standard input, or what a generator makes.
func readInstance(c console, name string) (*tsp.Instance, error) {
	switch {
	case strings.HasPrefix(name, generatorPrefix):
		instance, err := tsp.ParseGenerator(name)
		if err != nil {
			return nil, usageError{err}
		}
		return instance, nil
	case name == standard:
		return tsp.Read(c.in, "standard input")
	default:
		return tsp.Load(name)
	}
}
