// Command figures draws what aco-vk bench --json has measured: the time of an iteration against the number of cities, and how
// much faster than the sequential reference that is, one SVG a table, device and paper; of the tables by time the errors, one SVG
// a device and one an instance. It also draws what merged ants do, as the sequential reference does it.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/alecthomas/kong"

	"github.com/aco-vk/aco-vk/bench"
	"github.com/aco-vk/aco-vk/bench/anytime"
)

type commandLine struct {
	Out   string   `required:"" placeholder:"DIR" help:"Folder for the figures; it is made where it is missing."`
	Files []string `arg:"" name:"json" help:"Reports of aco-vk bench --json. Those of --device cpu are what speed-ups are measured by."`
}

func main() {
	var line commandLine
	context := kong.Parse(&line)
	context.FatalIfErrorf(line.run())
}

func (l *commandLine) run() error {
	var reports []*bench.Report
	var byTime []*anytime.Report
	for _, name := range l.Files {
		if err := read(name, &reports, &byTime); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	if err := os.MkdirAll(l.Out, 0o777); err != nil {
		return err
	}
	for _, c := range slices.Concat(charts(reports), anytimeCharts(byTime)) {
		if err := c.write(filepath.Join(l.Out, c.name+".svg")); err != nil {
			return err
		}
		fmt.Println(filepath.Join(l.Out, c.name+".svg"))
	}
	names, err := antFigures(l.Out)
	for _, name := range names {
		fmt.Println(name)
	}
	return err
}

// read adds the report in a file, of a kind that its table tells, to the others of that kind.
func read(name string, reports *[]*bench.Report, byTime *[]*anytime.Report) error {
	text, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	var of struct{ Table string }
	if err := json.Unmarshal(text, &of); err != nil {
		return err
	}
	if _, ok := anytime.Named(of.Table); ok {
		report, err := anytime.Read(bytes.NewReader(text))
		if err == nil {
			*byTime = mergeByTime(*byTime, report)
		}
		return err
	}
	report, err := bench.Read(bytes.NewReader(text))
	if err == nil {
		*reports = merge(*reports, report)
	}
	return err
}

// merge adds a report to others. What two runs measured of one table on one device goes into one figure.
func merge(reports []*bench.Report, more *bench.Report) []*bench.Report {
	for _, r := range reports {
		if r.Table == more.Table && r.Device == more.Device {
			r.Rows = append(r.Rows, more.Rows...)
			return reports
		}
	}
	return append(reports, more)
}

// mergeByTime does so with reports by time.
func mergeByTime(reports []*anytime.Report, more *anytime.Report) []*anytime.Report {
	for _, r := range reports {
		if r.Table == more.Table && r.Device == more.Device {
			r.Rows = append(r.Rows, more.Rows...)
			return reports
		}
	}
	return append(reports, more)
}
