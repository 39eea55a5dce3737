package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"regexp"
	"strings"

	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/bestknown"
	"github.com/aco-vk/aco-vk/tsp/format"
	"github.com/aco-vk/aco-vk/tsp/generate"
	"github.com/aco-vk/aco-vk/tsp/tsplib"
)

const (
	standard        = "-" // standard input or output in place of a file
	generatorPrefix = "gen:"
)

// knownLength returns the best known length of an instance, 0 if there is none. It also returns 0
// if the given tour length is shorter: then the instance is another one.
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
	given := options.Format != "" || options.Metric != "" || len(options.Columns) > 0 || options.Sheet != "" ||
		options.CRS != "" || options.Minimize != ""
	if spec, found := strings.CutPrefix(name, generatorPrefix); found {
		if given {
			return nil, usagef(
				"%s: a generated instance has no format, sheet, columns, reference system, metric or matrix to choose; leave out --format, --sheet, --columns, --crs, --metric and --minimize", name)
		}
		kind, cities, seed, err := generate.Parse(spec)
		if err != nil {
			return nil, err
		}
		in, err := generate.Instance(kind, cities, seed)
		if err == nil {
			in.FirstNumber = 1 // as in a file of it
		}
		return &format.Input{Instance: in, Format: format.TSPLIB}, err
	}
	if name == standard {
		return format.Read(ctx, c.in, "standard input", options)
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text := bufio.NewReader(f)
	if begin, _ := text.Peek(text.Size()); given || !format.IsTSPLIB(begin) {
		return format.Read(ctx, text, name, options)
	}
	file, err := tsplib.ReadContext(ctx, text, name, tsplib.Limits{})
	if err != nil {
		return nil, err
	}
	return format.FromTSPLIB(ctx, file)
}

// metricText names the metric of an instance for people: as TSPLIB does in its files, else in
// words.
func metricText(instance *tsp.Instance, from format.Format) string {
	if from == format.TSPLIB {
		return string(instance.Metric)
	}
	return instance.DistancesText()
}

// citiesText counts cities of an instance for people: "5 places" if they have names or rows, else
// "5 cities".
func citiesText(instance *tsp.Instance, count int) string {
	one, more := "city", "cities"
	if instance.Names != nil || instance.Rows != nil {
		one, more = "place", "places"
	}
	if count == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", count, more)
}

// warningPrefix begins a line about data that look wrong or are not used. --quiet keeps these lines.
const warningPrefix = "aco-vk: warning: "

// printInput prints the notes of an input, and its warnings.
func printInput(notes, warnings io.Writer, input *format.Input) {
	for _, note := range input.Notes {
		fmt.Fprintf(notes, "aco-vk: %s\n", note)
	}
	for _, warning := range input.Warnings {
		fmt.Fprintf(warnings, "%s%s\n", warningPrefix, withFlags(warning))
	}
}

// remedies matches the options of package format that a warning tells to give.
var remedies = regexp.MustCompile(`\b(use|give|or) (metric|columns|sheet|format) ([^ ]*[="]|haversine|matrix)`)

// withFlags returns a warning with the flags of its remedies.
func withFlags(warning string) string { return remedies.ReplaceAllString(warning, "$1 --$2 $3") }

// readInput reads an instance as the flags say. asked is called when a routing server has answered
// some of all requests.
func (f *inputFlags) readInput(
	ctx context.Context, c console, name string, asked func(done, all int),
) (*format.Input, error) {
	options, err := f.formatOptions()
	if err != nil {
		return nil, err
	}
	server, err := f.server()
	if err != nil {
		return nil, err
	}
	hasRoads := server != nil || f.Matrix != ""
	if hasRoads {
		options.Minimize = "" // of the places
	}
	input, err := readInput(ctx, c, name, options)
	if err != nil || !hasRoads {
		return input, err
	}
	return interruptible(ctx, func() (*format.Input, error) { return f.withRoads(ctx, c, name, server, input, asked) })
}

// formatOptions returns what the flags say about an input.
func (f *inputFlags) formatOptions() (format.Options, error) {
	columns, err := format.ParseColumns(f.Columns)
	return format.Options{Format: unlessAuto[format.Format](f.Format), Columns: columns, Sheet: f.Sheet, CRS: f.CRS,
		Metric: unlessAuto[format.Metric](f.Metric), Minimize: unlessAuto[format.Measure](f.Minimize)}, err
}

// readAndWarn reads an instance as readInput does, and prints its notes and warnings.
func (f *inputFlags) readAndWarn(ctx context.Context, c console, name string) (*format.Input, error) {
	input, err := f.readInput(ctx, c, name, nil)
	if err == nil {
		printInput(c.messages, c.messages, input)
	}
	return input, err
}

type genCommand struct {
	// Negative numbers are arguments, not flags.
	Instance []string `arg:"" passthrough:"partial" help:"KIND CITIES SEED, or KIND:CITIES:SEED. KIND is uniform or clustered (the E and C instances of the DIMACS challenge, Johnson and McGeoch), grid (a square lattice in random order), or doubled (half of the cities at the places of others). Or the name of an instance of the challenge: E1k.0 is uniform 1000 1000."`
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
