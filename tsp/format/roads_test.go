package format_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/format"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
)

// placesAt returns the input of places, with names if there are any.
func placesAt(t *testing.T, at []format.Location, names []string) *format.Input {
	t.Helper()
	text := strings.Builder{}
	text.WriteString("name,lat,lon\n")
	for i, l := range at {
		name := fmt.Sprint("place ", i)
		if names != nil {
			name = names[i]
		}
		fmt.Fprintf(&text, "%s,%.7f,%.7f\n", name, l.Latitude, l.Longitude)
	}
	return read(t, text.String(), format.Options{})
}

// legsOf returns distances that say from which row to which row they are.
func legsOf(rows int) [][]float64 {
	legs := make([][]float64, rows)
	for i := range legs {
		for j := range rows {
			legs[i] = append(legs[i], float64(1000*i+j))
		}
	}
	return legs
}

// rowsOf returns which row of legsOf each place of an instance is.
func rowsOf(in *tsp.Instance) (rows []int) {
	for i := range in.Dimension() {
		other := 0
		if i == 0 {
			other = 1
		}
		rows = append(rows, int(in.UnitDistance(i, other))/1000)
	}
	return rows
}

// moved returns a location moved by metres to the east and to the north.
func moved(l format.Location, east, north float64) format.Location {
	const degree = 6371008.8 * math.Pi / 180
	l.Latitude += north / degree
	l.Longitude += east / (degree * math.Cos(l.Latitude*math.Pi/180))
	return l
}

// town returns places in a town, whose nearest ones are a few metres apart.
func town(n int) []format.Location {
	random := rand.New(rand.NewPCG(1, 2))
	at := make([]format.Location, n)
	for i := range at {
		at[i] = moved(format.Location{Latitude: 48, Longitude: 7.8, Off: -1}, 1000*random.Float64(), 1000*random.Float64())
	}
	return at
}

// Rows in any order are found by the distance to the road that the server says, however near the
// places are to one another, and among rows of other places.
func TestRowsByStatedDistance(t *testing.T) {
	at := town(300)
	random := rand.New(rand.NewPCG(3, 4))
	order := random.Perm(len(at))
	rows := make([]format.Location, len(at))
	for row, place := range order {
		off := 40 * random.Float64()
		angle := 2 * math.Pi * random.Float64()
		rows[row] = moved(at[place], off*math.Cos(angle), off*math.Sin(angle))
		rows[row].Latitude = math.Round(rows[row].Latitude*1e6) / 1e6
		rows[row].Longitude = math.Round(rows[row].Longitude*1e6) / 1e6
		rows[row].Off = off
	}
	for _, some := range []int{len(at), 200} {
		joined, err := placesAt(t, at[:some], nil).WithRoads(t.Context(), &format.Roads{Name: "m", Legs: legsOf(len(at)), Unit: "m", At: rows})
		must.Do(t, err)
		for place, row := range rowsOf(joined.Instance) {
			if order[row] != place {
				t.Fatalf("place %d of %d is row %d, which is place %d", place, some, row, order[row])
			}
		}
	}
}

// Without a stated distance rows are found if the places are farther apart than from their roads;
// else they are taken in their order, if they have it, or refused.
func TestRowsByLocation(t *testing.T) {
	near := town(60)
	far := make([]format.Location, 60)
	for i := range far {
		far[i] = moved(format.Location{Latitude: 48, Longitude: 7.8, Off: -1}, float64(1000*(i%8)), float64(1000*(i/8)))
	}
	random := rand.New(rand.NewPCG(5, 6))
	for name, c := range map[string]struct {
		at       []format.Location
		shuffled bool
		want     string // of the error
	}{
		"far": {far, true, ""}, "far, in order": {far, false, ""}, "near, in order": {near, false, ""},
		"near": {near, true, "several rows of the matrix are near"},
	} {
		order := random.Perm(len(c.at))
		if !c.shuffled {
			slices.Sort(order)
		}
		rows := make([]format.Location, len(order))
		for row, place := range order {
			rows[row] = moved(c.at[place], 60*random.Float64()-30, 60*random.Float64()-30)
		}
		joined, err := placesAt(t, c.at, nil).WithRoads(t.Context(), &format.Roads{Name: "m", Legs: legsOf(len(order)), At: rows})
		if c.want != "" {
			tsptest.RequireError(t, name, err, c.want)
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		for place, row := range rowsOf(joined.Instance) {
			if order[row] != place {
				t.Fatalf("%s: place %d is row %d", name, place, row)
			}
		}
	}
}

// Places at one location, and rows without a location, do not stop the matching.
func TestRowsAtOnePlace(t *testing.T) {
	at := town(6)
	at[4] = at[1]
	rows := []format.Location{at[5], at[1], at[3], at[1], at[0], at[2]}
	joined, err := placesAt(t, at, nil).WithRoads(t.Context(), &format.Roads{Name: "m", Legs: legsOf(6), At: rows})
	if err != nil || !slices.Equal(rowsOf(joined.Instance), []int{4, 1, 5, 2, 3, 0}) {
		t.Errorf("%v, %v", joined, err)
	}
	rows = slices.Clone(at)
	rows[2] = format.Location{Latitude: math.NaN(), Longitude: math.NaN(), Off: -1}
	joined, err = placesAt(t, at, nil).WithRoads(t.Context(), &format.Roads{Name: "m", Legs: legsOf(6), At: rows})
	if err != nil || !slices.Equal(rowsOf(joined.Instance), []int{0, 1, 2, 3, 4, 5}) {
		t.Errorf("%v, %v", joined, err)
	}
}

func TestRowsByName(t *testing.T) {
	at := town(4)
	for name, c := range map[string]struct {
		names, ids []string // of the rows
		want       []int
		error      string
	}{
		"in another order":            {[]string{"D", "B", "A", "C"}, nil, []int{2, 1, 3, 0}, ""},
		"names as ids":                {nil, []string{"D", "B", "A", "C"}, []int{2, 1, 3, 0}, ""},
		"more rows":                   {[]string{"D", "E", "B", "A", "C"}, nil, []int{3, 2, 4, 0}, ""},
		"a row without a name":        {[]string{"D", "", "A", "C"}, nil, []int{2, 1, 3, 0}, ""},
		"numbers of the rows":         {[]string{"1", "2", "3", "4"}, nil, []int{0, 1, 2, 3}, ""},
		"numbers from 0":              {nil, []string{"0", "1", "2", "3"}, []int{0, 1, 2, 3}, ""},
		"numbers in another order":    {[]string{"2", "1", "3", "4"}, nil, nil, "4 of the 4 places of places are not in the matrix"},
		"other names":                 {[]string{"K", "L", "M", "N"}, nil, nil, "other names; give the matrix of these places: A (row 2), B"},
		"lower case and blanks":       {[]string{"d", "b ", "a", "C"}, nil, []int{2, 1, 3, 0}, ""},
		"lower case twice":            {[]string{"d", "b", "a", "A", "C"}, nil, []int{3, 1, 4, 0}, ""},
		"which lower case is unclear": {[]string{"D", "B", "a", "a ", "C"}, nil, nil, "A is in places and not in the matrix"},
		"a name is missing":           {[]string{"D", "E", "A", "C"}, nil, nil, "B is in places and not in the matrix"},
		"a name twice":                {[]string{"D", "A", "A", "C"}, nil, nil, "2 of the 4 places of places are not in the matrix"},
		"other names of another list": {[]string{"1", "2", "3"}, nil, nil, "the matrix has 3 rows, and places has 4 places"},
	} {
		rows := max(len(c.names), len(c.ids))
		input := placesAt(t, at, []string{"A", "B", "C", "D"})
		joined, err := input.WithRoads(t.Context(), &format.Roads{Name: "m", Legs: legsOf(rows), Names: c.names, IDs: c.ids})
		switch {
		case c.error != "" && (err == nil || !strings.Contains(err.Error(), c.error)):
			t.Errorf("%s: %v, want %s", name, err, c.error)
		case c.error == "" && err != nil:
			t.Errorf("%s: %v", name, err)
		case c.error == "" && !slices.Equal(rowsOf(joined.Instance), c.want):
			t.Errorf("%s: rows %v, want %v", name, rowsOf(joined.Instance), c.want)
		}
	}
}

// Ids with zeros before them, and numbers that a program wrote with a decimal, are the same. The
// right tour of the three places is found, not one of another order.
func TestRowsByNumber(t *testing.T) {
	places := read(t, "id,x,y\n03,0,0\n02,1,0\n01,0,1\n10,1,1\n", format.Options{})
	for _, header := range []string{"1,2,3,10", "1.0,2.0,3.0,10.0", "001,002,003,010"} {
		text := header + "\n0,9,1,7\n9,0,8,1\n1,8,0,9\n7,1,9,0\n"
		roads := must.Get(format.ReadRoads(t.Context(), strings.NewReader(text), "m.csv", format.Options{}))(t)
		joined := must.Get(places.WithRoads(t.Context(), roads))(t)
		// From 03 to 01 is 1, from 02 to 10 is 1, and from 03 to 02 is 8.
		in := joined.Instance
		if got := []float64{in.UnitDistance(0, 2), in.UnitDistance(1, 3), in.UnitDistance(0, 1)}; !slices.Equal(got, []float64{1, 1, 8}) {
			t.Errorf("%s: distances %v", header, got)
		}
	}
}

// An id and a name of two rows are no place, and columns in another order than rows are no matrix.
func TestContradictingNames(t *testing.T) {
	places := read(t, "id,name,x,y\n1,Ada,0,0\n2,Ben,1,0\n3,Cy,0,1\n", format.Options{})
	_, err := places.WithRoads(t.Context(), &format.Roads{Name: "m", Legs: legsOf(3), Names: []string{"Ben", "Ada", "Cy"},
		IDs: []string{"1", "2", "3"}})
	tsptest.RequireError(t, "ids", err, "m: by its id ")
	text := ",C,A,B\nA,0,5,7\nB,5,0,9\nC,7,9,0\n"
	if _, err := format.ReadRoads(t.Context(), strings.NewReader(text), "m.csv", format.Options{}); err == nil ||
		!strings.Contains(err.Error(), "m.csv:1: \"A\" names row 1 of the matrix and column 2") {
		t.Error(err)
	}
}

// Of rows that are taken in the order of the places although they have numbers or names, a warning
// says so.
func TestRowsInOrderAreSaid(t *testing.T) {
	for _, c := range []struct{ places, want string }{
		{"name,x,y\nAda,0,0\nBen,1,0\nCy,0,1\n", `m: row 1 of the matrix, "1", is taken as Ada (row 2), and so on`},
		{"x,y\n0,0\n1,0\n0,1\n", `m: row 1 of the matrix, "1", is taken as row 2, and so on`},
	} {
		joined, err := read(t, c.places, format.Options{}).WithRoads(t.Context(),
			&format.Roads{Name: "m", Legs: legsOf(3), Names: []string{"1", "2", "3"}})
		if err != nil || !strings.Contains(strings.Join(joined.Warnings, "\n"), c.want) {
			t.Errorf("%v, want %s", err, c.want)
		}
	}
}

// Groups of places without a way to most others are named, at most five of them.
func TestUnreachable(t *testing.T) {
	at := town(20)
	for _, c := range []struct {
		island []int
		want   string
	}{
		{[]int{0}, "m: place 0 cannot be reached: no leg joins it and the other places (19); move it to a road, or leave it out"},
		{[]int{3, 7}, "m: place 3, place 7 cannot be reached: no leg joins them and the other places (18); move them"},
		{[]int{1, 2, 3, 4, 5, 6, 7}, "place 1, place 2, place 3, place 4, place 5 and 2 more cannot be reached"},
	} {
		legs := legsOf(len(at))
		for i, row := range legs {
			for j := range row {
				if slices.Contains(c.island, i) != slices.Contains(c.island, j) {
					row[j] = math.Inf(1)
				}
			}
		}
		_, err := placesAt(t, at, nil).WithRoads(t.Context(), &format.Roads{Name: "m", Legs: legs})
		tsptest.RequireError(t, fmt.Sprint(c.island), err, c.want)
	}
}

// A place far from its nearest road is named.
func TestFarFromRoad(t *testing.T) {
	at := town(5)
	rows := slices.Clone(at)
	rows[3] = moved(at[3], 0, 4000)
	rows[3].Off = 4000
	joined, err := placesAt(t, at, nil).WithRoads(t.Context(), &format.Roads{Name: "m", Legs: legsOf(5), At: rows})
	const want = "1 place is more than 1 km from the nearest road (place 3: 4 km): lengths begin and end on the road"
	if err != nil || !slices.Contains(joined.Warnings, want) {
		t.Errorf("%v, %v", joined, err)
	}
}

// Joined inputs have the table, the names and the coordinates of the places, and the legs' unit.
func TestWithRoads(t *testing.T) {
	input := read(t, "id,name,lat,lon,note\n7,A,48,7,x\n8,B,48.1,7,y\n9,C,48,7.1,z\n", format.Options{})
	joined, err := input.WithRoads(t.Context(), &format.Roads{Name: "m", Legs: [][]float64{{0, 1.5, 2}, {3, 0, 4}, {5, 6, 0}}, Unit: "m"})
	must.Do(t, err)
	in := joined.Instance
	if err := in.Validate(); err != nil || in.Metric != tsp.Explicit || in.Kind != tsp.ATSP || in.Name != "places" || in.Unit.Name != "m" ||
		!slices.Equal(in.Names, []string{"A", "B", "C"}) || !slices.Equal(in.IDs, []string{"7", "8", "9"}) {
		t.Errorf("%+v, %v", in, err)
	}
	if latitude, longitude := in.Located().Degrees(2); latitude != 48 || longitude != 7.1 {
		t.Errorf("C is at %v, %v", latitude, longitude)
	}
	if in.UnitDistance(0, 1) != 1.5 || in.UnitDistance(1, 0) != 3 {
		t.Errorf("lengths %v, %v", in.UnitDistance(0, 1), in.UnitDistance(1, 0))
	}
	alone := *in
	alone.Display = nil
	if in.SHA256() != alone.SHA256() {
		t.Error("the hash depends on coordinates for pictures")
	}
	if _, err := joined.WithRoads(t.Context(), &format.Roads{Name: "m", Legs: legsOf(3)}); err != nil {
		t.Errorf("other roads: %v", err)
	}
}

// What is wrong with the distances between coordinates is not said of roads, and nothing is said twice.
func TestWarningsOfRoads(t *testing.T) {
	input := read(t, "name,lat,lon\nA,48,7\nB,48,7\nC,48,7.1\n", format.Options{})
	joined, err := input.WithRoads(t.Context(), &format.Roads{Name: "m", Legs: [][]float64{{0, 0, 2}, {0, 0, 4}, {5, 6, 0}}})
	must.Do(t, err)
	const same, zero = "1 of 3 places has the same coordinates", "33.3% of all distances are 0"
	if w := joined.Warnings; len(w) != 2 || !strings.HasPrefix(w[0], same) || w[1] != zero {
		t.Errorf("%q", w)
	}
	if joined, err = input.WithRoads(t.Context(), &format.Roads{Name: "m", Legs: legsOf(3)}); err != nil {
		t.Fatal(err)
	}
	if w := joined.Warnings; len(w) != 1 || !strings.HasPrefix(w[0], same) {
		t.Errorf("%q", w)
	}
}

// A matrix in JSON is mostly one line, however long. Each format has the same legs.
func TestReadRoads(t *testing.T) {
	for name, text := range map[string]string{
		"one long line": `{"durations":[[0,1,2],[3,0,4],` + strings.Repeat(" ", 2<<20) + `[5,6,0]]}`,
		"blanks":        "0 1 2\n3 0 4\n5 6 0\n",
		"gzip":          zipped(t, "0,1,2\n3,0,4\n5,6,0\n"),
		"names":         ",A,B,C\nA,,1,2\nB,3,,4\nC,5,6,\n",
		"decimal comma": "0;1,0;2\n3;0;4\n5;6;0\n",
		"workbook": bytesOf(t, workbook(t, map[string][][]any{"Matrix": {{"", "A", "B", "C"}, {"A", 0, 1, 2}, {"B", 3, 0, 4}, {"C", 5, 6, 0}}},
			"Matrix")),
		"second sheet": bytesOf(t, workbook(t, map[string][][]any{
			"Places": {{"name", "lat", "lon"}, {"A", 48, 7}}, "Ways": {{0, 1, 2}, {3, 0, 4}, {5, 6, 0}},
		}, "Places", "Ways")),
		"TSPLIB": "TYPE: ATSP\nDIMENSION: 3\nEDGE_WEIGHT_TYPE: EXPLICIT\nEDGE_WEIGHT_FORMAT: FULL_MATRIX\nEDGE_WEIGHT_SECTION\n" +
			"0 1 2 3 0 4 5 6 0\n",
	} {
		r, err := format.ReadRoads(t.Context(), strings.NewReader(text), "m", format.Options{})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		for i, row := range [][]float64{{0, 1, 2}, {3, 0, 4}, {5, 6, 0}} {
			for j, want := range row {
				if i != j && r.Legs[i][j] != want {
					t.Errorf("%s: %v", name, r.Legs)
				}
			}
		}
	}
	for text, want := range map[string]string{
		bytesOf(t, workbook(t, map[string][][]any{"A": {{"name", "lat", "lon"}, {"A", 48, 7}}, "B": {}}, "A", "B")): "m: the table is no matrix",
		"[]":         "m: the matrix has no rows",
		`{"a":1}`:    "m: the JSON has neither a matrix",
		"a,b\n1,2\n": "m:",
		`{"type":"FeatureCollection","features":[]}`:                                                   "m: the JSON has neither a matrix",
		`{"vehicles":[{"start":[7,48]}],"jobs":[{"id":1,"location":[7,48]}]}`:                          "m: the problem of VROOM has no matrices",
		"TYPE: TSP\nDIMENSION: 3\nEDGE_WEIGHT_TYPE: EUC_2D\nNODE_COORD_SECTION\n1 0 0\n2 1 0\n3 0 1\n": "m: the file has places, and no matrix",
	} {
		if _, err := format.ReadRoads(t.Context(), strings.NewReader(text), "m", format.Options{}); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

// A file with a matrix is refused, or gives an instance of the places that is valid.
func FuzzRoads(f *testing.F) {
	for _, text := range []string{
		`{"code":"Ok","durations":[[0,1.5,2],[1.5,0,3],[2,null,0]],"sources":[{"location":[7,48],"distance":1},{"location":[7,48.1]},null]}`,
		`{"distances":[[0,1,2],[1,0,3],[2,3,0]],"metadata":{"query":{"units":"km"}},"locations":[[7,48],[7,48.1],[7.1,48]]}`,
		`{"times":[[0,1,2],[1,0,3],[2,3,0]],"weights":[[0,1,2],[1,0,3],[2,3,0]],"info":{}}`,
		`{"vehicles":[{"start_index":0}],"jobs":[{"id":1,"location_index":1,"description":"B"},{"id":2,"location_index":2}],` +
			`"matrices":{"car":{"durations":[[0,1,2],[1,0,3],[2,3,0]]}}}`,
		"[[0,1,2],[1,0,3],[2,3,0]]", ",A,B,C\nA,0,1,2\nB,1,0,3\nC,2,3,\n", "0 1 2\n1 0 3\n2 3 0\n",
		"TYPE: ATSP\nDIMENSION: 3\nEDGE_WEIGHT_TYPE: EXPLICIT\nEDGE_WEIGHT_FORMAT: FULL_MATRIX\nEDGE_WEIGHT_SECTION\n0 1 2 1 0 3 2 3 0\n",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		limits := format.Limits{Bytes: 1 << 16, Places: 100, Distances: 10_000}
		roads, err := format.ReadRoads(t.Context(), strings.NewReader(text), "m", format.Options{Limits: limits})
		if err != nil {
			return
		}
		places := read(t, "name,lat,lon\nA,48,7\nB,48.1,7\nC,48,7.1\n", format.Options{})
		joined, err := places.WithRoads(t.Context(), roads)
		if err != nil {
			return
		}
		if err := joined.Instance.Validate(); err != nil {
			t.Errorf("%q: %v", text, err)
		}
	})
}

// A measure that does not exist is named, for places as for a matrix beside them.
func TestUnknownMeasure(t *testing.T) {
	const want, matrix = `measure "time" is not known; measures are [duration distance]`, `{"durations":[[0,1,2],[1,0,1],[2,1,0]]}`
	options := format.Options{Minimize: "time"}
	_, err := format.Read(t.Context(), strings.NewReader(matrix), "m.json", options)
	tsptest.RequireError(t, "read", err, want)
	_, err = format.ReadRoads(t.Context(), strings.NewReader(matrix), "m.json", options)
	tsptest.RequireError(t, "roads", err, want)
}
