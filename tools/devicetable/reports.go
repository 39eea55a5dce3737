package main

import (
	"bytes"
	_ "embed"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"text/template"

	"github.com/aco-vk/aco-vk/conform"
	"github.com/aco-vk/aco-vk/study/device"
)

// reportFiles returns the names of the conformance reports in a folder.
func reportFiles(folder string) ([]string, error) {
	return filepath.Glob(filepath.Join(folder, "*.json"))
}

// readFile reads the reports in a file.
func readFile(name string) ([]*conform.Report, error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	reports, err := conform.ReadReports(bytes.NewReader(text))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return reports, nil
}

// reduceAll replaces each report in a folder by its summary.
func reduceAll(folder string) error {
	names, err := reportFiles(folder)
	if err != nil {
		return err
	}
	for _, name := range names {
		reports, err := readFile(name)
		if err != nil {
			return err
		}
		var out bytes.Buffer
		for _, report := range reports {
			reduce(report)
			if err := report.WriteJSON(&out); err != nil {
				return err
			}
		}
		if err := os.WriteFile(name, out.Bytes(), 0o666); err != nil {
			return err
		}
	}
	return nil
}

// reduce leaves out what takes nearly all bytes of a report and is in no table: the cases, and
// their counts by stage and input. Whole runs and probes stay, so that a report can be compared
// with another.
func reduce(report *conform.Report) {
	report.Tested, report.Stages, report.Inputs = nil, nil, nil
}

// speedFolder has the figures of devices, below the folder of the conformance reports.
const speedFolder = "speed"

//go:embed speed.md.tmpl
var speedText string

var speed = template.Must(template.New("speed.md").Funcs(template.FuncMap{"cell": cell}).Parse(speedText))

// figureRow is a figure with its values by device; "" where a device does not have it.
type figureRow struct {
	device.Figure
	Values []string
}

// speedPage returns the text of README.md for the figures of devices in a folder.
func speedPage(folder string) ([]byte, error) {
	reports, err := device.ReadFolder(folder)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	err = speed.Execute(&out, map[string]any{"Reports": reports, "Rows": figureRows(reports)})
	return out.Bytes(), err
}

// figureRows returns a row for each figure that a report has, in the order of the reports.
func figureRows(reports []device.File) (rows []figureRow) {
	for i, report := range reports {
		for _, f := range report.Figures {
			at := slices.IndexFunc(rows, func(r figureRow) bool { return r.Subject == f.Subject && r.What == f.What })
			if at < 0 {
				at = len(rows)
				rows = append(rows, figureRow{f, make([]string, len(reports))})
			}
			rows[at].Values[i] = f.Text()
		}
	}
	return rows
}
