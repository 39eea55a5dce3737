// Command figures draws the figures of the documentation as SVG files. From the reports of aco-vk
// bench --json it draws
//
//   - for each table, device and paper, the time of an iteration against the number of cities and
//     the speed-up over the sequential reference;
//   - for each table by time limit, the errors;
//   - for the table of all instances of a folder, the errors by number of cities.
//
// From a run of the sequential reference it draws how merged ants work. It also updates the tables
// of errors and of stages in Markdown pages.
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
	"github.com/aco-vk/aco-vk/bench/device"
)

type commandLine struct {
	Out     string   `required:"" placeholder:"DIR" help:"Folder for the figures; created if missing."`
	Pages   []string `placeholder:"FILE,..." help:"Markdown pages: the charts that they show are drawn, or all without this flag, and the tables between <!-- make figures: ... --> and <!-- end --> are rewritten."`
	Devices string   `placeholder:"DIR" help:"Folder with reports of aco-vk bench --table device."`
	Files   []string `arg:"" optional:"" name:"json" help:"Reports of aco-vk bench --json. Reports of --device cpu are the base of the speed-ups."`
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
	for _, page := range l.Pages {
		if err := updatePage(page, reports, byTime); err != nil {
			return err
		}
	}
	all := slices.Concat(charts(reports), anytimeCharts(byTime))
	if l.Devices != "" {
		devices, err := device.ReadFolder(l.Devices)
		if err != nil {
			return err
		}
		all = append(all, deviceChart(devices))
	}
	for _, c := range all {
		if !l.shown(c) {
			continue
		}
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

// shown says whether a page shows a chart. Without pages, all charts are drawn.
func (l *commandLine) shown(c chart) bool {
	return len(l.Pages) == 0 || slices.ContainsFunc(l.Pages, func(page string) bool {
		text, err := os.ReadFile(page)
		return err == nil && bytes.Contains(text, []byte("figures/"+c.name+".svg)"))
	})
}

// read adds the report in a file to reports or byTime, depending on its table.
func read(name string, reports *[]*bench.Report, byTime *[]*anytime.Report) error {
	text, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	var of struct{ Table string }
	if err := json.Unmarshal(text, &of); err != nil {
		return err
	}
	if _, ok := anytime.FindTable(of.Table); ok {
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

// merge adds a report to reports. Reports of the same table and device become one, so that they
// share a figure.
func merge(reports []*bench.Report, more *bench.Report) []*bench.Report {
	for _, r := range reports {
		if r.Table == more.Table && r.Device == more.Device {
			r.Rows = append(r.Rows, more.Rows...)
			return reports
		}
	}
	return append(reports, more)
}

// mergeByTime is merge for reports by time limit.
func mergeByTime(reports []*anytime.Report, more *anytime.Report) []*anytime.Report {
	for _, r := range reports {
		if r.Table == more.Table && r.Device == more.Device {
			r.Rows = append(r.Rows, more.Rows...)
			return reports
		}
	}
	return append(reports, more)
}
