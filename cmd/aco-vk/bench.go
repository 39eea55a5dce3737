package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/alecthomas/kong"

	"github.com/aco-vk/aco-vk/internal/errtype"
	"github.com/aco-vk/aco-vk/internal/vkdevice"
	"github.com/aco-vk/aco-vk/study/papers"
	"github.com/aco-vk/aco-vk/vk"
)

type benchCommand struct {
	Table string `placeholder:"NAME" xor:"what" required:"" help:"The table to measure. Give this, --paper or --list."`
	Paper string `placeholder:"NAME" xor:"what" required:"" help:"Measure all tables and figures of a paper, and compare its claims with them: zhou2017, cecilia2013, uchida2014, delevacq2013 or skinderowicz2016. The report is one JSON file, written after each row. Interrupt the run at any time, and give --continue to measure what is missing."`
	List  bool   `xor:"what" required:"" help:"List the tables, with the sources of their published figures."`

	Instances  []string `placeholder:"NAME" group:"Rows" help:"Measure only these instances of the table or paper."`
	MaxCities  int      `placeholder:"INT" group:"Rows" help:"Papers: measure only instances of up to this number of cities."`
	Rows       string   `placeholder:"TEXT" group:"Rows" help:"Measure only rows whose names contain this text."`
	Seconds    seconds  `default:"3" group:"Measurement" help:"Time to measure each row for, after a warm-up of a quarter of it. If two iterations take longer, only these two are timed. Table device: time to measure each figure for; default 0.5."`
	Seeds      *int     `placeholder:"10" group:"Measurement" help:"Runs for the tour lengths of each row, with seeds 1, 2, 3 and so on; default 10. 0: no lengths, only times."`
	Iterations int      `default:"0" group:"Measurement" help:"Iterations of a run for tour lengths or hashes. 0: as in the paper, and in table skinderowicz2016-9 as many as fit its time limit (docs/benchmarks.md)."`
	Verify     int      `default:"2" group:"Measurement" help:"Iterations of each row to compare with the sequential reference before the measurements. Use 2 or more: the second shows the effect of the first on the pheromone. 0: none. Instances of more than 2500 cities and racy systems are not compared."`

	Device   []string `default:"auto" sep:"none" placeholder:"DEVICE" group:"Input and output" help:"As for solve. In tables of times auto is the best Vulkan device. Given twice, table delevacq2013-6 has rows of two devices, timed by the clock; all other rows are of the first."`
	TSPLIB   string   `name:"tsplib" env:"ACO_VK_TSPLIB" placeholder:"DIR" group:"Input and output" file:"folder" help:"Folder of TSPLIB, with the instances in its subfolder tsp."`
	StandIns bool     `group:"Input and output" help:"Measure generated instances with the same numbers of cities in place of TSPLIB, so that no files are needed. Published lengths and errors are left out."`
	JSON     string   `name:"json" placeholder:"FILE" group:"Input and output" file:"write" help:"Also write the results to this file as JSON; with papers after each row."`
	Continue bool     `group:"Input and output" help:"Papers: keep what the --json file has already, and measure only what is missing."`
}

func (b *benchCommand) Run(c console, parsed *kong.Context) error {
	if b.List {
		return listTables(c.out)
	}
	if b.JSON == standard {
		return usagef("--json needs a file: the table goes to standard output")
	}
	if b.Paper != "" {
		return b.runPaper(c)
	}
	if b.Table == deviceTable {
		return b.runDevice(c, parsed)
	}
	table, err := papers.FindTable(b.Table)
	if err != nil {
		return usagef("%w, and of a device %s", err, deviceTable)
	}
	if b.Continue || b.MaxCities != 0 {
		return usagef("--continue and --max-cities are only for --paper")
	}
	seeds, err := b.seeds()
	if err != nil {
		return err
	}
	if seeds == 0 && table.Quantity.IsLength() {
		return usagef("table %s has only tour lengths: --seeds is at least 1", table.Name)
	}
	if b.StandIns {
		table = table.WithStandIns()
	}
	if _, err := table.FindFiles(b.TSPLIB, b.Instances); err != nil { // before the device is opened
		return benchError(err)
	}
	jsonFile, err := newOutput(c, b.JSON)
	if err != nil {
		return err
	}
	return b.measure(c, table, seeds, jsonFile)
}

// seeds checks the numbers among the flags and returns the number of seeds.
func (b *benchCommand) seeds() (int, error) {
	seeds := defaultSeeds
	if b.Seeds != nil {
		seeds = *b.Seeds
	}
	switch {
	case seeds < 0 || b.Iterations < 0 || b.Verify < 0:
		return 0, usagef("--seeds, --iterations and --verify cannot be negative")
	case b.Verify == 1:
		return 0, usagef("--verify 1 does not show the pheromone that the first iteration leaves: give 2 or more, or 0")
	}
	return seeds, nil
}

// benchError returns an error of measuring as one of this command, with what to do if it was
// interrupted, used wrongly or did not find files.
func benchError(err error) error {
	switch {
	case errtype.Is[*papers.MissingFilesError](err):
		return usagef(
			"%w: give --tsplib DIR or set ACO_VK_TSPLIB=DIR, where DIR/tsp has these files, or --stand-ins to measure generated instances of as many cities",
			err)
	case errtype.Is[*papers.UsageError](err):
		return usageError{err}
	case errors.Is(err, context.Canceled):
		return errInterrupted
	}
	return err
}

// defaultSeeds is the default of --seeds in the papers' tables.
const defaultSeeds = 10

// measure measures a table and prints it row by row. If it is interrupted or fails, the report
// has the rows measured so far.
func (b *benchCommand) measure(c console, table papers.Table, seeds int, jsonFile output) (err error) {
	devices, err := b.openDevices(c)
	if err != nil {
		return err
	}
	defer devices.closeAfter(&err)
	ctx, stop := untilInterrupted()
	defer stop()
	var markdown *benchMarkdown
	o := b.options(seeds, devices)
	report, err := papers.Run(ctx, table, o, func(r *papers.Report) {
		markdown = newBenchMarkdown(c.out, table, r, table.PublishedQuantities())
	}, func(row papers.Row) { markdown.row(row) })
	err = benchError(err)
	if report == nil || errtype.Is[usageError](err) {
		return err
	}
	writeErr := jsonFile.writeJSON(report)
	if err == nil {
		markdown.end()
	}
	return errors.Join(err, writeErr)
}

// openDevices opens the devices of a table of a paper.
func (b *benchCommand) openDevices(c console) (set deviceSet, err error) {
	announceValidation(c.messages)
	var names []string
	for _, name := range b.Device {
		names = append(names, measuredDevice(name))
	}
	set, err = emulateFlags{}.openAll(names, openOptions{})
	for _, device := range set {
		if device.Notice() != "" {
			fmt.Fprintf(c.messages, "aco-vk: %s\n", device.Notice())
		}
	}
	return set, err
}

// options returns the options of the flags.
func (b *benchCommand) options(seeds int, devices deviceSet) papers.Options {
	var all []*vk.Device
	for _, device := range devices {
		all = append(all, vkdevice.Of(device))
	}
	return papers.Options{
		Device: all[0], More: all[1:], Folder: b.TSPLIB, Instances: b.Instances, Rows: b.Rows, Timing: time.Duration(b.Seconds), Seeds: seeds,
		Iterations: b.Iterations, Verify: b.Verify, Version: version(),
	}
}

// listTables prints all tables, with the sources of their published figures.
func listTables(out io.Writer) error {
	fmt.Fprintf(out, "%-14s %s\n", deviceTable, deviceTableTitle)
	for _, table := range papers.Tables() {
		fmt.Fprintf(out, "%-14s %s\n", table.Name, table.Title)
		for _, source := range table.Sources() {
			fmt.Fprintf(out, "%-14s   beside %s\n", "", source)
		}
	}
	return nil
}
