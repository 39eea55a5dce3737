package main

import (
	"bytes"
	_ "embed"
	"slices"
	"text/template"

	"github.com/aco-vk/aco-vk/bench/device"
)

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
