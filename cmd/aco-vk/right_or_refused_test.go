package main

import (
	"fmt"
	"math"
	"math/rand/v2"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/internal/testkind"
)

// Random files of all formats and scales: the lengths in the report, in a route and in the text
// of tour check are the sum of the file's own numbers along the tour, or the file is refused with
// the place of the number.
func TestRightOrRefused(t *testing.T) {
	rounds := uint64(120)
	switch {
	case testkind.Racing(): // it solves in this process, many times as long
		rounds = 2
	case testing.Short():
		rounds = 4
	}
	folder := t.TempDir()
	refused := 0
	for seed := range rounds {
		random := rand.New(rand.NewPCG(seed, 38))
		for _, write := range []func(*rand.Rand) numbersFile{
			planeCSV, globeCSV, matrixCSV, matrixJSON, osrmJSON, vroomPlaces, vroomMatrix, geoJSON, gpxFile,
			planeTSPLIB, matrixTSPLIB,
		} {
			file := write(random)
			file.name = filepath.Join(folder, file.name)
			writeText(t, file.name, file.text)
			file.drawEnds(random)
			if !file.isRight(t, folder) {
				refused++
			}
			if t.Failed() {
				t.Fatalf("seed %d, %s %v:\n%.2000s", seed, filepath.Base(file.name), file.flags, file.text)
			}
		}
	}
	t.Logf("%d of %d files were refused", refused, 11*rounds)
}

// numbersFile is a file with the distances that follow from its own numbers.
type numbersFile struct {
	name, text string
	n          int
	distance   func(i, j int) float64 // +Inf: none
	open       bool
	metric     []string // flags of the file
	flags      []string // of the run: the ends of the path
	ends       [2]int   // of the path, from 1 on; 0: any
}

// drawEnds asks for an open path with given or free ends, or for a tour that begins at a place.
func (f *numbersFile) drawEnds(random *rand.Rand) {
	start, end := 1+random.IntN(f.n), 1+random.IntN(f.n-1)
	if end >= start {
		end++
	}
	number := func(place int) string { return strconv.Itoa(place + f.above()) }
	switch random.IntN(8) {
	case 0:
		f.flags, f.open, f.ends = []string{"--open"}, true, [2]int{}
	case 1:
		f.flags, f.open, f.ends = []string{"--open", "--start", number(start)}, true, [2]int{start, 0}
	case 2:
		f.flags, f.open, f.ends = []string{"--open", "--end", number(end)}, true, [2]int{0, end}
	case 3:
		f.flags, f.open, f.ends = []string{"--start", number(start), "--end", number(end)}, true, [2]int{start, end}
	}
}

// above returns the number of rows above the first place.
func (f *numbersFile) above() int {
	if !strings.HasSuffix(f.name, ".csv") {
		return 0
	}
	return strings.Count(strings.TrimSpace(f.text), "\n") + 1 - f.n
}

// isRight solves the file and checks all lengths. It returns false if the file is refused.
func (f *numbersFile) isRight(t *testing.T, folder string) bool {
	t.Helper()
	report, route := filepath.Join(folder, "report.json"), filepath.Join(folder, "route.json")
	arguments := []string{"solve", f.name, "--device", "cpu", "--iterations", "3", "--ants", "16", "--quiet", "--json",
		report, "--output", route}
	arguments = slices.Concat(arguments, f.metric, f.flags)
	switch code, _, messages := runHere(arguments...); {
	case code == exitUsage && placeOfNumber.MatchString(messages):
		return false
	case code == exitFailure && strings.Contains(messages, "without forbidden edges"):
		return false
	case code != exitDone:
		t.Errorf("exit code %d: %s", code, messages)
		return false
	}
	var reported struct {
		Length float64 `json:"length"`
		Tour   []int   `json:"tour"`
	}
	var routed struct {
		Length float64 `json:"length"`
		Closed bool    `json:"closed"`
		Stops  []struct {
			Row         int
			Leg, Length float64
		} `json:"stops"`
	}
	readJSON(t, report, &reported)
	readJSON(t, route, &routed)
	want := f.lengthOf(t, reported.Tour)
	f.near(t, "report", reported.Length, want)
	f.near(t, "route", routed.Length, want)
	if routed.Closed == f.open {
		t.Errorf("the route is closed: %v", routed.Closed)
	}
	last := routed.Stops[len(routed.Stops)-1]
	for i, stop := range []int{routed.Stops[0].Row, last.Row} {
		if f.open && f.ends[i] > 0 && f.ends[i] != stop-f.above() {
			t.Errorf("end %d of the path is %d, want %d", i, stop, f.ends[i])
		}
	}
	f.near(t, "last stop", last.Length, want)
	sum := 0.0
	for i, stop := range routed.Stops {
		sum += stop.Leg
		if i > 0 {
			if leg := f.distance(routed.Stops[i-1].Row-1-f.above(), stop.Row-1-f.above()); math.Abs(stop.Leg-leg) > 1e-9*max(want, leg) {
				t.Errorf("leg %v, want %v", stop.Leg, leg)
			}
		}
	}
	f.near(t, "sum of legs", sum, want)

	arguments = append([]string{"tour", "check", f.name, route}, f.metric...)
	if f.open {
		arguments = append(arguments, "--open")
	}
	const digits = 1e-5 // of six digits
	if out := mustRun(t, arguments...); math.Abs(textLength(t, out)-want) > digits*want {
		t.Errorf("tour check: %s, want %v", out, want)
	}
	return true
}

// placeOfNumber matches what names a number of a file in an error.
var placeOfNumber = regexp.MustCompile(`row \d|city \d|cities \d|place \d|point \d|:\d+: |from row|column`)

func (f *numbersFile) lengthOf(t *testing.T, tour []int) (length float64) {
	t.Helper()
	seen := map[int]bool{}
	for i, city := range tour {
		seen[city] = true
		if i < len(tour)-1 || !f.open {
			length += f.distance(city-1, tour[(i+1)%len(tour)]-1)
		}
	}
	if len(seen) != f.n || len(tour) != f.n {
		t.Errorf("%v is not a tour of %d places", tour, f.n)
	}
	return length
}

func (f *numbersFile) near(t *testing.T, what string, got, want float64) {
	t.Helper()
	if !(math.Abs(got-want) <= 1e-9*want) {
		t.Errorf("%s: length %v, the sum of the file's numbers is %v", what, got, want)
	}
}

// textLength returns the length in a text, in units.
func textLength(t *testing.T, text string) float64 {
	t.Helper()
	const part = `([0-9.e+-]+)( (?:km|h|min))?`
	match := regexp.MustCompile(`length ((?:` + part + `(?: [ms]\b)? ?)+)`).FindStringSubmatch(text)
	if match == nil {
		t.Fatalf("no length in %q", text)
	}
	length := 0.0
	for _, number := range regexp.MustCompile(part).FindAllStringSubmatch(match[1], -1) {
		value := must.Get(strconv.ParseFloat(number[1], 64))(t)
		length += value * map[string]float64{"": 1, " km": 1000, " h": 3600, " min": 60}[number[2]]
	}
	return length
}

// scaleOf draws a scale of numbers.
func scaleOf(random *rand.Rand) float64 { return math.Pow(10, float64(random.IntN(25)-9)) }

// numberText writes a number with 3 to 17 digits, and returns what the text says.
func numberText(random *rand.Rand, v float64) (string, float64) {
	text := strconv.FormatFloat(v, "gf"[random.IntN(2)], 3+random.IntN(14), 64)
	read, err := strconv.ParseFloat(text, 64)
	if err != nil {
		panic(err)
	}
	return text, read
}

// plane draws places in the plane, of any scale, one of them perhaps far away.
func plane(random *rand.Rand, scale float64) (texts [][2]string, x, y []float64) {
	n := 5 + random.IntN(30)
	offset := 0.0
	if random.IntN(3) == 0 {
		offset = -scale * 3 * random.Float64()
	}
	for city := range n {
		far := 1.0
		if city == n/2 && random.IntN(3) == 0 {
			far = math.Pow(10, 1+4*random.Float64())
		}
		tx, vx := numberText(random, offset+far*scale*random.Float64())
		ty, vy := numberText(random, offset+scale*random.Float64())
		texts, x, y = append(texts, [2]string{tx, ty}), append(x, vx), append(y, vy)
	}
	return texts, x, y
}

func planeCSV(random *rand.Rand) numbersFile {
	texts, x, y := plane(random, math.Max(scaleOf(random)/1e3, 1e-10))
	separator := []string{",", ";", "\t"}[random.IntN(3)]
	var b strings.Builder
	fmt.Fprintf(&b, "x%sy\n", separator)
	for _, at := range texts {
		row := at[0] + separator + at[1]
		if separator == ";" {
			row = strings.ReplaceAll(row, ".", ",")
		}
		b.WriteString(row + "\n")
	}
	f := numbersFile{name: "plane.csv", text: b.String(), n: len(x),
		distance: func(i, j int) float64 { return math.Hypot(x[i]-x[j], y[i]-y[j]) }}
	if random.IntN(3) == 0 {
		f.metric = []string{"--metric", "manhattan"}
		f.distance = func(i, j int) float64 { return math.Abs(x[i]-x[j]) + math.Abs(y[i]-y[j]) }
	}
	return f
}

// globe draws places on the globe: of a street, a town or all the world, one of them perhaps far
// away.
func globe(random *rand.Rand) (texts [][2]string, distance func(i, j int) float64) {
	n := 5 + random.IntN(30)
	size := math.Pow(10, float64(random.IntN(7))-4)
	latitude, longitude := 80*(2*random.Float64()-1), 180*(2*random.Float64()-1)
	var at [][2]float64
	for city := range n {
		far := 1.0
		if city == n/2 && random.IntN(3) == 0 {
			far = 1e3
		}
		place := [2]float64{
			math.Max(-90, math.Min(90, latitude+size*far*(random.Float64()-0.5))),
			math.Max(-180, math.Min(180, longitude+size*far*(random.Float64()-0.5))),
		}
		var text [2]string
		for axis, v := range place {
			text[axis] = strconv.FormatFloat(v, 'f', 5+random.IntN(8), 64)
			place[axis], _ = strconv.ParseFloat(text[axis], 64)
		}
		texts, at = append(texts, text), append(at, place)
	}
	return texts, func(i, j int) float64 { return onSphere(at[i], at[j]) }
}

// onSphere returns a great-circle distance in metres, by the law of haversines.
func onSphere(a, b [2]float64) float64 {
	const degree = math.Pi / 180
	square := func(v float64) float64 { return v * v }
	h := square(math.Sin((a[0]-b[0])*degree/2)) + math.Cos(a[0]*degree)*math.Cos(
		b[0]*degree)*square(math.Sin((a[1]-b[1])*degree/2))
	return 2 * 6371008.8 * math.Asin(math.Sqrt(math.Min(h, 1)))
}

func globeCSV(random *rand.Rand) numbersFile {
	texts, distance := globe(random)
	text := "name,lat,lon\n"
	for city, at := range texts {
		text += fmt.Sprintf("p%d,%s,%s\n", city, at[0], at[1])
	}
	return numbersFile{name: "globe.csv", text: text, n: len(texts), distance: distance}
}

func geoJSON(random *rand.Rand) numbersFile {
	texts, distance := globe(random)
	var features []string
	for city, at := range texts {
		features = append(features, fmt.Sprintf(
			`{"type":"Feature","properties":{"name":"p%d"},"geometry":{"type":"Point","coordinates":[%s,%s]}}`,
			city, at[1], at[0]))
	}
	text := `{"type":"FeatureCollection","features":[` + strings.Join(features, ",\n") + "]}"
	return numbersFile{name: "places.geojson", text: text, n: len(texts), distance: distance}
}

func gpxFile(random *rand.Rand) numbersFile {
	texts, distance := globe(random)
	text := `<gpx version="1.1" creator="test" xmlns="http://www.topografix.com/GPX/1/1">`
	for _, at := range texts {
		text += fmt.Sprintf("<wpt lat=\"%s\" lon=\"%s\"/>\n", at[0], at[1])
	}
	return numbersFile{name: "places.gpx", text: text + "</gpx>", n: len(texts), distance: distance}
}

func vroomPlaces(random *rand.Rand) numbersFile {
	texts, distance := globe(random)
	var jobs []string
	for city, at := range texts[1:] {
		jobs = append(jobs, fmt.Sprintf(`{"id":%d,"description":"p%d","location":[%s,%s]}`, city+1, city+1,
			at[1], at[0]))
	}
	start := fmt.Sprintf("[%s,%s]", texts[0][1], texts[0][0])
	text := fmt.Sprintf(`{"vehicles":[{"id":1,"start":%s,"end":%s}],"jobs":[%s]}`, start, start,
		strings.Join(jobs, ",\n"))
	return numbersFile{name: "places.json", text: text, n: len(texts), distance: distance}
}

// matrix draws distances: of any scale, symmetric or not, some far above the others, some missing.
func matrix(random *rand.Rand, missing string) (texts [][]string, distance func(i, j int) float64) {
	n := 3 + random.IntN(20)
	scale := scaleOf(random)
	symmetric, far, lacking := random.IntN(2) == 0, random.IntN(3) == 0, random.IntN(4) == 0 && missing != ""
	values := make([][]float64, n)
	for i := range n {
		texts, values[i] = append(texts, make([]string, n)), make([]float64, n)
	}
	for i := range n {
		texts[i][i] = "0"
		for j := range n {
			switch {
			case i == j:
				continue
			case symmetric && j < i:
				texts[i][j], values[i][j] = texts[j][i], values[j][i]
				continue
			case lacking && random.IntN(10) == 0:
				texts[i][j], values[i][j] = missing, math.Inf(1)
				continue
			}
			v := scale * random.Float64()
			if far && random.IntN(5) == 0 {
				v *= 1e9
			}
			texts[i][j], values[i][j] = numberText(random, v)
		}
	}
	return texts, func(i, j int) float64 { return values[i][j] }
}

// rowsOf joins the rows of a matrix.
func rowsOf(texts [][]string, before, between, after, rows string) string {
	var lines []string
	for _, row := range texts {
		lines = append(lines, before+strings.Join(row, between)+after)
	}
	return strings.Join(lines, rows)
}

func matrixCSV(random *rand.Rand) numbersFile {
	texts, distance := matrix(random, "")
	return numbersFile{name: "matrix.csv", text: rowsOf(texts, "", ",", "", "\n") + "\n", n: len(texts),
		distance: distance}
}

func matrixJSON(random *rand.Rand) numbersFile {
	texts, distance := matrix(random, "null")
	return numbersFile{name: "matrix.json", text: "[" + rowsOf(texts, "[", ",", "]", ",\n") + "]", n: len(texts),
		distance: distance}
}

func osrmJSON(random *rand.Rand) numbersFile {
	texts, distance := matrix(random, "null")
	text := `{"code":"Ok","durations":[` + rowsOf(texts, "[", ",", "]", ",\n") + "]}"
	return numbersFile{name: "osrm.json", text: text, n: len(texts), distance: distance}
}

func vroomMatrix(random *rand.Rand) numbersFile {
	texts, distance := matrix(random, "")
	var jobs []string
	for city := range texts {
		jobs = append(jobs, fmt.Sprintf(`{"id":%d,"description":"p%d","location_index":%d}`, city+1, city+1, city))
	}
	text := fmt.Sprintf(`{"vehicles":[{"id":1}],"jobs":[%s],"matrices":{"car":{"durations":[%s]}}}`,
		strings.Join(jobs, ","), rowsOf(texts, "[", ",", "]", ",\n"))
	return numbersFile{name: "vroom.json", text: text, n: len(texts), distance: distance, open: true}
}

func planeTSPLIB(random *rand.Rand) numbersFile {
	texts, x, y := plane(random, math.Min(scaleOf(random), 1e5))
	text := fmt.Sprintf("NAME: plane\nTYPE: TSP\nDIMENSION: %d\nEDGE_WEIGHT_TYPE: EUC_2D\nNODE_COORD_SECTION\n", len(x))
	for city, at := range texts {
		text += fmt.Sprintf("%d %s %s\n", city+1, at[0], at[1])
	}
	distance := func(i, j int) float64 {
		return math.Floor(math.Sqrt((x[i]-x[j])*(x[i]-x[j])+(y[i]-y[j])*(y[i]-y[j])) + 0.5)
	}
	return numbersFile{name: "plane.tsp", text: text + "EOF\n", n: len(x), distance: distance}
}

func matrixTSPLIB(random *rand.Rand) numbersFile {
	n := 8 + random.IntN(8)
	largest := []int{100, 1e6, 33_038_209, 99_999_999, math.MaxInt32}[random.IntN(5)]
	weights := make([][]int, n)
	text := fmt.Sprintf(
		"NAME: matrix\nTYPE: TSP\nDIMENSION: %d\nEDGE_WEIGHT_TYPE: EXPLICIT\nEDGE_WEIGHT_FORMAT: LOWER_DIAG_ROW\nEDGE_WEIGHT_SECTION\n", n)
	for i := range n {
		weights[i] = make([]int, n)
		for j := range i {
			weights[i][j] = random.IntN(largest) + 1
			text += strconv.Itoa(weights[i][j]) + " "
		}
		text += "0\n"
	}
	distance := func(i, j int) float64 { return float64(weights[max(i, j)][min(i, j)]) }
	return numbersFile{name: "matrix.tsp", text: text + "EOF\n", n: n, distance: distance}
}
