package main

import (
	"strings"

	"github.com/aco-vk/aco-vk/internal/cachefile"
	"github.com/aco-vk/aco-vk/internal/instancecache"
	"github.com/aco-vk/aco-vk/tsp"
)

const (
	standard        = "-" // standard input or output in place of a file
	generatorPrefix = "gen:"
)

// knownLength returns the best known length of an instance, 0 if there is none. It also returns 0 if the given tour length is shorter: then
// the instance is another one.
func knownLength(instance *tsp.Instance, length int64) int64 {
	if known, ok := tsp.BestKnown(instance); ok && known <= length {
		return known
	}
	return 0
}

// readInstance reads an instance from a file or from standard input, or generates it. Large files have a binary copy in the cache folder.
func readInstance(c console, name string) (*tsp.Instance, error) {
	if spec, found := strings.CutPrefix(name, generatorPrefix); found {
		kind, cities, seed, err := tsp.ParseGenerator(spec)
		if err != nil {
			return nil, err
		}
		return tsp.Generate(kind, cities, seed)
	}
	if name == standard {
		return tsp.Read(c.in, "standard input")
	}
	folder, err := cachefile.Dir()
	if err != nil {
		return tsp.ReadFile(name)
	}
	return instancecache.ReadFile(folder, name)
}
