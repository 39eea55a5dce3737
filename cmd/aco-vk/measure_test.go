package main

import (
	"encoding/csv"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf16"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/xuri/excelize/v2"
)

// measure adds up the legs of a written route, a table or a workbook, by its own arithmetic, from the
// coordinates in the file, and compares the sum with the length in its last row, and with a given
// length: measure ROUTE LENGTH, or measure ROUTE
func measure(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 1 || len(args) > 2 {
		ts.Fatalf("usage: measure ROUTE, or measure ROUTE LENGTH")
	}
	rows := readTable(ts, args[0])
	sum, last := measured(ts, args[0], rows)
	lengths := []float64{last}
	if len(args) == 2 {
		lengths = append(lengths, float(ts, args[1]))
	}
	for _, length := range lengths {
		if math.Abs(sum-length) > 1e-6*length+1e-3 {
			ts.Fatalf("the legs of %s add up to %v, not %v", args[0], sum, length)
		}
	}
}

// readTable reads a workbook, or a table with any separator, as UTF-8, UTF-16 or Windows-1252.
func readTable(ts *testscript.TestScript, name string) [][]string {
	text := ts.ReadFile(name)
	if filepath.Ext(name) == ".xlsx" {
		book, err := excelize.OpenReader(strings.NewReader(text))
		ts.Check(err)
		defer book.Close()
		rows, err := book.GetRows(book.GetSheetList()[0], excelize.Options{RawCellValue: true})
		ts.Check(err)
		return rows
	}
	if strings.HasPrefix(text, "\xff\xfe") {
		var words []uint16
		for i := 2; i+1 < len(text); i += 2 {
			words = append(words, uint16(text[i])|uint16(text[i+1])<<8)
		}
		text = string(utf16.Decode(words))
	}
	text = strings.TrimPrefix(text, "\ufeff")
	for strings.HasPrefix(text, "sep=") || strings.HasPrefix(text, "#") {
		_, text, _ = strings.Cut(text, "\n")
	}
	header, _, _ := strings.Cut(text, "\n")
	r := csv.NewReader(strings.NewReader(text))
	r.Comma = slices.MaxFunc([]rune{',', ';', '\t'}, func(a, b rune) int {
		return strings.Count(header, string(a)) - strings.Count(header, string(b))
	})
	rows, err := r.ReadAll()
	ts.Check(err)
	return rows
}

// measured returns the sum of the legs of a table with a header, and the length in its last row.
func measured(ts *testscript.TestScript, name string, rows [][]string) (sum, last float64) {
	column := func(names ...string) int {
		return slices.IndexFunc(rows[0], func(field string) bool {
			return slices.ContainsFunc(names, func(name string) bool { return strings.EqualFold(name, field) })
		})
	}
	number := func(row []string, column int) float64 {
		if column < 0 || column >= len(row) {
			ts.Fatalf("%s lacks a column: %q", name, rows[0])
		}
		return float(ts, strings.Replace(row[column], ",", ".", 1))
	}
	leg := onSphere
	x, y := column("lat", "latitude", "breite"), column("lon", "longitude", "länge", "L\xe4nge")
	if x < 0 {
		leg = func(a, b [2]float64) float64 { return math.Hypot(a[0]-b[0], a[1]-b[1]) }
		x, y = column("x"), column("y")
	}
	at := func(row []string) [2]float64 { return [2]float64{number(row, x), number(row, y)} }
	for i := 2; i < len(rows); i++ {
		sum += leg(at(rows[i-1]), at(rows[i]))
	}
	return sum, number(rows[len(rows)-1], column("length", "length_m"))
}
