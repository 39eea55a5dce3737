package format_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/format"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
)

// A number is what it says or is refused, with its line and how to write it.
func TestNumbersAreNeverMisread(t *testing.T) {
	const thousands, unit, degrees = "without separators of thousands", "without a unit", "write decimal degrees"
	for _, c := range []struct{ text, want string }{
		{"x;y\n1.234,56;0\n1;1\n2;2\n", `f:2: "1.234,56" is not a number; write all numbers ` + thousands},
		{"x;y\n1,234.56;0\n1;1\n2;2\n", `f:2: "1,234.56" is not a number; write all numbers ` + thousands},
		{"x,y\n\"1,234\",0\n1,1\n2,2\n", `"1,234" may be 1234 or 1.234`},
		{"x;y\n1 234;0\n1;1\n2;2\n", `f:2: "1 234" is not a number; write all numbers ` + thousands},
		{"x;y\n1\u202f234,5;0\n1;1\n2;2\n", `234,5" is not a number; write all numbers ` + thousands},
		{"x;y\n1'234;0\n1;1\n2;2\n", `f:2: "1'234" is not a number; write all numbers ` + thousands},
		{"x;y\n1.234.567;0\n1;1\n2;2\n", thousands},
		{"x;y\n416.829;0\n1.234,5;1\n2;2\n", `f:3: "1.234,5" is not a number; write all numbers ` + thousands},
		{"416.829;1.234,5;3\n1;0;2\n3;1.234;0\n", `f:1: "1.234,5" is not a number; write all numbers ` + thousands},
		{"x\ty\n1\t0\n1,234\t1\n2\t2\n", `"1,234" may be 1234 or 1.234`},
		{"x|y\n1|0\n1,234|1\n12,345|2\n", `"1,234" may be 1234 or 1.234`},
		{"0\t1,234\t2\n1,234\t0\t3\n2\t3\t0\n", `"1,234" may be 1234 or 1.234`},
		{"x;y\n1,5;0\n1.234;1\n2;2\n",
			`f:3: numbers have a decimal comma, as in "1,5", and a decimal point, as in "1.234"`},
		{"0;1,5;2.5\n1,5;0;3\n2;3;0\n", `f:1: numbers have a decimal comma`},
		{"x;y\n12 km;0\n1;1\n2;2\n", `f:2: "12 km" is not a number; write the number alone, ` + unit},
		{"x;y\n12%;0\n1;1\n2;2\n", unit},
		{"lat,lon\n48.1°,11\n1,1\n2,2\n", degrees},
		{"lat,lon\n48.1N,11E\n1,1\n2,2\n", degrees},
		{"lat,lon\nS 48.1,11\n1,1\n2,2\n", degrees},
		{"lat,lon\n48°08'14'',11\n1,1\n2,2\n", degrees},
		{"lat,lon\n48°08'14\",11\n1,1\n2,2\n",
			`f:2: bare " in non-quoted-field; write a quote twice and its field in quotes, and coordinates as decimal degrees`},
		{"x,y\n0x10,0\n1,1\n2,2\n", `f:2: "0x10" is not a number`},
		{"x,y\n1_000,0\n1,1\n2,2\n", `f:2: "1_000" is not a number`},
		{"x,y\ninf,0\n1,1\n2,2\n", `f:2: "inf" is not a number`},
		{"x,y\n5-,0\n1,1\n2,2\n", `f:2: "5-" is not a number`},
	} {
		_, err := format.Read(t.Context(), strings.NewReader(c.text), "f", format.Options{})
		tsptest.RequireError(t, c.text, err, c.want)
	}
	// Where a decimal comma is certain it is one.
	for text, want := range map[string]float64{
		"x;y\n1,234;0\n2,345;0\n3;0\n":       1.111, // semicolons separate columns where the comma is the decimal mark
		"x\ty\n1,234\t0\n2,5\t0\n3\t0\n":     1.266,
		"x\ty\n0,234\t0\n1,345\t0\n3\t0\n":   1.111,
		"x\ty\n1234,5\t0\n1235,5\t0\n9\t0\n": 1,
	} {
		if in := read(t, text, format.Options{}).Instance; in.Unit.Value(in.Distance(0, 1)) != want {
			t.Errorf("%q: %v, want %v", text, in.Unit.Value(in.Distance(0, 1)), want)
		}
	}
	if in := read(t, "lat\tlon\n48,137\t11,575\n48,138\t11,576\n48,139\t11,575\n",
		format.Options{}).Instance; in.X[0] != 48.137 || in.Y[0] != 11.575 {
		t.Errorf("%+v", in)
	}
}

// Columns that ask for more than a tour are said once, in each language; others are not.
func TestUnusedConstraints(t *testing.T) {
	for header, want := range map[string][]string{
		"Opening Hours":       {`column "Opening Hours" is not used: the tour may reach places at other times`},
		"tw_start,tw_end":     {`columns "tw_start", "tw_end" are not used: the tour may reach`},
		"Öffnungszeiten":      {"the tour may reach places at other times"},
		"heure d'ouverture":   {"the tour may reach places at other times"},
		"horario de apertura": {"the tour may reach places at other times"},
		"Orari di apertura":   {"the tour may reach places at other times"},
		"Priorität,PRIORITY":  {`columns "Priorität", "PRIORITY" are not used: places are visited in the order of the shortest tour`},
		"demand,Gewicht,Service": {"one tour visits all places, whatever they take",
			"lengths have no time at the places"},
		"durée de service":                {"lengths have no time at the places"},
		"Compétences":                     {"one tour visits all places"},
		"UTM Zone":                        {"all coordinates are taken as having one origin"},
		"Zeitfenster von,Zeitfenster bis": {`columns "Zeitfenster von", "Zeitfenster bis" are not used: the tour may reach`},
		"Oeffnungszeiten Mo-Fr":           {"the tour may reach places at other times"},
		"open_from,open_to":               {"the tour may reach places at other times"},
		"Gewicht (kg),max. Menge [Stk]":   {"one tour visits all places, whatever they take"},
		"priorite":                        {"places are visited in the order of the shortest tour"},
		"Servicezeit (min)":               {"lengths have no time at the places"},
		"créneau de,creneau à":            {"the tour may reach places at other times"},
		"Delivery Address,service area,driver's phone,start": nil,
		"phone,notes,colour":                    nil,
		"Von,Bis,ab,Lieferung von,Wunschtermin": {`columns "Von", "Bis", "ab", "Lieferung von", "Wunschtermin" are not used: the tour`},
		"Paletten,Stückzahl,Ladezeit,LKW,Wagen,Mitarbeiter,Reihenfolge": {
			`column "Reihenfolge" is not used: places are visited in the order of the shortest tour`,
			`columns "Paletten", "Stückzahl" are not used`, `column "Ladezeit" is not used: lengths have no time at the places`,
			`columns "LKW", "Wagen", "Mitarbeiter" are not used: one tour visits all places`},
	} {
		columns := strings.Count(header, ",") + 1
		rest := strings.Repeat(",7", columns)
		got := read(t, "x,y,"+header+"\n0,0"+rest+"\n4,1"+rest+"\n2,5"+rest+"\n", format.Options{}).Warnings
		fits := len(got) == len(want)
		for i := range want {
			fits = fits && strings.Contains(got[i], want[i])
		}
		if !fits {
			t.Errorf("%s: warnings %q, want %q", header, got, want)
		}
	}
}

// The area of places shows whether their coordinates are swapped.
func TestArea(t *testing.T) {
	for text, want := range map[string]string{
		"lat,lon\n47.9,11.2\n48.3,11.3\n48,11.8\n": "area: 47.9 to 48.3 N, 11.2 to 11.8 E: 45 × 44 km",
		"lat,lon\n0,179.5\n0,-179\n1,180\n":        "area: 0 to 1 N, 179.5 E to 179 W: 167 × 111 km",
		"lat,lon\n-0.5,-1\n0.25,-1.05\n0,-1.01\n":  "area: 0.5 S to 0.25 N, 1.05 to 1 W: 5.6 × 83 km",
	} {
		if got := read(t, text, format.Options{}).Notes; !slices.Equal(got, []string{want}) {
			t.Errorf("notes %q, want %q", got, want)
		}
	}
	if got := read(t, "x,y\n0,0\n1,1\n3,2\n", format.Options{}).Notes; got != nil {
		t.Errorf("notes %q of a plane", got)
	}
}

// Limits hold while a file is read.
func TestLimits(t *testing.T) {
	places := "x,y\n" + strings.Repeat("1,2\n3,4\n", 50)
	matrix := strings.Repeat(strings.TrimSuffix(strings.Repeat("0,", 20), ",")+"\n", 20)
	for _, c := range []struct {
		text   string
		limits format.Limits
		want   string
	}{
		{places, format.Limits{Places: 100}, ""},
		{places, format.Limits{Places: 99}, "f:101: the file has more than the limit of 99 places"},
		{places, format.Limits{Places: 10}, "f:12: the file has more than the limit of 10 places"},
		{places, format.Limits{Columns: 1}, "f:4: the file has 2 columns; the limits are 1 columns"},
		{places, format.Limits{Bytes: 400}, "longer than the limit of bytes"},
		{matrix, format.Limits{Columns: 3}, ""},
		{matrix, format.Limits{Distances: 399}, "f:1: a matrix of 20 rows has more than the limit of 399 distances"},
		{matrix, format.Limits{Columns: 3, Distances: 300},
			"f:1: the file has 20 columns; the limits are 3 columns of a table and 300 distances"},
		{strings.Repeat("x", 1<<20+1) + ",y\n", format.Limits{}, "f:1: the line is longer than 1048576 bytes"},
		{"x,y\n" + strings.Repeat("1", 1<<20+1), format.Limits{}, "f:2: the line is longer than 1048576 bytes"},
	} {
		_, err := format.Read(t.Context(), strings.NewReader(c.text), "f", format.Options{Limits: c.limits})
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%.20q, %+v: %v, want %q", c.text, c.limits, err, c.want)
		}
		var limit *tsp.LimitError
		if strings.Contains(c.want, "limit") && !errors.As(err, &limit) {
			t.Errorf("%.20q, %+v: %v is no error of a limit", c.text, c.limits, err)
		}
	}
}

// What is refused has taken little memory, whatever a small compressed file stands for.
func TestRefusedFilesTakeLittleMemory(t *testing.T) {
	for name, text := range map[string]string{
		"one line":     "x,y" + strings.Repeat(",", 8<<20) + "\n",
		"wide rows":    strings.Repeat("1"+strings.Repeat(",", 50_000)+"\n", 100),
		"many columns": strings.Repeat("1"+strings.Repeat(",1", 2000)+"\n", 4000),
	} {
		compressed := zipped(t, text)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := format.Read(t.Context(), strings.NewReader(compressed), "f",
			format.Options{Format: format.CSV, Limits: format.Limits{Bytes: 1 << 30}})
		runtime.ReadMemStats(&after)
		if syntax := new(tsp.SyntaxError); !errors.As(err, &syntax) {
			t.Errorf("%s: %v", name, err)
		}
		// The text itself takes up to six times its size, because it grows while it is read; rows
		// of a matrix take 16 bytes a cell.
		if used := after.TotalAlloc - before.TotalAlloc; used > 6*uint64(len(text))+200<<20 {
			t.Errorf("%s: %d MiB for a text of %d MiB", name, used>>20, len(text)>>20)
		}
	}
}

// cancelling cancels a context after some reads of a text that has no end.
type cancelling struct {
	cancel context.CancelFunc
	line   string
	reads  int
}

func (c *cancelling) Read(p []byte) (int, error) {
	if c.reads++; c.reads == 20 {
		c.cancel()
	}
	return copy(p, c.line), nil
}

func TestReadEndsWithItsContext(t *testing.T) {
	ends := func(what, begin, line string, read func(context.Context, io.Reader) error) {
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		text := io.MultiReader(strings.NewReader(begin), &cancelling{cancel, line, 0})
		if err := read(ctx, text); !errors.Is(err, context.Canceled) {
			t.Errorf("%s %q: %v", what, begin, err)
		}
	}
	for begin, line := range map[string]string{"x,y\n": "1,2\n", "0,1,2\n": "1,2\n", "TYPE: TSP\n": "COMMENT: 1\n"} {
		ends("instance", begin, line, func(ctx context.Context, r io.Reader) error {
			_, err := format.Read(ctx, r, "f", format.Options{})
			return err
		})
	}
	for begin, line := range map[string]string{"x,y\n": "1,2\n", "TOUR_SECTION\n": "1\n", "1\n": "2\n"} {
		ends("tour", begin, line, func(ctx context.Context, r io.Reader) error {
			_, err := format.ReadTour(ctx, r, "f", &tsp.Instance{})
			return err
		})
	}
	// Also after the text was read.
	ctx, cancel := context.WithCancel(t.Context())
	text := "x,y\n" + strings.Repeat("1,2\n\xe4,4\n", 1000)
	r := io.MultiReader(bytes.NewReader([]byte(text)),
		readerFunc(func([]byte) (int, error) { cancel(); return 0, io.EOF }))
	if _, err := format.Read(ctx, r, "f", format.Options{}); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

type readerFunc func([]byte) (int, error)

func (f readerFunc) Read(p []byte) (int, error) { return f(p) }

// A row of a table takes little memory while it is read: it took 4 kB of garbage, for the reader of
// a header that only the first row may have.
func TestReadingRowsTakesLittleMemory(t *testing.T) {
	const rows, most = 20_000, 1500 // bytes by row
	var table strings.Builder
	table.WriteString("name,x,y\n")
	for i := range rows {
		fmt.Fprintf(&table, "Place %d,%d,%d\n", i, i%100, i)
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if _, err := format.Read(t.Context(), strings.NewReader(table.String()), "f", format.Options{}); err != nil {
		t.Fatal(err)
	}
	runtime.ReadMemStats(&after)
	if by := (after.TotalAlloc - before.TotalAlloc) / rows; by > most {
		t.Errorf("%d bytes by row, want at most %d", by, most)
	} else {
		t.Logf("%d bytes by row", by)
	}
}
