package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/aco-vk/aco-vk/aco"
	"github.com/aco-vk/aco-vk/internal/errtype"
	"github.com/aco-vk/aco-vk/internal/lowerbound"
	"github.com/aco-vk/aco-vk/internal/schema"
	"github.com/aco-vk/aco-vk/internal/wording"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/bestknown"
	"github.com/aco-vk/aco-vk/tsp/bound"
	"github.com/aco-vk/aco-vk/tsp/format"
)

type boundCommand struct {
	File       string  `arg:"" file:"read" help:"Instance: a TSPLIB or CSV file, - for standard input, or gen:KIND:CITIES:SEED."`
	TimeLimit  seconds `help:"End after about this time. Without it and without --iterations, the number of cities determines the iterations." placeholder:"TIME"`
	Iterations int     `help:"Steps of the ascent. More steps give a larger bound." placeholder:"N"`
	JSON       string  `name:"json" file:"write" help:"Write the bound as JSON to this file; - is standard output." placeholder:"FILE"`

	inputFlags
	pathFlags
}

// boundReport is the JSON of a bound, which docs/files.md describes.
type boundReport struct {
	Schema     int            `json:"schema"`
	Version    string         `json:"version"`
	Instance   reportInstance `json:"instance"`
	LowerBound int64          `json:"lower_bound"`
	BestKnown  int64          `json:"best_known_length,omitempty"`
	Iterations int            `json:"iterations"`
	Degrees    []int          `json:"degrees,omitempty"`
	WallS      float64        `json:"wall_s"`
}

func (b *boundCommand) Run(c console) error {
	started := time.Now()
	jsonFile, err := newOutput(c, b.JSON)
	if err != nil {
		return err
	}
	ctx, stop := untilInterrupted()
	defer stop()
	input, path, err := b.read(ctx, c)
	if err != nil {
		return err
	}
	instance := input.Instance
	options := bound.Options{Iterations: b.Iterations, Path: path}
	if b.TimeLimit > 0 {
		options.TimeLimit = max(time.Duration(b.TimeLimit)-time.Since(started), 1)
	}
	result, err := bound.HeldKarp(ctx, instance, options)
	if errors.Is(err, context.Canceled) {
		return errInterrupted
	}
	if err != nil {
		return err
	}
	out := c.out
	if b.JSON == standard {
		out = c.messages
	}
	known, _ := bestknown.Length(instance)
	if path != nil {
		known = 0 // it is the length of a closed tour
	}
	printBound(out, input, result, known)
	written := jsonFile.writeJSON(boundReport{
		schema.Report, version(), newReportInstance(instance), result.InUnits, known, result.Iterations,
		result.Degrees, time.Since(started).Seconds(),
	})
	if known > 0 {
		return errors.Join(bound.Check(known, result.Length), written)
	}
	return written
}

// read returns the input, whose instance has the fixed edges, and the ends of the open path, nil for
// closed tours.
func (b *boundCommand) read(ctx context.Context, c console) (*format.Input, *tsp.Ends, error) {
	input, err := b.readInput(ctx, c, b.File, nil)
	if err != nil {
		return nil, nil, err
	}
	defer func() { printInput(c.messages, c.messages, input) }()
	path, err := b.prepare(ctx, input, nil)
	return input, path, err
}

func printBound(out io.Writer, input *format.Input, result *bound.Result, known int64) {
	instance := input.Instance
	fmt.Fprintf(out, "%s: %s, %s\nlower bound %s, after %d iterations in %.2f s\n",
		instance.Name, citiesText(instance, instance.Dimension()), metricText(instance, input.Format), instance.Unit.Format(result.InUnits),
		result.Iterations, result.Elapsed.Seconds())
	if known > 0 {
		fmt.Fprintf(out, "best known  %d, %s\n", known, wording.AboveOptimum(float64(known), float64(result.InUnits)))
	}
}

// lowerBound is the bound of --bound, which is computed while a run searches for tours. The zero
// value stands for none.
type lowerBound struct {
	*lowerbound.Background
	hurry bool  // the end of the run gives it up
	err   error // why there is none, after finish
}

// startBound starts to compute the bound of --bound. With a time limit it takes half of the time
// that is left, so that the gap is known before the run ends.
func (s *solveCommand) startBound(
	ctx context.Context, instance *tsp.Instance, path *tsp.Ends, started time.Time,
) lowerBound {
	if !s.Bound {
		return lowerBound{}
	}
	options := bound.Options{Path: path}
	if s.TimeLimit > 0 {
		options.TimeLimit = max((time.Duration(s.TimeLimit)-time.Since(started))/2, 1)
	}
	return lowerBound{Background: lowerbound.Begin(ctx, instance, options), hurry: s.TimeLimit > 0}
}

// least returns the largest known lower bound in steps, with what a result proves; 0 without --bound.
func (b *lowerBound) least(in *tsp.Instance, result *aco.Result) (steps int64) {
	if b.Background != nil {
		steps, _ = result.LowerBound(in, b.Known())
	}
	return steps
}

// finish waits for the bound of a run that has ended, unless the run had a time limit. A bound that
// contradicts the length of the tour is dropped and returned as an error.
func (b *lowerBound) finish(length int64) error {
	b.err = b.Finish(b.hurry)
	contradiction := b.Judge(length)
	b.err = cmp.Or(contradiction, b.err)
	return contradiction
}

// print prints by how much the length of a result exceeds the optimum at most, or why the bound is
// missing.
func (b *lowerBound) print(out io.Writer, in *tsp.Instance, result *aco.Result) {
	_, lower := result.LowerBound(in, b.Known())
	switch {
	case b.Background == nil:
	case errors.Is(b.err, context.Canceled) && lower == 0:
		fmt.Fprintln(out,
			"lower bound was not complete when the run ended; give the run more time, or use aco-vk bound")
	case errtype.Is[*bound.ContradictionError](b.err): // the command ends with it
	case b.err != nil && lower == 0:
		fmt.Fprintln(out, b.err)
	default:
		what := "the tour"
		if result.StayClose != nil {
			what = "the length of the tour, without prices of legs,"
		}
		fmt.Fprintf(out, "lower bound %s: %s is %s\n", in.Unit.FormatValue(lower), what,
			wording.AboveOptimum(result.UnitLength, lower))
	}
}
