package main

import (
	"archive/zip"
	"bytes"
	"encoding/csv"
	"encoding/json"
	"io"
	"math"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/xuri/excelize/v2"
)

// measure adds up the legs of a written route in any format by its own arithmetic, from the
// coordinates in the file, and compares the sum with the length in its last row, if the format has
// one, and with a given length: measure ROUTE LENGTH, or measure ROUTE
func measure(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 1 || len(args) > 2 {
		ts.Fatalf("usage: measure ROUTE, or measure ROUTE LENGTH")
	}
	route := readMeasured(ts, args[0])
	sum := route.sum()
	lengths := route.lengths
	if len(args) == 2 {
		want, err := strconv.ParseFloat(args[1], 64)
		ts.Check(err)
		lengths = append(lengths, want)
	}
	if len(lengths) == 0 || len(route.at) < 2 {
		ts.Fatalf("%s has %d places and no length to compare with", args[0], len(route.at))
	}
	for _, length := range lengths {
		if math.Abs(sum-length) > 1e-6*length+1e-3 {
			ts.Fatalf("the legs of %s add up to %v, not %v", args[0], sum, length)
		}
	}
}

// measured has the places of a route in the order of the visit.
type measured struct {
	globe   bool
	at      [][2]float64 // x and y, or longitude and latitude
	lengths []float64    // that the file says
}

// sum returns the length of the route.
func (m *measured) sum() (sum float64) {
	for i := 1; i < len(m.at); i++ {
		from, to := m.at[i-1], m.at[i]
		if !m.globe {
			sum += math.Hypot(to[0]-from[0], to[1]-from[1])
			continue
		}
		const radius, degree = 6371008.8, math.Pi / 180
		a, b := from[1]*degree, to[1]*degree
		north, east := math.Sin((b-a)/2), math.Sin((to[0]-from[0])*degree/2)
		sum += 2 * radius * math.Asin(math.Sqrt(north*north+math.Cos(a)*math.Cos(b)*east*east))
	}
	return sum
}

// readMeasured reads a route. Its suffix is its format.
func readMeasured(ts *testscript.TestScript, name string) *measured {
	text := ts.ReadFile(name)
	switch filepath.Ext(name) {
	case ".xlsx":
		book, err := excelize.OpenReader(strings.NewReader(text))
		ts.Check(err)
		defer book.Close()
		rows, err := book.GetRows(book.GetSheetList()[0], excelize.Options{RawCellValue: true})
		ts.Check(err)
		return measuredTable(ts, name, rows)
	case ".gpx":
		for _, kind := range []string{"rtept", "trkpt", "wpt"} {
			if m := pointsBy(ts, text, `<`+kind+` lat="([^"]*)" lon="([^"]*)"`, 1); len(m.at) > 0 {
				return m
			}
		}
	case ".kml":
		return measuredKML(ts, text)
	case ".kmz":
		archive, err := zip.NewReader(strings.NewReader(text), int64(len(text)))
		ts.Check(err)
		file, err := archive.File[0].Open()
		ts.Check(err)
		defer file.Close()
		kml, err := io.ReadAll(file)
		ts.Check(err)
		return measuredKML(ts, string(kml))
	case ".geojson":
		return measuredGeoJSON(ts, text)
	}
	return measuredCSV(ts, name, text)
}

// pointsBy returns the points that a pattern finds; its group at the index is the longitude.
func pointsBy(ts *testscript.TestScript, text, pattern string, longitude int) *measured {
	m := &measured{globe: true}
	for _, found := range regexp.MustCompile(pattern).FindAllStringSubmatch(text, -1) {
		var v [2]float64
		for axis := range v {
			group := found[1:][longitude]
			if axis == 1 {
				group = found[1:][1-longitude]
			}
			var err error
			v[axis], err = strconv.ParseFloat(group, 64)
			ts.Check(err)
		}
		m.at = append(m.at, v)
	}
	return m
}

// measuredKML reads the line of a route, or the points.
func measuredKML(ts *testscript.TestScript, text string) *measured {
	const point = `(-?[\d.]+),(-?[\d.]+)`
	if _, line, ok := strings.Cut(text, "<LineString>"); ok {
		text, _, _ = strings.Cut(line, "</LineString>")
	}
	return pointsBy(ts, text, point, 0)
}

// measuredGeoJSON reads the first line.
func measuredGeoJSON(ts *testscript.TestScript, text string) *measured {
	var file struct {
		Features []struct {
			Geometry struct {
				Type        string
				Coordinates json.RawMessage
			}
		}
	}
	ts.Check(json.Unmarshal([]byte(text), &file))
	m := &measured{globe: true}
	for _, f := range file.Features {
		if f.Geometry.Type == "LineString" {
			ts.Check(json.Unmarshal(f.Geometry.Coordinates, &m.at))
			break
		}
	}
	return m
}

// measuredCSV reads a table with any separator and decimal mark, as UTF-8, UTF-16 or Windows-1252.
func measuredCSV(ts *testscript.TestScript, name, text string) *measured {
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
	separator := slices.MaxFunc([]rune{',', ';', '\t'}, func(a, b rune) int {
		return strings.Count(header, string(a)) - strings.Count(header, string(b))
	})
	r := csv.NewReader(bytes.NewReader([]byte(text)))
	r.Comma = separator
	rows, err := r.ReadAll()
	ts.Check(err)
	return measuredTable(ts, name, rows)
}

// measuredTable reads a table with a header.
func measuredTable(ts *testscript.TestScript, name string, rows [][]string) *measured {
	column := func(names ...string) int {
		return slices.IndexFunc(rows[0], func(field string) bool {
			return slices.ContainsFunc(names, func(name string) bool { return strings.EqualFold(name, field) })
		})
	}
	number := func(row []string, column int) float64 {
		if column < 0 || column >= len(row) {
			ts.Fatalf("%s lacks a column: %q", name, rows[0])
		}
		v, err := strconv.ParseFloat(strings.Replace(row[column], ",", ".", 1), 64)
		ts.Check(err)
		return v
	}
	x, y := column("lon", "longitude", "länge", "L\xe4nge"), column("lat", "latitude", "breite")
	m := &measured{globe: x >= 0}
	if !m.globe {
		x, y = column("x"), column("y")
	}
	for _, row := range rows[1:] {
		m.at = append(m.at, [2]float64{number(row, x), number(row, y)})
	}
	m.lengths = []float64{number(rows[len(rows)-1], column("length", "length_m"))}
	return m
}
