package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/aco-vk/aco-vk/internal/cachefile"
	"github.com/aco-vk/aco-vk/internal/days"
	"github.com/aco-vk/aco-vk/internal/reportpage"
	"github.com/aco-vk/aco-vk/tsp"
)

type reportCommand struct {
	Reports  []string `arg:"" name:"report" file:"read" help:"Reports that solve --json wrote, of any instances, algorithms, devices and seeds. With --earlier and without --output, a route or tour."`
	Output   string   `short:"o" file:"write" help:"HTML page to write; - is standard output. Required without --earlier." placeholder:"FILE"`
	Instance []string `sep:"none" file:"read" help:"Instance of the reports: a TSPLIB or CSV file, or gen:KIND:CITIES:SEED. The page draws its shortest tour. May be given several times." placeholder:"FILE"`

	Earlier string `file:"read" help:"Compare the tour with the route of an earlier list of places, as solve --initial-tour takes it: what stayed, what is new, gone and moved. Prints text, and the page has it, too. With one report and one --instance." placeholder:"FILE"`

	inputFlags
}

func (r *reportCommand) Run(c console) error {
	if err := r.check(); err != nil {
		return err
	}
	ctx, stop := untilInterrupted()
	defer stop()
	inputs, err := r.inputs(ctx, c)
	if err != nil {
		return err
	}
	if r.Earlier != "" {
		if inputs[0].Earlier, err = r.compare(ctx, inputs[0].Instance); err != nil {
			return err
		}
		if r.Output != standard {
			if err := inputs[0].Earlier.Write(c.out); err != nil {
				return err
			}
		}
	}
	if r.Output == "" {
		return nil
	}
	return r.writePage(c, inputs)
}

// check refuses flags that do not fit together.
func (r *reportCommand) check() error {
	switch {
	case r.Output == "" && r.Earlier == "":
		return usagef("--output: give the page a name, or compare with an --earlier route")
	case r.Earlier != "" && (len(r.Reports) != 1 || len(r.Instance) != 1):
		return usagef("--earlier: give one report or route, and its places with --instance")
	}
	return nil
}

// inputs reads the instances.
func (r *reportCommand) inputs(ctx context.Context, c console) (inputs []reportpage.Input, err error) {
	for _, name := range r.Instance {
		input, err := r.readAndWarn(ctx, c, name)
		if err != nil {
			return nil, err
		}
		inputs = append(inputs, reportpage.Input{File: name, Instance: input.Instance})
	}
	return inputs, nil
}

// compare compares the route of the report with the earlier one.
func (r *reportCommand) compare(ctx context.Context, instance *tsp.Instance) (*days.Comparison, error) {
	route, err := readTour(ctx, r.Reports[0], instance, nil, false)
	if err != nil {
		return nil, err
	}
	earlier, err := r.readEarlier(ctx, r.Earlier, instance)
	if err != nil {
		return nil, err
	}
	compared, err := days.Compare(instance, route.Tour, route.open, earlier)
	if err != nil {
		return nil, usageError{err}
	}
	return compared, nil
}

// writePage writes the page.
func (r *reportCommand) writePage(c console, inputs []reportpage.Input) error {
	file, err := newOutput(c, r.Output)
	if err != nil {
		return err
	}
	var reports []*reportpage.Report
	for _, name := range r.Reports {
		text, err := cachefile.Read(name, maxReportBytes)
		if err != nil {
			return usageError{err}
		}
		report, err := reportpage.Read(bytes.NewReader(text), name)
		if err != nil {
			return usageError{err}
		}
		reports = append(reports, report)
	}
	var page bytes.Buffer
	if err := reportpage.Write(&page, reports, inputs, r.repeatRun); err != nil {
		return usageError{err}
	}
	return file.write(func(w io.Writer) error {
		_, err := page.WriteTo(w)
		return err
	})
}

// repeatRun returns the command line that repeats a run.
func (r *reportCommand) repeatRun(c reportpage.Command) string {
	words := []string{"aco-vk", "solve", c.Instance}
	for _, flag := range append(r.readingFlags(), [2]string{"matrix", r.Matrix}, [2]string{"roads", r.Roads}) {
		if flag[1] != "" {
			words = append(words, "--"+flag[0], flag[1])
		}
	}
	for _, flag := range repeatFlags(c) {
		name, value, found := strings.Cut(flag, "=")
		if words = append(words, name); found {
			words = append(words, value)
		}
	}
	return quoted(words)
}

// repeatFlags returns the flags that repeat a run on its instance, each joined to its value by =.
func repeatFlags(c reportpage.Command) (flags []string) {
	for _, flag := range [][2]string{{"--initial-tour=", c.InitialTour}, {"--stay-close=", c.StayClose}} {
		if flag[1] != "" {
			flags = append(flags, flag[0]+flag[1])
		}
	}
	if c.Report != "" {
		return append(flags, "--replay="+c.Report)
	}
	if flags = append(flags, endFlags(c)...); c.Algorithm == "" {
		return flags
	}
	flags = append(flags, "--algorithm="+c.Algorithm, fmt.Sprintf("--seed=%d", c.Seed), fmt.Sprintf("--iterations=%d", c.Iterations))
	for _, p := range c.Parameters {
		flag := "--" + strings.ReplaceAll(p.Name, "_", "-")
		switch p.Value {
		case "true":
			flags = append(flags, flag)
		case "false", "":
		default:
			flags = append(flags, flag+"="+p.Value)
		}
	}
	return flags
}

// endFlags returns the flags of an open path.
func endFlags(c reportpage.Command) []string {
	if c.Path == nil {
		return nil
	}
	var flags []string
	for i, name := range pathEnds {
		if slices.Contains(c.FreeEnds, string(name)) {
			flags = append(flags, "--open")
		} else {
			flags = append(flags, fmt.Sprintf("--%s=%d", name, c.Path[i]))
		}
	}
	return slices.Compact(flags)
}

// quoted joins words for a shell.
func quoted(words []string) string {
	var list []string
	for _, word := range words {
		if word == "" ||
			strings.Trim(word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./:,@%") != "" {
			word = "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
		}
		list = append(list, word)
	}
	return strings.Join(list, " ")
}
