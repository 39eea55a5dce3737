package api

import (
	"cmp"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"math"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/aco-vk/aco-vk/serve/job"
	"github.com/aco-vk/aco-vk/serve/store/storetest"
	"github.com/aco-vk/aco-vk/tsp/format"
)

// ownPlane, ownGlobe and ownEdge are numbers as clients write them: x and y, latitude and longitude.
var (
	ownPlane = [][2]string{{"0.5", "0"}, {"1", "7.25"}, {"-3", "4.0"}, {"1e1", "12.125"}}
	ownEdge  = [][2]string{{"10", "180"}, {"20", "-180"}, {"0", "170"}, {"90", "-179.5"}}
	ownGlobe = [][2]string{{"51.5", "-0.125"}, {"48.75", "2.5"}, {"-33.5", "151.25"}, {"40.0", "-74"}}
)

// kindOfInput is an instance of four places in a format, with the numbers that its outputs must
// have.
type kindOfInput struct {
	name, kind, body string
	query            url.Values
	header           string       // of the columns of coordinates in tables; "": none
	own              [][2]string  // in these columns
	globe            bool         // there are latitudes and longitudes, in GeoJSON and GPX too
	rows             [][4]float64 // of a matrix
	separator        rune         // of its table; 0: a comma
	above            int          // rows above the first place
}

// kindsOfInput returns an input of each kind that the service takes.
func kindsOfInput() []kindOfInput {
	pairs := func(own [][2]string) string {
		var list []string
		for _, p := range own {
			list = append(list, "["+p[0]+","+p[1]+"]")
		}
		return "[" + strings.Join(list, ",") + "]"
	}
	each := func(own [][2]string, template string) (text string) {
		for i, p := range own {
			text += strings.NewReplacer("A", p[0], "B", p[1], "N", strconv.Itoa(i+1)).Replace(template)
		}
		return text
	}
	list := func(own [][2]string, template string) string { return strings.TrimSuffix(each(own, template), ",") }
	matrix := [][4]float64{{0, 1.5, 2.25, 3}, {1.5, 0, 4, 5.75}, {2.25, 4, 0, 6}, {3, 5.75, 6, 0}}
	rows, err := json.Marshal(matrix)
	if err != nil {
		panic(err)
	}
	csvRows := strings.NewReplacer("],[", "\n", "[[", "", "]]", "\n").Replace(string(rows))
	tsplib := "NAME: four\nTYPE: TSP\nDIMENSION: 4\nEDGE_WEIGHT_TYPE: "
	plane := func(name, kind, body string) kindOfInput {
		return kindOfInput{name: name, kind: kind, body: body, header: "x,y", own: ownPlane}
	}
	globe := func(name, kind, body string) kindOfInput {
		return kindOfInput{name: name, kind: kind, body: body, header: "lat,lon", own: ownGlobe, globe: true}
	}
	distances := func(name, kind, body string) kindOfInput {
		return kindOfInput{name: name, kind: kind, body: body, rows: matrix}
	}
	// below returns an input with a row above its places.
	below := func(in kindOfInput) kindOfInput { in.above = 1; return in }
	pairsFile := plane("file of coordinates", "", pairs(ownPlane))
	pairsFile.query = url.Values{"format": {"coordinates"}}
	edge := globe("edge of the map, coordinates, degrees", plainJSON,
		`{"coordinates":`+pairs(ownEdge)+`,"metric":"haversine"}`)
	edge.own = ownEdge
	semicolons := below(plane("text of CSV", plainJSON, `{"instance":"x;y\n`+each(ownPlane, `A;B\n`)+`"}`))
	semicolons.separator = ';'
	book := below(globe("workbook", "",
		workbook([][]any{{"lat", "lon"}, {51.5, -0.125}, {48.75, 2.5}, {-33.5, 151.25}, {40, -74}})))
	book.query = url.Values{"sheet": {"Touren"}}
	return []kindOfInput{
		pairsFile, edge, semicolons, book,
		plane("coordinates", plainJSON, `{"coordinates":`+pairs(ownPlane)+`}`),
		plane("coordinates, Manhattan", plainJSON, `{"coordinates":`+pairs(ownPlane)+`,"metric":"manhattan"}`),
		globe("coordinates, degrees", plainJSON, `{"coordinates":`+pairs(ownGlobe)+`,"metric":"haversine"}`),
		distances("matrix", plainJSON, `{"matrix":`+string(rows)+`}`),
		distances("file of a matrix", "", csvRows),
		distances("OSRM", "", `{"durations":`+string(rows)+`}`),
		below(plane("CSV", "", "x,y\n"+each(ownPlane, "A,B\n"))),
		below(globe("CSV of degrees", "", "lat,lon\n"+each(ownGlobe, "A,B\n"))),
		plane("TSPLIB", "", tsplib+"EUC_2D\nNODE_COORD_SECTION\n"+each(ownPlane, "N A B\n")+"EOF\n"),
		globe("GeoJSON", "", `{"type":"MultiPoint","coordinates":[`+list(ownGlobe, "[B,A],")+`]}`),
		globe("GPX", "", `<gpx version="1.1">`+each(ownGlobe, `<wpt lat="A" lon="B"></wpt>`)+`</gpx>`),
		globe("KMZ", "", archivedKML(each)),
		globe("VROOM", "", `{"vehicles":[{"id":1,"start":[-0.125,51.5],"end":[-0.125,51.5]}],"jobs":[`+
			list(ownGlobe[1:], `{"id":N,"location":[B,A]},`)+`]}`),
	}
}

// onMaps are the outputs that need latitudes and longitudes.
var onMaps = []format.Output{format.OutputGeoJSON, format.OutputGPX, format.OutputKML, format.OutputKMZ}

// Every output of every kind of input has the client's own numbers, and lengths that are theirs.
func TestOutputsHaveOwnNumbers(t *testing.T) {
	for _, in := range kindsOfInput() {
		t.Run(in.name, func(t *testing.T) {
			store := storetest.New(t)
			h := New(store, Options{})
			target := url.URL{Path: "/v1/jobs", RawQuery: in.query.Encode()}
			w := call(t, h, "POST", target.String(), in.body, "Content-Type", in.kind)
			j := decode[job.Job](t, w, http.StatusAccepted)
			finish(t, store, j.ID, 2, 3, 1, 0)
			get := func(output format.Output) string {
				w := call(t, h, "GET", "/v1/jobs/"+j.ID+"/tour."+string(output), "")
				fits := in.globe || !slices.Contains(onMaps, output)
				if (w.Code == http.StatusOK) != fits {
					t.Errorf("%s: status %d: %s", output, w.Code, w.Body)
				}
				return w.Body.String()
			}
			order := []int{0, 2, 3, 1, 0} // the tour from its first city, in one of two directions
			if strings.Contains(get(format.OutputJSON), `"tour":[1,2,`) {
				order = []int{0, 1, 3, 2, 0}
			}
			in.checkTable(t, get(format.OutputCSV), cmp.Or(in.separator, ','), order)
			in.checkTable(t, get(format.OutputTSV), '\t', order)
			in.checkJSON(t, get(format.OutputJSON), order)
			if in.globe {
				in.checkGlobe(t, get(format.OutputGeoJSON), get(format.OutputGPX), order)
			}
			if text := get(format.OutputTour); !strings.Contains(text, fmt.Sprintf("TOUR_SECTION\n%d\n", order[0]+1)) {
				t.Errorf("tour:\n%s", text)
			}
		})
	}
}

// number returns a number of text.
func number(t *testing.T, text string) float64 {
	t.Helper()
	v, err := strconv.ParseFloat(text, 64)
	if err != nil {
		t.Error(err)
	}
	return v
}

// leg returns the distance of two places by their own numbers.
func (in *kindOfInput) leg(t *testing.T, a, b int) float64 {
	t.Helper()
	if in.rows != nil {
		return in.rows[a][b]
	}
	var p [2][2]float64
	for i, city := range []int{a, b} {
		p[i] = [2]float64{number(t, in.own[city][0]), number(t, in.own[city][1])}
	}
	switch dx, dy := p[0][0]-p[1][0], p[0][1]-p[1][1]; {
	case in.globe:
		const radius, degree = 6371008.8, math.Pi / 180
		s, c := math.Sin(dx/2*degree), math.Sin(dy/2*degree)
		return 2 * radius * math.Asin(math.Sqrt(s*s+math.Cos(p[0][0]*degree)*math.Cos(p[1][0]*degree)*c*c))
	case strings.Contains(in.name, "Manhattan"):
		return math.Abs(dx) + math.Abs(dy)
	case in.name == "TSPLIB":
		return math.Round(math.Hypot(dx, dy))
	default:
		return math.Hypot(dx, dy)
	}
}

// checkTable checks the rows of CSV or TSV.
func (in *kindOfInput) checkTable(t *testing.T, text string, separator rune, order []int) {
	t.Helper()
	r := csv.NewReader(strings.NewReader(text))
	r.Comma = separator
	rows, err := r.ReadAll()
	if err != nil || len(rows) != len(order)+1 {
		t.Fatalf("%d rows, error %v:\n%s", len(rows), err, text)
	}
	last := len(rows[0]) - 1
	if header := strings.Join(rows[0], ","); in.header != "" && !strings.Contains(header, ","+in.header+",") {
		t.Errorf("header %s, want columns %s", header, in.header)
	}
	length := 0.0
	for stop, city := range order {
		row := rows[stop+1]
		if stop > 0 {
			length += in.leg(t, order[stop-1], city)
		}
		if row[1] != strconv.Itoa(city+1+in.above) || math.Abs(number(t, row[last])-length) > 1e-9*(1+length) {
			t.Errorf("row %v, want city %d after a length of %v", row, city+1, length)
		}
		if in.own == nil {
			continue
		}
		for axis, own := range in.own[city] {
			if got := row[last-3+axis]; number(t, got) != number(t, own) {
				t.Errorf("coordinate %d of city %d is %s instead of %s", axis+1, city+1, got, own)
			}
		}
	}
}

// checkJSON checks the stops and lengths of JSON.
func (in *kindOfInput) checkJSON(t *testing.T, text string, order []int) {
	t.Helper()
	var route struct {
		Length float64
		Stops  []struct {
			Row    int
			Length float64
		}
	}
	if err := json.Unmarshal([]byte(text), &route); err != nil || len(route.Stops) != len(order) {
		t.Fatalf("error %v: %s", err, text)
	}
	length := 0.0
	for stop, city := range order {
		if stop > 0 {
			length += in.leg(t, order[stop-1], city)
		}
		if got := route.Stops[stop]; got.Row != city+1+in.above || math.Abs(got.Length-length) > 1e-9*(1+length) {
			t.Errorf("stop %+v, want city %d after a length of %v", got, city+1, length)
		}
	}
	if math.Abs(route.Length-length) > 1e-9*(1+length) {
		t.Errorf("length %v, want %v", route.Length, length)
	}
}

// checkGlobe checks the points of GeoJSON and GPX.
func (in *kindOfInput) checkGlobe(t *testing.T, geojson, gpx string, order []int) {
	t.Helper()
	for _, city := range order {
		latitude, longitude := number(t, in.own[city][0]), number(t, in.own[city][1])
		point := fmt.Sprintf(`{"coordinates":[%v,%v],"type":"Point"}`, longitude, latitude)
		if !strings.Contains(geojson, point) {
			t.Errorf("GeoJSON has no %s:\n%s", point, geojson)
		}
		if longitude == 180 {
			longitude = -180 // the schema of GPX
		}
		if point := fmt.Sprintf(`lat="%v" lon="%v"`, latitude, longitude); !strings.Contains(gpx, point) {
			t.Errorf("GPX has no %s:\n%s", point, gpx)
		}
	}
}

// A job names the formats of its route: without latitudes and longitudes there is none for maps,
// and a long route has no list.
func TestFormatsOfJob(t *testing.T) {
	h := New(storetest.New(t), Options{})
	var many strings.Builder
	many.WriteString("lat,lon\n")
	for i := range mostStops + 1 {
		fmt.Fprintf(&many, "%d,%d\n", i%90, i/90)
	}
	for body, want := range map[string]string{
		"x,y\n0,0\n0,10\n10,10\n":  "html csv tsv xlsx json tour",
		"lat,lon\n0,0\n0,1\n1,1\n": "html csv tsv xlsx geojson gpx kml kmz json tour",
		many.String():              "csv tsv xlsx geojson gpx kml kmz json tour",
	} {
		j := decode[job.Job](t, call(t, h, "POST", "/v1/jobs", body), http.StatusAccepted)
		if got := strings.Join(j.Formats, " "); got != want || j.Bytes != int64(len(body)) {
			t.Errorf("%.20q: formats %s instead of %s, %d bytes", body, got, want, j.Bytes)
		}
	}
}
