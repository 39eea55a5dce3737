package main

import (
	"path/filepath"
	"testing"

	"github.com/xuri/excelize/v2"

	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/tsp/format"
)

// The commands that take a route read every format of a route of this program, here of a workbook that
// has texts with decimal commas among its numbers.
func TestOwnRoutesAreRead(t *testing.T) {
	folder := t.TempDir()
	file := func(name string) string { return filepath.Join(folder, name) }
	book := excelize.NewFile()
	for cell, value := range map[string]any{
		"A1": "name", "B1": "lat", "C1": "lon", "A2": "Depot", "B2": "50,85434", "C2": 6.25, "A3": "Nord", "B3": 50.9, "C3": "6,3",
		"A4": "Süd", "B4": 50.8, "C4": 6.28, "A5": "West", "B5": 50.84, "C5": 6.125,
	} {
		must.Do(t, book.SetCellValue("Sheet1", cell, value))
	}
	must.Do(t, book.SaveAs(file("places.xlsx")))
	const length = 38060.613 // metres of own great circles: Depot, Nord, Süd, West
	for _, output := range format.Outputs {
		route := file("route." + string(output))
		mustRun(t, "solve", file("places.xlsx"), "--device", "cpu", "--iterations", "1", "-o", route)
		mustRun(t, "solve", file("places.xlsx"), "--device", "cpu", "--iterations", "1", "--initial-tour", route)
		text := mustRun(t, "tour", "check", file("places.xlsx"), route)
		if got := textLength(t, text); got < length*(1-1e-4) || got > length*(1+1e-4) {
			t.Errorf("%s: %s, want %v", output, text, length)
		}
		mustRun(t, "plot", file("places.xlsx"), route, "-o", file("picture.svg"))
		mustRun(t, "report", route, "--instance", file("places.xlsx"), "--earlier", route)
	}
}
