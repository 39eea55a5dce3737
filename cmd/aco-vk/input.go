package main

import (
	"strings"

	"github.com/aco-vk/aco-vk/tsp"
)

const (
	standard        = "-" // standard input or output in place of a file
	generatorPrefix = "gen:"
)

// knownLength returns the best known length of an instance of this name, 0 if there is none, or if a tour is shorter: then
// the instance has the name of another.
func knownLength(instance *tsp.Instance, length int64) int64 {
	if known, ok := tsp.BestKnown(instance.Name); ok && known <= length {
		return known
	}
	return 0
}

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
