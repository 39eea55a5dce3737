// Command figures draws what aco-vk bench --json has measured: the time of an iteration against the number of cities, and how
// much faster than the sequential reference that is. It writes one SVG a table, device and paper.
package main

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/alecthomas/kong"

	"github.com/aco-vk/aco-vk/bench"
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
	for _, name := range l.Files {
		report, err := read(name)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		reports = merge(reports, report)
	}
	if err := os.MkdirAll(l.Out, 0o777); err != nil {
		return err
	}
	for _, c := range charts(reports) {
		if err := c.write(filepath.Join(l.Out, c.name+".svg")); err != nil {
			return err
		}
		fmt.Println(filepath.Join(l.Out, c.name+".svg"))
	}
	return nil
}

func read(name string) (*bench.Report, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return bench.Read(file)
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
