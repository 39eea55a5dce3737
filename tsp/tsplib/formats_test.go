package tsplib_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/tsplib"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
)

func read(text string) (*tsp.Instance, error) { return tsplib.Read(strings.NewReader(text), "f.tsp") }

func TestWriteThenRead(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := tsptest.DrawInstance(t)
		if in.Metric == tsp.Haversine {
			t.Skip("not of TSPLIB")
		}
		if in.Symmetric() {
			in.Fixed = tsptest.DrawFixed(t, in.Dimension())
		}
		in.FirstNumber = 1
		in.Comment = rapid.SampledFrom([]string{"", "one line", "two\nlines: with a colon", "a\n\nb"}).Draw(t,
			"comment")
		var b bytes.Buffer
		must.Do(t, tsplib.Write(&b, in))
		got, err := read(b.String())
		if err != nil {
			t.Fatalf("%v in\n%s", err, b.String())
		}
		if diff := cmp.Diff(in, got); diff != "" {
			t.Fatal(diff)
		}
	})
}

// formats has the weights that each matrix format contains, and whether they are listed by
// columns, from the TSPLIB95 documentation.
var formats = map[string]struct {
	has       func(i, j int) bool
	byColumns bool
}{
	"FULL_MATRIX":    {func(i, j int) bool { return true }, false},
	"UPPER_ROW":      {func(i, j int) bool { return i < j }, false},
	"LOWER_ROW":      {func(i, j int) bool { return i > j }, false},
	"UPPER_DIAG_ROW": {func(i, j int) bool { return i <= j }, false},
	"LOWER_DIAG_ROW": {func(i, j int) bool { return i >= j }, false},
	"UPPER_COL":      {func(i, j int) bool { return i < j }, true},
	"LOWER_COL":      {func(i, j int) bool { return i > j }, true},
	"UPPER_DIAG_COL": {func(i, j int) bool { return i <= j }, true},
	"LOWER_DIAG_COL": {func(i, j int) bool { return i >= j }, true},
}

func TestEveryMatrixFormat(t *testing.T) {
	names := make([]string, 0, len(formats))
	for name := range formats {
		names = append(names, name)
	}
	slices.Sort(names)
	rapid.Check(t, func(t *rapid.T) {
		name := rapid.SampledFrom(names).Draw(t, "format")
		n := rapid.IntRange(tsp.MinCities, 9).Draw(t, "cities")
		want := tsptest.DrawWeights(t, n, true)
		var text strings.Builder
		fmt.Fprintf(&text, "TYPE: TSP\nDIMENSION: %d\nEDGE_WEIGHT_TYPE: EXPLICIT\nEDGE_WEIGHT_FORMAT: %s\n", n, name)
		text.WriteString("EDGE_WEIGHT_SECTION\n")
		for a := range n {
			for b := range n {
				i, j := a, b
				if formats[name].byColumns {
					i, j = b, a
				}
				if formats[name].has(i, j) {
					// Real files have line breaks anywhere.
					fmt.Fprintf(&text, "%d%s", want[i*n+j],
						rapid.SampledFrom([]string{" ", "\n", "\t\r\n"}).Draw(t, "gap"))
				}
			}
		}
		text.WriteString("\nEOF\n")
		in, err := read(text.String())
		if err != nil {
			t.Fatalf("%v in\n%s", err, text.String())
		}
		if !formats[name].has(0, 0) {
			for i := range n {
				want[i*n+i] = 0
			}
		}
		if diff := cmp.Diff(want, in.Weights); diff != "" {
			t.Fatal(diff)
		}
	})
}

// Spellings and orders that occur in real files, combined.
func TestReadsRealFiles(t *testing.T) {
	want := &tsp.Instance{
		Name: "odd", Comment: "first: with, a comma\nsecond", Kind: tsp.TSP, Metric: tsp.EUC2D,
		X: []float64{1, -2.5, 3e2}, Y: []float64{0, 1e-3, 7}, FirstNumber: 1,
	}
	for name, text := range map[string]string{
		"spacing, byte order mark, CR LF, no EOF": "\ufeff\r\n  NAME:odd\r\n\r\nCOMMENT :first: with, a comma\r\n" +
			"COMMENT\t: second\r\nTYPE : TSP (M.~Hofmeister)\r\nDIMENSION:3\r\nEDGE_WEIGHT_TYPE :\tEUC_2D \r\n" +
			"DISPLAY_DATA_TYPE: COORD_DISPLAY\r\nNODE_COORD_TYPE: TWOD_COORDS\r\nNODE_COORD_SECTION :\r\n" +
			"  1  1.0 0\r\n\r\n 2\t-2.5  1E-3\r\n 003 +3.0e+02 7.",
		"lower case, any order of cities, blank after EOF": "name: odd\nComment: first: with, a comma\ncomment: second\n" +
			"type: tsp\ndimension: 3\nedge_weight_type: euc_2d\nedge_weight_format: function\n" +
			"node_coord_section\n3 300 7\n1 1 0\n2 -2.5 0.001\neof\n\n \n",
		"display data": "NAME: odd\nCOMMENT: first: with, a comma\nCOMMENT: second\nTYPE: TSP\nDIMENSION: 3\n" +
			"DISPLAY_DATA_SECTION\n1 0 0\n2 0 0\n3 0 0\nEDGE_WEIGHT_TYPE: EUC_2D\nNODE_COORD_SECTION\n" +
			"1 1 0\n2 -2.5 0.001\n3 300 7\nEOF",
		"Fortran, Ctrl-Z, blanks before colons": "NAME : odd\nCOMMENT : first: with, a comma\nCOMMENT : second\nTYPE : TSP\nDIMENSION : 3\n" +
			"EDGE_WEIGHT_TYPE : EUC_2D\nNODE_COORD_SECTION :\n1 1.D0 0D+00\n2.0 -0.25d1 1.0D-03\n3 3.000D+02 7\nEOF :\n\x1a",
		"Ctrl-Z without EOF": "NAME: odd\nCOMMENT: first: with, a comma\nCOMMENT: second\nTYPE: TSP\nDIMENSION: 3\n" +
			"EDGE_WEIGHT_TYPE: EUC_2D\nNODE_COORD_SECTION\n1 1 0\n2 -2.5 0.001\n3 300 7\r\n\x1a\r\n",
		"text after EOF": "NAME: odd\nCOMMENT: first: with, a comma\nCOMMENT: second\nTYPE: TSP\nDIMENSION: 3\n" +
			"EDGE_WEIGHT_TYPE: EUC_2D\nNODE_COORD_SECTION\n1 1 0\n2 -2.5 0.001\n3 300 7\nEOF\nbest known tour: 42\n",
	} {
		got, err := read(text)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

// Text after EOF is the only part of a file that an instance may leave out, and it is said.
func TestUnused(t *testing.T) {
	for after, want := range map[string][]string{
		"": nil, "\n \n\x1a": nil, "\nEOF\n": {"the text from line 9 on follows EOF and is not used"},
		"\n\nNAME: a second instance\n": {"the text from line 10 on follows EOF and is not used"},
	} {
		got, err := tsplib.ReadContext(t.Context(), strings.NewReader(plane+nodes+"EOF"+after), "f", tsplib.Limits{})
		if err != nil || !slices.Equal(got.Unused, want) {
			t.Errorf("%q: %+v, %v, want %q", after, got, err, want)
		}
	}
}

// Weights may be whole numbers with decimals.
func TestWholeWeights(t *testing.T) {
	in, err := read(explicit + "UPPER_ROW\nEDGE_WEIGHT_SECTION\n1.0 2e1 3.D2\n")
	if err != nil || in.Distance(0, 1) != 1 || in.Distance(0, 2) != 20 || in.Distance(1, 2) != 300 {
		t.Errorf("%+v, %v", in, err)
	}
}

func TestExplicitIgnoresCoordinates(t *testing.T) {
	in, err := read("TYPE: TSP\nDIMENSION: 3\nEDGE_WEIGHT_TYPE: EXPLICIT\nEDGE_WEIGHT_FORMAT: UPPER_ROW\n" +
		"NODE_COORD_TYPE: THREED_COORDS\nNODE_COORD_SECTION\n1 0 0 0\n2 1 1 1\n3 2 2 2\nEDGE_WEIGHT_SECTION\n1 2 3\n")
	must.Do(t, err)
	if err := in.Validate(); err != nil || in.Name != "f" {
		t.Errorf("name %q, %v", in.Name, err)
	}
}

func TestTourWriteThenRead(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := tsptest.DrawTour(t, rapid.IntRange(tsp.MinCities, 40).Draw(t, "cities"))
		var b bytes.Buffer
		must.Do(t, tsplib.WriteTour(&b, want, "name", "length 1\nsecond line"))
		got := must.Get(tsplib.ReadTour(&b, "f.tour"))(t)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatal(diff)
		}
	})
}

func TestReadsRealTours(t *testing.T) {
	want := tsp.Tour{0, 2, 1}
	for name, text := range map[string]string{
		"one line, without -1": "NAME : t.tour\nTYPE : TOUR\nDIMENSION : 3\nTOUR_SECTION\n1 3 2\n",
		"without DIMENSION":    "TYPE: TOUR\nTOUR_SECTION\n1\n3\n2\n-1\nEOF\n",
		"without TYPE":         "TOUR_SECTION :\n1\n3\n2\n-1\n",
		"text after EOF":       "TYPE: TOUR\nTOUR_SECTION\n1 3 2 -1\nEOF\nEOF\n",
		"LKH": "NAME : x.97.tour\nCOMMENT : Length = 97\nCOMMENT : Found by LKH-3 [Keld Helsgaun] Sat May  2 10:11:12 2020\nTYPE : TOUR\n" +
			"DIMENSION : 3\nTOUR_SECTION\n1\n3\n2\n-1\nEOF\n",
		"a second -1, CR LF": "TYPE: TOUR\r\nDIMENSION: 3\r\nTOUR_SECTION\r\n1 3\r\n2 -1\r\n-1\r\nEOF\r\n",
	} {
		got, err := tsplib.ReadTour(strings.NewReader(text), "f.tour")
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

func TestWriteRefuses(t *testing.T) {
	var b bytes.Buffer
	tsptest.RequireError(t, "instance", tsplib.Write(&b, &tsp.Instance{Name: "empty"}), "write", `"empty"`)
	tsptest.RequireError(t, "tour", tsplib.WriteTour(&b, tsp.Tour{0, 0, 1}, "t", ""), `"t"`, "visited twice")
	if b.Len() != 0 {
		t.Errorf("%d bytes were written", b.Len())
	}
}

// Names and comments with line breaks cannot add lines to a header.
func TestWriteKeepsTextOnItsLine(t *testing.T) {
	var b bytes.Buffer
	must.Do(t, tsplib.WriteTour(&b, tsp.Tour{0, 1, 2}, "a\nEOF\r\x1b", "c\rEOF"))
	if want := "NAME: a EOF\nTYPE: TOUR\nCOMMENT: c EOF\n"; !strings.HasPrefix(b.String(), want) {
		t.Errorf("header %q", b.String())
	}
}
