package format_test

import (
	"encoding/csv"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"

	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/format"
)

// localeCase is a table as a program of an office writes it.
type localeCase struct {
	text      string // in UTF-8
	encoding  encoding.Encoding
	begin     string // of the route, in its encoding
	separator rune   // of the route
	comma     bool   // is its decimal mark
	crlf      bool
}

var localeCases = map[string]localeCase{
	"German Excel": {"Nr;Ort;Breite;Länge;Größe\r\n00123;Köln, Dom;50,9413;6,9583;1,5\r\n00124;Düren;50,8;6,4833;2\r\n" +
		"00125;Bonn;50,735851;7,10066;3,25\r\n", charmap.Windows1252, "stop;row;Nr;Ort", ';', true, true},
	"German Excel, UTF-8": {"Ort;Breite;Länge\r\nKöln;50,9413;6,9583\r\nDüren;50,8;6,4833\r\nBonn;50,735851;7,10066\r\n",
		unicode.UTF8BOM, "\ufeffstop;row;Ort", ';', true, true},
	"French": {"nom;latitude;longitude\nChâlons;48,9566;4,3634\nReims;49,2583;4,0317\nÉpernay;49,04;3,96\n",
		unicode.UTF8, "stop;row;nom", ';', true, false},
	"American Excel": {"name,lat,lon\r\n\"Köln, Dom\",50.9413,6.9583\r\nDüren,50.8,6.4833\r\nBonn,50.735851,7.10066\r\n",
		unicode.UTF8BOM, "\ufeffstop,row,name", ',', false, true},
	"quoted decimal commas": {"name,lat,lon\nKöln,\"50,9413\",\"6,9583\"\nDüren,\"50,8\",\"6,4833\"\nBonn,\"50,735851\",\"7,10066\"\n",
		unicode.UTF8, "stop,row,name", ',', true, false},
	"text of Excel": {"Ort\tBreite\tLänge\r\nKöln\t50,9413\t6,9583\r\nDüren\t50,8\t6,4833\r\nBonn\t50,735851\t7,10066\r\n",
		unicode.UTF16(unicode.LittleEndian, unicode.UseBOM), "\xff\xfes\x00t\x00", ';', true, true},
	"UTF-16BE": {"Ort;Breite;Länge\r\nKöln;50.9413;6.9583\r\nDüren;50.8;6.4833\r\nBonn;50.735851;7.10066\r\n",
		unicode.UTF16(unicode.BigEndian, unicode.UseBOM), "\xfe\xff\x00s\x00t", ';', false, true},
	"separator in the first line": {"sep=;\r\nOrt;Breite;Länge\r\nKöln;50,9413;6,9583\r\nDüren;50,8;6,4833\r\nBonn;50,7;7,1\r\n",
		charmap.Windows1252, "sep=;\r\nstop;row;Ort", ';', true, true},
	"comments": {"# exported\n#\n# customers; all\nOrt;Breite;Länge\nKöln;50,9413;6,9583\nDüren;50,8;6,4833\nBonn;50,7;7,1\n",
		unicode.UTF8, "stop;row;Ort", ';', true, false},
	"titles": {"Kundenliste;;\n\n\"Stand; 28.11.\"\nOrt;Breite;Länge\nKöln;50,9413;6,9583\nDüren;50,8;6,4833\nBonn;50,7;7,1\n",
		unicode.UTF8, "stop;row;Ort", ';', true, false},
	"header in a comment": {"# exported\n#Ort|Breite|Länge\nKöln|50.9413|6.9583\nDüren|50.8|6.4833\nBonn|50.7|7.1\n",
		unicode.UTF8, "stop|row|Ort", '|', false, false},
	"blanks": {"Ort            Breite   Länge\n\"Köln am Rhein\"  50,9413  6,9583\nDüren  50,8     6,4833\nBonn  50,7 \t 7,1\n",
		unicode.UTF8, "stop;row;Ort", ';', true, false},
	"blanks and points": {"# lat lon\n50.9413 6.9583\n50.8 6.4833\n50.7 7.1\n", unicode.UTF8, "stop,row,lat", ',', false, false},
}

// Out comes what came in: separator, decimal mark, encoding and its mark, and the ends of lines.
// The lengths are those of the haversine formula, and the route is read again as the same places.
func TestRoutesAreInTheDialectOfTheirPlaces(t *testing.T) {
	for name, c := range localeCases {
		t.Run(name, func(t *testing.T) {
			encoded := must.Get(c.encoding.NewEncoder().String(c.text))(t)
			input := read(t, encoded, format.Options{})
			out := routeText(t, format.NewRoute(input, tsp.Tour{2, 0, 1}, false, 0), format.OutputCSV)
			if !strings.HasPrefix(out, c.begin) {
				t.Errorf("the route begins with %q, want %q", out[:min(len(out), 20)], c.begin)
			}
			text := must.Get(c.encoding.NewDecoder().String(out))(t)
			if lines := strings.Count(text, "\n"); c.crlf && strings.Count(text, "\r\n") != lines ||
				!c.crlf && strings.Contains(text, "\r") {
				t.Errorf("ends of lines in %q", text)
			}
			checkLocaleRoute(t, c, text)
			again := read(t, out, format.Options{})
			if !sameSet(again.Instance, input.Instance) {
				t.Errorf("read again: %v %v, want %v %v", again.Instance.X, again.Instance.Y, input.Instance.X, input.Instance.Y)
			}
			if !slices.Equal(again.Table.Header, input.Table.Header) {
				t.Errorf("columns %q read again, want %q", again.Table.Header, input.Table.Header)
			}
		})
	}
}

// sameSet reports whether two instances have the same places in any order.
func sameSet(a, b *tsp.Instance) bool {
	points := func(in *tsp.Instance) (list [][2]float64) {
		for city := range in.Dimension() {
			latitude, longitude := in.Degrees(city)
			list = append(list, [2]float64{latitude, longitude})
		}
		slices.SortFunc(list, func(p, q [2]float64) int { return slices.Compare(p[:], q[:]) })
		return list
	}
	return slices.Equal(points(a), points(b))
}

// checkLocaleRoute computes the legs and lengths of a route from its coordinates.
func checkLocaleRoute(t *testing.T, c localeCase, text string) {
	t.Helper()
	_, text, _ = strings.Cut("\n"+strings.TrimPrefix(text, "sep=;\r\n"), "\n")
	r := csv.NewReader(strings.NewReader(text))
	r.Comma = c.separator
	rows, err := r.ReadAll()
	if err != nil || len(rows) != 5 {
		t.Fatalf("%d rows, %v", len(rows), err)
	}
	number := func(text string) float64 {
		if c.comma {
			if strings.Contains(text, ".") {
				t.Errorf("%s has a decimal point", text)
			}
			text = strings.Replace(text, ",", ".", 1)
		}
		return parse(t, text)
	}
	width, sum := len(rows[0]), 0.0
	latitude := slices.IndexFunc(rows[0], func(name string) bool {
		return strings.HasPrefix(strings.ToLower(name), "lat") || name == "Breite"
	})
	for i, row := range rows[2:] {
		before := rows[1+i]
		leg := haversine(number(before[latitude]), number(before[latitude+1]), number(row[latitude]), number(row[latitude+1]))
		if sum += leg; math.Abs(number(row[width-2])-leg) > 0.01 || math.Abs(number(row[width-1])-sum) > 0.02 {
			t.Errorf("leg %s, length %s, want %f, %f", row[width-2], row[width-1], leg, sum)
		}
		line := strings.Split(c.text, "\n")[int(number(row[1]))-1]
		for _, text := range row[2 : width-2] {
			if !strings.Contains(line, text) {
				t.Errorf("row %s is %q in the input, without %q", row[1], line, text)
			}
		}
	}
}

func parse(t *testing.T, text string) float64 {
	t.Helper()
	v, err := strconv.ParseFloat(text, 64)
	if err != nil {
		t.Error(err)
	}
	return v
}

// haversine is the distance in metres on a sphere of the Earth's mean radius.
func haversine(latitude1, longitude1, latitude2, longitude2 float64) float64 {
	const degree = math.Pi / 180
	s, c := math.Sin((latitude2-latitude1)*degree/2), math.Sin((longitude2-longitude1)*degree/2)
	h := s*s + math.Cos(latitude1*degree)*math.Cos(latitude2*degree)*c*c
	return 2 * 6371008.8 * math.Asin(math.Sqrt(h))
}

// A file with tabs has the suffix tsv, whatever the places had.
func TestRouteTSV(t *testing.T) {
	input := read(t, "\ufeffsep=;\nx;y\n0;0,5\n3;4,5\n3;0,5\n", format.Options{})
	b := routeText(t, format.NewRoute(input, tsp.Tour{1, 0, 2}, true, 0), format.OutputTSV)
	const want = "\ufeffstop\trow\tx\ty\tleg\tlength\n1\t4\t3\t4,5\t0\t0\n2\t3\t0\t0,5\t5\t5\n3\t5\t3\t0,5\t3\t8\n"
	if b != want {
		t.Errorf("%q, want %q", b, want)
	}
}
