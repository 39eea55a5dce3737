package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/alecthomas/kong"

	"github.com/aco-vk/aco-vk/bench"
	"github.com/aco-vk/aco-vk/bench/anytime"
)

type benchCommand struct {
	Table string `placeholder:"NAME" xor:"what" required:"" help:"The table to measure."`
	List  bool   `xor:"what" required:"" help:"List the tables, with the sources of their published figures."`

	Instances  []string  `placeholder:"NAME,..." help:"Only these of the table's instances."`
	Rows       string    `placeholder:"TEXT" help:"Only rows whose names contain this."`
	Times      []seconds `placeholder:"T,..." help:"Of the tables anytime: these time limits, in place of the table's."`
	Seconds    seconds   `default:"3" help:"How long a row is timed, after a quarter of it to warm up; two iterations that take longer are timed once."`
	Seeds      *int      `placeholder:"10" help:"Runs of a row for the lengths of tours, with seeds from 1 on; 0: none, in tables that have times as well; 10 if not given. In the tables anytime runs of a cell; 5 if not given, beyond 10 s 2."`
	Iterations int       `default:"0" help:"Iterations of a run for lengths or hashes of tours; 0: as many as the paper's, or as many as fit the paper's time limit, divided by how many times as fast an iteration is here."`
	Verify     int       `default:"2" help:"Iterations of each row that are compared with the sequential reference before any row is measured, two at the least, so that the second shows what the first left in the pheromone; 0: none. Instances for which that takes minutes are left out, and racy systems, which have nothing to compare."`

	Device string `default:"auto" help:"auto, an index, part of a name, a UUID, or cpu (the sequential reference)."`
	TSPLIB string `name:"tsplib" env:"ACO_VK_TSPLIB" placeholder:"DIR" help:"Folder with TSPLIB's instances in its folder tsp."`
	JSON   string `name:"json" placeholder:"FILE" help:"Write all of it as JSON too."`
}

func (b *benchCommand) Run(c console, line *kong.Context) error {
	if b.List {
		return listTables(c.out)
	}
	if b.JSON == standard {
		return usageError{errors.New("--json takes a file: the table goes to standard output")}
	}
	if table, ok := anytime.Named(b.Table); ok {
		return b.runAnytime(c, line, table)
	}
	table, err := bench.Named(b.Table)
	if err != nil {
		return usageError{fmt.Errorf("%w, and by time %v", err, anytimeNames())}
	}
	if b.Times != nil {
		return usageError{fmt.Errorf("--times is for the tables %v", anytimeNames())}
	}
	seeds := defaultSeeds
	if b.Seeds != nil {
		seeds = *b.Seeds
	}
	if seeds < 0 || b.Iterations < 0 || b.Verify < 0 {
		return usageError{errors.New("seeds, iterations and verify are not negative")}
	}
	if b.Verify == 1 {
		return usageError{errors.New("--verify 1 would not see the pheromone that the first iteration leaves: 2 or more, or 0")}
	}
	if seeds == 0 && table.Quantity.OfTours() {
		return usageError{fmt.Errorf("table %s is of lengths alone: there is at least one seed", table.Name)}
	}
	if b.TSPLIB == "" {
		return usageError{errors.New("where TSPLIB's instances are is not known: --tsplib DIR or ACO_VK_TSPLIB, with DIR/tsp/d198.tsp and so on")}
	}
	jsonFile, err := newOutput(c, b.JSON)
	if err != nil {
		return err
	}
	return b.measure(c, table, seeds, jsonFile)
}

// defaultSeeds is what --seeds is in the papers' tables.
const defaultSeeds = 10

// measure does the table's work and prints it row by row. Whatever ends it, the rows that there are are written.
func (b *benchCommand) measure(c console, table bench.Table, seeds int, jsonFile output) (err error) {
	quantities, err := table.BesideQuantities()
	if err != nil {
		return err
	}
	on, err := emulateFlags{}.openDevice(b.Device)
	if err != nil {
		return err
	}
	defer deviceSet{on}.closeAfter(&err)
	if on.Notice() != "" {
		fmt.Fprintf(c.talk, "aco-vk: %s\n", on.Notice())
	}
	ctx, stop := untilInterrupted()
	defer stop()
	var markdown *benchMarkdown
	report, err := bench.Run(ctx, table, bench.Options{
		Device: on.Vulkan(), Folder: b.TSPLIB, Instances: b.Instances, Rows: b.Rows, Span: time.Duration(b.Seconds),
		Seeds: seeds, Iterations: b.Iterations, Verify: b.Verify, Version: version(),
	}, func(r *bench.Report) { markdown = newBenchMarkdown(c.out, table, r, quantities) }, func(row bench.Row) { markdown.row(row) })
	var asked *bench.UsageError
	if errors.As(err, &asked) {
		return usageError{err}
	}
	if errors.Is(err, context.Canceled) {
		err = errInterrupted
	}
	if report == nil {
		return err
	}
	written := jsonFile.write(func(w io.Writer) error { return json.NewEncoder(w).Encode(report) })
	if err == nil && written == nil {
		return markdown.end()
	}
	return errors.Join(err, written)
}

// listTables prints the tables' names.
func listTables(out io.Writer) error {
	for _, table := range bench.Tables {
		if err := listTable(out, table.Name, table.Title, table.Sources); err != nil {
			return err
		}
	}
	for _, table := range anytime.Tables {
		if err := listTable(out, table.Name, table.Title, table.Sources); err != nil {
			return err
		}
	}
	return nil
}

func listTable(out io.Writer, name, title string, of func() ([]string, error)) error {
	fmt.Fprintf(out, "%-14s %s\n", name, title)
	sources, err := of()
	for _, source := range sources {
		fmt.Fprintf(out, "%-14s   beside %s\n", "", source)
	}
	return err
}
