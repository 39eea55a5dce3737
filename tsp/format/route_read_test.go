package format_test

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"

	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/format"
)

// Every route of a drawn workbook is read again in every format, as a tour of its instance and as an
// earlier tour, with the same places in the same order.
func TestRoutesOfWorkbooksAreRead(t *testing.T) {
	count := uint64(500)
	if testing.Short() {
		count = 50
	}
	routes := 0
	for seed := range count {
		random := rand.New(rand.NewPCG(seed, 12))
		rows, options := drawSheet(random)
		text := bytesOf(t, workbook(t, map[string][][]any{"S": rows}, "S"))
		input, err := format.Read(t.Context(), strings.NewReader(text), "places.xlsx", options)
		if err != nil {
			if refused := err.Error(); !strings.Contains(refused, " may be ") {
				t.Errorf("seed %d: %v\n%q", seed, err, rows)
			}
			continue
		}
		routes += readRoutes(t, random, input, options, fmt.Sprintf("seed %d %q", seed, rows))
		if t.Failed() {
			return
		}
	}
	t.Logf("%d routes of %d workbooks", routes, count)
}

// So is every route of a drawn text, with any separator, decimal mark, encoding and line end.
func TestRoutesOfTextsAreRead(t *testing.T) {
	count := uint64(500)
	if testing.Short() {
		count = 50
	}
	refused := 0
	for seed := range count {
		random := rand.New(rand.NewPCG(seed, 13))
		rows, options := drawSheet(random)
		text := drawText(random, rows)
		input, err := format.Read(t.Context(), strings.NewReader(text), "places.csv", options)
		if err != nil {
			refused++
			continue
		}
		readRoutes(t, random, input, options, fmt.Sprintf("seed %d\n%s", seed, text))
		if t.Failed() {
			return
		}
	}
	if t.Logf("%d of %d texts were refused", refused, count); 2*refused > int(count) {
		t.Error("too few of them are routes")
	}
}

// drawText writes rows as CSV in one dialect.
func drawText(random *rand.Rand, rows [][]any) string {
	var b strings.Builder
	separator := []rune{',', ';', '\t', '|'}[random.IntN(4)]
	marks := []*strings.Replacer{strings.NewReplacer(",", "."), strings.NewReplacer(".", ",")}[random.IntN(2)]
	out := csv.NewWriter(&b)
	out.Comma, out.UseCRLF = separator, random.IntN(2) == 0
	for _, row := range rows {
		var fields []string
		for _, value := range row {
			field := fmt.Sprint(value)
			if _, err := strconv.ParseFloat(strings.Replace(field, ",", ".", 1), 64); err == nil {
				field = marks.Replace(field)
			}
			fields = append(fields, field)
		}
		_ = out.Write(fields) // no error: it is a strings.Builder
	}
	out.Flush()
	text := b.String()
	if random.IntN(4) == 0 {
		text = "sep=" + string(separator) + "\r\n" + text
	}
	switch random.IntN(4) {
	case 0:
		text = "\ufeff" + text
	case 1:
		if encoded, err := charmap.Windows1252.NewEncoder().String(text); err == nil {
			text = encoded
		}
	case 2:
		if encoded, err := unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewEncoder().String(text); err == nil {
			text = encoded
		}
	}
	return text
}

// readRoutes writes a route in every format, reads it, and returns the number of routes.
func readRoutes(t *testing.T, random *rand.Rand, input *format.Input, options format.Options, what string) (routes int) {
	t.Helper()
	in := input.Instance
	tour := make(tsp.Tour, in.Dimension())
	for i, city := range random.Perm(len(tour)) {
		tour[i] = int32(city)
	}
	for _, output := range format.Outputs {
		if output.Check(input) != nil {
			continue
		}
		route := format.NewRoute(input, tour, random.IntN(2) == 0, tour[0])
		var b bytes.Buffer
		if err := route.Write(&b, output); err != nil {
			t.Errorf("%s, %s: %v", what, output, err)
			continue
		}
		routes++
		got, err := format.ReadTour(t.Context(), bytes.NewReader(b.Bytes()), "route."+string(output), in)
		shape := format.ShapeClosed
		switch {
		case route.Open:
			shape = format.ShapeOpen
		case output == format.OutputTour:
			shape = format.ShapeUnknown // all tours of TSPLIB are closed
		}
		if err != nil || !samePlaces(in, got.Tour, tour) || got.Shape != shape {
			t.Errorf("%s, %s: %v, %+v, want %v, open %v:\n%s", what, output, err, got, tour, route.Open, b.String())
			continue
		}
		earlier, err := format.ReadEarlierTour(t.Context(), bytes.NewReader(b.Bytes()), "route."+string(output), in, options)
		if err != nil || !earlier.IsWhole() || !samePlaces(in, earlier.Order, tour) || earlier.Shape == format.ShapeOpen != route.Open {
			t.Errorf("%s, earlier %s: %v, %+v, want %v:\n%s", what, output, err, earlier, tour, b.String())
		}
	}
	return routes
}

// samePlaces reports whether two tours visit places at distance 0 of each other with the same names.
func samePlaces(in *tsp.Instance, a, b tsp.Tour) bool {
	return slices.EqualFunc(a, b, func(i, j int32) bool {
		return i == j || in.UnitDistance(int(i), int(j)) == 0 && in.Names != nil && in.Names[i] == in.Names[j]
	}) && a.Validate(in.Dimension()) == nil
}

// drawSheet returns the rows of a sheet with places or a matrix, and the options to read it.
func drawSheet(random *rand.Rand) (rows [][]any, o format.Options) {
	n := 3 + random.IntN(6)
	if random.IntN(6) == 0 {
		return drawMatrix(random, n), o
	}
	one := func(texts ...string) string { return texts[random.IntN(len(texts))] }
	pair := [][2]string{{"lat", "lon"}, {"Breite", "Länge"}, {"x", "y"}, {"Y", "X"}, {"Longitude", "Latitude"}}[random.IntN(5)]
	header, cells := []any{}, []func(row int) any{}
	add := func(name string, cell func(row int) any) {
		at := random.IntN(len(header) + 1)
		header, cells = slices.Insert(header, at, any(name)), slices.Insert(cells, at, cell)
	}
	writing, decimals, scale := random.IntN(5), random.IntN(7), []float64{80, 80, 80, 1000}[random.IntN(4)]
	if !slices.Contains([]string{"x", "Y"}, pair[0]) {
		scale = 80
	}
	for _, name := range pair {
		add(name, func(int) any { return drawNumber(random, writing, decimals, scale) })
	}
	if random.IntN(4) > 0 {
		names := random.IntN(4)
		add(one("name", "Ort", "Kunde", "Stop"), func(row int) any { return drawName(random, names, row) })
	}
	if random.IntN(2) == 0 {
		add(one("id", "Nr", "row", "no"), func(row int) any {
			return []any{row, 100 - row, fmt.Sprintf("%05d", row), 1234567890123450 + row}[random.IntN(2)+2*(n%2)]
		})
	}
	for range random.IntN(3) {
		kind := random.IntN(5)
		add(one("note", "Umsatz", "seit", "leg", "length", "description", "z", "Menge", "stop", ""), func(row int) any {
			return []any{"a;b,c\t\"d\"", 1.5 * float64(row), time.Date(2026, 1, row, 6, 0, 0, 0, time.UTC), row%2 == 0, "1.234,5"}[kind]
		})
	}
	if random.IntN(4) == 0 {
		rows = append(rows, []any{"Kunden, 2026"}, []any{})
	}
	rows = append(rows, header)
	for row := range n {
		var values []any
		for _, cell := range cells {
			values = append(values, cell(row+1))
		}
		rows = append(rows, values)
	}
	return rows, o
}

// drawNumber returns a number or a text: all numbers, all texts with a comma or a point, or a mixture.
func drawNumber(random *rand.Rand, writing, decimals int, scale float64) any {
	v := (random.Float64() - 0.3) * scale
	text := strconv.FormatFloat(v, 'f', decimals, 64)
	v, _ = strconv.ParseFloat(text, 64)
	switch comma := strings.Replace(text, ".", ",", 1); {
	case writing == 0 || writing == 3 && random.IntN(2) == 0:
		return v
	case writing == 1:
		return text
	case writing == 4 && random.IntN(2) == 0:
		return text
	default:
		return comma
	}
}

func drawName(random *rand.Rand, kind, row int) any {
	switch kind {
	case 0:
		return fmt.Sprintf("Place %d", row)
	case 1:
		return []any{"Depot", "Köln, Dom", "A;B", "12 Depot", "\"x\"", "1 1", "-1", "", "a\tb", "a  b"}[random.IntN(10)]
	case 2:
		return row
	}
	return fmt.Sprintf("%d,5", row)
}

func drawMatrix(random *rand.Rand, n int) (rows [][]any) {
	named, writing, decimals := random.IntN(3), random.IntN(5), random.IntN(5)
	if named > 0 {
		header := []any{""}
		for i := range n {
			header = append(header, fmt.Sprintf("P%d", i))
		}
		rows = append(rows, header[2-named:])
	}
	for i := range n {
		row := []any{}
		if named == 2 {
			row = append(row, fmt.Sprintf("P%d", i))
		}
		for j := range n {
			v := any(0)
			if i != j {
				v = drawNumber(random, writing, decimals, 50)
				if text, isText := v.(string); isText {
					v = strings.TrimPrefix(text, "-")
				} else if v.(float64) < 0 {
					v = -v.(float64)
				}
			}
			row = append(row, v)
		}
		rows = append(rows, row)
	}
	return rows
}
