// Command figures draws the figures of the documentation as SVG files. From the reports of aco-vk
// bench --json it draws
//
//   - for each table, device and paper, the time of an iteration against the number of cities and
//     the speed-up over the sequential reference;
//   - for each report of a paper, the times of its tables and the paper's figures;
//   - for rows of an experiment, the errors by time or, with one time limit, by number of cities;
//   - for reports of solve on one device and on several, the ants a second;
//   - for lists of stops that change every day, the length against the changed legs.
//
// Charts of papers that no page shows any more are removed. It also updates generated parts of Markdown
// pages: tables of errors, the systems of the papers, and the section of a paper.
package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"github.com/aco-vk/aco-vk/study/device"
	"github.com/aco-vk/aco-vk/study/papers"
)

type commandLine struct {
	Out     string   `required:"" placeholder:"DIR" help:"Folder for the figures; created if missing."`
	Pages   []string `placeholder:"FILE,..." help:"Markdown pages: the charts that they show are drawn, or all without this flag, and the tables between <!-- make figures: ... --> and <!-- end --> are rewritten."`
	Devices string   `placeholder:"DIR" help:"Folder with reports of aco-vk bench --table device."`
	Files   []string `arg:"" optional:"" name:"file" help:"Reports of aco-vk bench --json, and rows of aco-vk experiment. Reports of --device cpu are the base of the speed-ups."`
}

func main() {
	var line commandLine
	context := kong.Parse(&line)
	context.FatalIfErrorf(line.run())
}

func (l *commandLine) run() error {
	k, err := readAll(l.Files)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(l.Out, 0o777); err != nil {
		return err
	}
	for _, page := range l.Pages {
		if err := updatePage(page, &k); err != nil {
			return err
		}
	}
	all := charts(k.times, k.allTables())
	for _, report := range k.reports {
		all = append(all, paperCharts(report)...)
	}
	for _, s := range k.studies {
		all = append(all, s.chart())
	}
	if k.scaling != nil {
		all = append(all, k.scaling.chart())
	}
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
		var text bytes.Buffer
		if err := c.WriteSVG(&text); err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(l.Out, c.name+".svg"), text.Bytes(), 0o666); err != nil {
			return err
		}
		fmt.Println(filepath.Join(l.Out, c.name+".svg"))
	}
	return l.removeOld()
}

// shown says whether a page shows a chart. Without pages, all charts are drawn.
func (l *commandLine) shown(c chart) bool {
	return len(l.Pages) == 0 || slices.ContainsFunc(l.Pages, func(page string) bool {
		text, err := os.ReadFile(page)
		return err == nil && bytes.Contains(text, []byte("figures/"+c.name+".svg)"))
	})
}

// removeOld removes the charts of the papers' tables and figures that no page shows any more.
func (l *commandLine) removeOld() error {
	var prefixes []string
	for _, table := range papers.Tables() {
		prefixes = append(prefixes, table.Name+"-")
	}
	for _, figure := range papers.Figures() {
		prefixes = append(prefixes, figure.Name+"-")
	}
	files, err := filepath.Glob(filepath.Join(l.Out, "*.svg"))
	if err != nil {
		return err
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".svg")
		ofTable := slices.ContainsFunc(prefixes, func(prefix string) bool { return strings.HasPrefix(name, prefix) })
		if !ofTable || l.shown(chart{name: name}) {
			continue
		}
		if err := os.Remove(file); err != nil {
			return err
		}
		fmt.Println("removed", file)
	}
	return nil
}
