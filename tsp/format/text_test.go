package format_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"golang.org/x/text/encoding/charmap"

	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/format"
)

// One byte of another encoding changes its own name alone, and is said. A text of another encoding is
// read as Windows-1252, and a note shows a word of it.
func TestOtherEncodings(t *testing.T) {
	const rows = "name,x,y\nZürich,0,0\nGenève,3,0\nBern,3,4\n"
	encoded := func(m *charmap.Charmap, text string) string {
		return must.Get(m.NewEncoder().String(text))(t)
	}
	for name, c := range map[string]struct{ text, names, warning, note string }{
		"one byte":       {rows + "Fl\xfcelen,0,4\n", "Zürich Genève Bern Flüelen", "number of bytes that are not UTF-8 in a text of UTF-8: 1: line 5", ""},
		"with a mark":    {"\ufeffname,x,y\nAda,0,0\nB\xf6b,3,0\nCy,3,4\n", "Ada Böb Cy", "UTF-8: 1: line 3; they are read as Windows-1252", ""},
		"in all":         {encoded(charmap.Windows1252, rows), "Zürich Genève Bern", "", `read as Windows-1252, as in "Zürich"; if this is wrong, save it as UTF-8`},
		"Central Europe": {encoded(charmap.Windows1250, "name,x,y\nŁódź,0,0\nPłock,3,0\nCy,3,4\n"), "£ódŸ P³ock Cy", "", `as in "£ódŸ"`},
		"Cyrillic":       {encoded(charmap.Windows1251, "name,x,y\nМосква,0,0\nТверь,3,0\nCy,3,4\n"), "Ìîñêâà Òâåðü Cy", "", `as in "Ìîñêâà"`},
		"Japanese":       {"name,x,y\n\x93\x8c\x8b\x9e,0,0\n\x91\xe5\x8d\xe3,3,0\nCy,3,4\n", "“Œ‹ž ‘å\ufffdã Cy", `as in "“Œ‹ž"; if this is wrong, save it as UTF-8`, ""},
	} {
		input := read(t, c.text, format.Options{})
		notes, warnings := strings.Join(input.Notes, "\n"), strings.Join(input.Warnings, "\n")
		if got := strings.Join(input.Instance.Names, " "); got != c.names || !strings.Contains(warnings, c.warning) || !strings.Contains(notes, c.note) ||
			(c.warning == "") != (warnings == "") || (c.note == "") != (notes == "") {
			t.Errorf("%s: %q, warnings %q, notes %q", name, got, warnings, notes)
		}
	}
	gpx := `<?xml version="1.0" encoding="ISO-8859-1"?><gpx><wpt lat="47" lon="8"><name>Z` + "\xfcrich</name></wpt>" +
		`<wpt lat="47" lon="9"/><wpt lat="46" lon="8"/></gpx>`
	if input := read(t, gpx, format.Options{}); input.Instance.Names[0] != "Zürich" || strings.Contains(strings.Join(input.Notes, ""), "1252") {
		t.Errorf("%q, %q", input.Instance.Names, input.Notes)
	}
}

// Lines may end in CR alone, in every format and in tours.
func TestLinesThatEndInCR(t *testing.T) {
	const csv = "name,x,y\nA,0,0\nB,3,0\nC,3,4\nD,0,4\n"
	for name, text := range map[string]string{
		"csv": csv, "blanks": "x y\n0 0\n3 0\n3 4\n0 4\n", "matrix": "0,3,5,4\n3,0,4,5\n5,4,0,3\n4,5,3,0\n", "sep": "sep=;\n" + strings.ReplaceAll(csv, ",", ";"),
		"tsplib": "NAME: n\nTYPE: TSP\nDIMENSION: 4\nEDGE_WEIGHT_TYPE: EUC_2D\nNODE_COORD_SECTION\n1 0 0\n2 3 0\n3 3 4\n4 0 4\nEOF\n",
		"json":   "[[0,3,5,4],\n[3,0,4,5],\n[5,4,0,3],\n[4,5,3,0]]\n",
	} {
		in := read(t, strings.ReplaceAll(text, "\n", "\r"), format.Options{}).Instance
		if in.Dimension() != 4 || in.UnitDistance(0, 2) != 5 {
			t.Errorf("%s: %+v", name, in)
		}
		tour, err := format.ReadTour(t.Context(), strings.NewReader("4\r2\r1\r3\r"), "t", in)
		if err != nil || !slices.Equal(tour.Tour, tsp.Tour{3, 1, 0, 2}) {
			t.Errorf("%s: %v, %v", name, tour, err)
		}
	}
	if _, err := format.Read(t.Context(), strings.NewReader("x,y\r0,0\r3,zero\r3,4\r"), "f", format.Options{}); err == nil ||
		!strings.HasPrefix(err.Error(), `f:3: "zero" is not a number`) {
		t.Error(err)
	}
	if format.IsTSPLIB([]byte("NAME: n\rTYPE: TSP\r")) {
		t.Error("a text with CR needs no conversion")
	}
}

// Features one on each line, and in text sequences, are those of a collection.
func TestSequencesOfFeatures(t *testing.T) {
	var features []string
	for i, name := range []string{"A", "B", "C", "D"} {
		features = append(features, fmt.Sprintf(`{"type":"Feature","properties":{"name":%q},"geometry":{"type":"Point","coordinates":[%d,%d]}}`,
			name, 7+i%2, 47+i/2))
	}
	want := read(t, `{"type":"FeatureCollection","features":[`+strings.Join(features, ",")+"]}", format.Options{})
	for name, text := range map[string]string{
		"lines": strings.Join(features, "\n"), "blank lines": strings.Join(features, "\n\n") + "\n", "CR LF": strings.Join(features, "\r\n"),
		"sequence": "\x1e" + strings.Join(features, "\n\x1e") + "\n",
		"indented": "\x1e" + strings.Join(strings.Split(strings.Join(features, "\n\x1e"), ","), ",\n") + "\n",
		"one text": "\x1e" + `{"type":"FeatureCollection","features":[` + strings.Join(features, ",") + "]}\n",
	} {
		got := read(t, text, format.Options{})
		if got.Format != format.GeoJSON || !slices.Equal(got.Instance.Names, want.Instance.Names) || got.Instance.UnitDistance(0, 3) != want.Instance.UnitDistance(0, 3) {
			t.Errorf("%s: %+v", name, got.Instance)
		}
		tour, err := format.ReadTour(t.Context(), strings.NewReader(text), "t", want.Instance)
		if err != nil || !slices.Equal(tour.Tour, tsp.Tour{0, 1, 2, 3}) {
			t.Errorf("%s: %v, %v", name, tour, err)
		}
	}
	for text, want := range map[string]string{
		strings.Join(features, "\n") + "\n{\"type\":\"Feature\",\"geometry\":{\"type\":\"Point\",\"coordinates\":[7,\"x\"]}}": "f:5: the text \"x\" where a number is expected",
		"[[0,1],[1,0]]\n[[0,1],[1,0]]": "there is more text after the end of the JSON value",
	} {
		requireRefused(t, text, format.Options{}, want)
	}
}
