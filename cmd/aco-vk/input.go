package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/aco-vk/aco-vk/internal/cachefile"
	"github.com/aco-vk/aco-vk/internal/instancecache"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/bestknown"
	"github.com/aco-vk/aco-vk/tsp/format"
	"github.com/aco-vk/aco-vk/tsp/generate"
)

const (
	standard        = "-" // standard input or output in place of a file
	generatorPrefix = "gen:"
)

// knownLength returns the best known length of an instance, 0 if there is none. It also returns 0 if the given tour length is shorter: then
// the instance is another one.
func knownLength(instance *tsp.Instance, length int64) int64 {
	if known, ok := bestknown.Length(instance); ok && known <= length {
		return known
	}
	return 0
}

// readInput reads an instance from a file or from standard input, or generates it, unless the
// context ends before.
func readInput(ctx context.Context, c console, name string, options format.Options) (*format.Input, error) {
	return interruptible(ctx, func() (*format.Input, error) { return readWhole(ctx, c, name, options) })
}

func readWhole(ctx context.Context, c console, name string, options format.Options) (*format.Input, error) {
	given := options.Format != "" || options.Metric != "" || len(options.Columns) > 0
	if spec, found := strings.CutPrefix(name, generatorPrefix); found {
		if given {
			return nil, usageError{fmt.Errorf("%s: a generated instance has no format, columns or metric to choose; leave out --format, --columns and --metric", name)}
		}
		kind, cities, seed, err := generate.Parse(spec)
		if err != nil {
			return nil, err
		}
		in, err := generate.Instance(kind, cities, seed)
		return &format.Input{Instance: in, Format: format.TSPLIB}, err
	}
	if name == standard {
		return format.Read(ctx, c.in, "standard input", options)
	}
	folder, err := cachefile.Dir()
	if err != nil || given || !isTSPLIB(name) {
		return format.ReadFile(ctx, name, options)
	}
	file, err := instancecache.ReadFile(ctx, folder, name)
	if err != nil {
		return nil, err
	}
	return format.FromTSPLIB(ctx, file)
}

// printInput prints the notes and the warnings of an input.
func printInput(w io.Writer, input *format.Input) {
	for _, note := range input.Notes {
		fmt.Fprintf(w, "aco-vk: %s\n", note)
	}
	for _, warning := range input.Warnings {
		fmt.Fprintf(w, "aco-vk: warning: %s\n", warning)
	}
}

// isTSPLIB reports whether a file has an instance of TSPLIB. Large ones have a binary copy in the cache folder.
func isTSPLIB(name string) bool {
	if info, err := os.Stat(name); err != nil || !info.Mode().IsRegular() {
		return false // what is read of a pipe is gone
	}
	f, err := os.Open(name)
	if err != nil {
		return false
	}
	defer f.Close()
	begin := make([]byte, 4096) // enough to tell formats apart
	n, _ := io.ReadFull(f, begin)
	return format.IsTSPLIB(begin[:n])
}
