package tsplib_test

import (
	"errors"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/tsplib"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
)

const (
	plane    = "TYPE: TSP\nDIMENSION: 3\nEDGE_WEIGHT_TYPE: EUC_2D\n"
	four     = "TYPE: TSP\nDIMENSION: 4\nEDGE_WEIGHT_TYPE: EUC_2D\n"
	explicit = "TYPE: TSP\nDIMENSION: 3\nEDGE_WEIGHT_TYPE: EXPLICIT\nEDGE_WEIGHT_FORMAT: "
	nodes    = "NODE_COORD_SECTION\n1 0 0\n2 1 1\n3 2 2\n"
)

// badInstances are inputs with the beginnings of their errors. They are also seeds of the fuzz
// test.
var badInstances = []struct{ text, want string }{
	{"", "f.tsp:1: the file is empty"},
	{" \n\t\r\n", "f.tsp:2: the file is empty"},
	{"\x00\x01garbage", `f.tsp:1: "\x00\x01garbage" is not a TSPLIB keyword`},
	{"NAME; x\n", "f.tsp:1: \"NAME; x\" is not a TSPLIB keyword"},
	{"1 2 3\n", "f.tsp:1: \"1 2 3\" is not a TSPLIB keyword"},
	{"NAME: a\nNAME: b\n", `f.tsp:2: "NAME" is given twice, first on line 1`},
	{"CAPACITY: 3\n",
		`f.tsp:1: keyword "CAPACITY" is not supported: it belongs to a problem with vehicles with a capacity`},
	{"SALESMEN: 3\n", `f.tsp:1: keyword "SALESMEN" is not supported: it belongs to a problem with several salesmen`},
	{plane + nodes + "TIME_WINDOW_SECTION\n1 0 9\n",
		`f.tsp:8: keyword "TIME_WINDOW_SECTION" is not supported: it belongs to a problem with time windows`},
	{plane + nodes + "TOUR_SECTION\n1 2 3 -1\n",
		`f.tsp:8: keyword "TOUR_SECTION" is not supported: give the tour in a file of its own`},
	{"COLOUR: red\n", `f.tsp:1: keyword "COLOUR" is not supported: remove it, if`},
	{"FIXED_EDGES_SECTION\n", "f.tsp:1: FIXED_EDGES_SECTION needs DIMENSION before it"},
	{"DIMENSION: 2147483647\nFIXED_EDGES_SECTION\n1 2147483647\n1 2147483647\n-1\n",
		"f.tsp:5: the file ends without TYPE"},
	{plane + "FIXED_EDGES_SECTION\n1 2\n-1\n", "f.tsp:6: the file ends without NODE_COORD_SECTION"},
	{plane + "FIXED_EDGES_SECTION\n1 2\n", "f.tsp:5: FIXED_EDGES_SECTION ends without -1"},
	{plane + "FIXED_EDGES_SECTION\n1 2 3\n",
		"f.tsp:5: FIXED_EDGES_SECTION has two cities on each line, and -1 at its end"},
	{plane + "FIXED_EDGES_SECTION\n1\n", "f.tsp:5: FIXED_EDGES_SECTION has two cities on each line"},
	{plane + "FIXED_EDGES_SECTION\n1 4\n", `f.tsp:5: "4" is not a city number in 1..3`},
	{plane + "FIXED_EDGES_SECTION\n1 x\n", `f.tsp:5: "x" is not a city number`},
	{plane + "FIXED_EDGES_SECTION\n1 -1\n", `f.tsp:5: "-1" is not a city number`},
	{"TYPE: ATSP" + plane[len("TYPE: TSP"):] + "FIXED_EDGES_SECTION\n1 2\n-1\n" + nodes,
		"f.tsp:4: FIXED_EDGES_SECTION needs TYPE TSP"},
	{plane + "FIXED_EDGES_SECTION\n2 2\n-1\n" + nodes,
		"f.tsp:5: fixed edge from city 2 to city 2: an edge has two different ends"},
	{plane + "FIXED_EDGES_SECTION\n1 2\n2 1\n-1\n" + nodes,
		"f.tsp:6: fixed edge from city 2 to city 1: the edge is given twice"},
	{plane + "FIXED_EDGES_SECTION\n1 2\n2 3\n3 1\n1 2\n-1\n" + nodes,
		"f.tsp:8: fixed edge from city 1 to city 2: the edge is given twice"},
	{four + "FIXED_EDGES_SECTION\n1 2\n1 3\n4 1\n-1\n" + nodes + "4 3 3\n",
		"f.tsp:7: fixed edge from city 4 to city 1: city 1 has two fixed edges already; a tour has two edges at each city"},
	{four + nodes + "4 3 3\nFIXED_EDGES_SECTION\n1 2\n2 3\n3 1\n-1\n",
		"f.tsp:12: fixed edge from city 3 to city 1: the fixed edges close a cycle that does not visit all cities"},
	{"TYPE: HCP\nDIMENSION: 4\nEDGE_DATA_SECTION\n", "f.tsp:3: EDGE_DATA_SECTION needs EDGE_DATA_FORMAT before it"},
	{"TYPE: HCP\nDIMENSION: 4\n", "f.tsp:2: the file ends without EDGE_DATA_SECTION"},
	{graph + "1 2\n", "f.tsp:5: EDGE_DATA_SECTION ends without -1"},
	{graph + "1 2 3\n-1\n", "f.tsp:5: a line of EDGE_LIST has two cities"},
	{graph + "1 5\n-1\n", `f.tsp:5: "5" is not a city number in 1..4`},
	{graph + "1 1\n-1\n", "f.tsp:5: an edge joins two different cities, not city 1 and itself"},
	{graph + "1 2\n3 4\n-1\n", "f.tsp:7: 2 edges are too few: a path through 4 cities has 3"},
	{graph + "1 2\n2 3\n3 4\n-1\nEDGE_WEIGHT_TYPE: EXPLICIT\n", "f.tsp:9: TYPE HCP has edges, and no weights"},
	{"TYPE: HCP\nDIMENSION: 4\nEDGE_DATA_FORMAT: ADJ_LIST\nEDGE_DATA_SECTION\n1 2 3\n",
		"f.tsp:5: a line of ADJ_LIST has a city, its neighbours and -1"},
	{"TYPE: HCP\nDIMENSION: 46341\nEDGE_DATA_FORMAT: EDGE_LIST\nEDGE_DATA_SECTION\n",
		"f.tsp:4: DIMENSION 46341 is more than the 46340 cities"},
	{"EDGE_DATA_FORMAT: LIST\n", `f.tsp:1: EDGE_DATA_FORMAT "LIST" is not one of EDGE_LIST, ADJ_LIST`},
	{"TYPE: TSP\nDIMENSION: 4\nEDGE_DATA_FORMAT: EDGE_LIST\nEDGE_DATA_SECTION\n",
		"f.tsp:4: EDGE_DATA_SECTION needs TYPE HCP"},
	{plane + "DEPOT_SECTION\n", `f.tsp:4: keyword "DEPOT_SECTION" is not supported`},
	{"TYPE: CVRP\n", `f.tsp:1: TYPE "CVRP" is not supported; supported are TSP, ATSP and HCP`},
	{"TYPE: TOUR\n", "f.tsp:1: the file is a tour"},
	{"EDGE_WEIGHT_TYPE: XRAY1\n", `f.tsp:1: EDGE_WEIGHT_TYPE "XRAY1" is not supported`},
	{"EDGE_WEIGHT_FORMAT: SPIRAL\n", `f.tsp:1: EDGE_WEIGHT_FORMAT "SPIRAL" is not supported`},
	{"DISPLAY_DATA_TYPE: HOLOGRAM\n", "f.tsp:1: DISPLAY_DATA_TYPE"},
	{"NODE_COORD_TYPE: FOURD_COORDS\n", "f.tsp:1: NODE_COORD_TYPE"},
	{"DIMENSION: 0\n", "f.tsp:1: DIMENSION \"0\" is not a whole number in 1..2147483647"},
	{"DIMENSION: 2147483648\n", "f.tsp:1: DIMENSION"},
	{"DIMENSION: 1e3\n", "f.tsp:1: DIMENSION"},
	{"DIMENSION:\n", "f.tsp:1: DIMENSION"},
	{"TYPE: TSP\n", "f.tsp:1: the file ends without DIMENSION"},
	{plane, "f.tsp:3: the file ends without NODE_COORD_SECTION"},
	{plane + "EOF\n" + nodes, "f.tsp:5: the file ends without NODE_COORD_SECTION"},
	{"DIMENSION: 3\n" + nodes, "f.tsp:2: NODE_COORD_SECTION needs EDGE_WEIGHT_TYPE before it"},
	{"DISPLAY_DATA_SECTION\n", "f.tsp:1: DISPLAY_DATA_SECTION needs DIMENSION before it"},
	{plane + nodes + nodes, "f.tsp:8: \"NODE_COORD_SECTION\" is given twice, first on line 4"},
	{plane + "NODE_COORD_SECTION 1 0 0\n", "f.tsp:4: NODE_COORD_SECTION is followed by"},
	{plane + "NODE_COORD_TYPE: THREED_COORDS\n" + nodes, "f.tsp:5: NODE_COORD_TYPE THREED_COORDS does not fit"},
	{plane + "EDGE_WEIGHT_FORMAT: UPPER_ROW\n" + nodes, "f.tsp:4: EDGE_WEIGHT_FORMAT UPPER_ROW does not fit"},
	{plane + "EDGE_WEIGHT_SECTION\n", "f.tsp:4: EDGE_WEIGHT_SECTION does not fit EDGE_WEIGHT_TYPE EUC_2D"},

	{plane + "NODE_COORD_SECTION\n1 0 0\n2 1 1\n", "f.tsp:6: NODE_COORD_SECTION ends after 2 of 3 cities"},
	{plane + "NODE_COORD_SECTION\n1 0 0\nEOF\n", "f.tsp:6: NODE_COORD_SECTION ends after 1 of 3 cities"},
	{plane + nodes + "4 3 3\n", "f.tsp:8: NODE_COORD_SECTION has more than the 3 cities"},
	{plane + "NODE_COORD_SECTION\n1 0 0\n1 1 1\n3 2 2\n", "f.tsp:6: city 1 is given twice, first on line 5"},
	{plane + "NODE_COORD_SECTION\n0 0 0\n", `f.tsp:5: "0" is not a city number in 1..3`},
	{plane + "NODE_COORD_SECTION\n4 0 0\n", `f.tsp:5: "4" is not a city number in 1..3`},
	{plane + "NODE_COORD_SECTION\n1.5 0 0\n", `f.tsp:5: "1.5" is not a city number`},
	{plane + "NODE_COORD_SECTION\n1 0\n", "f.tsp:5: 2 numbers where NODE_COORD_SECTION has a city and 2 coordinates"},
	{plane + "NODE_COORD_SECTION\n1 0 0 0\n", "f.tsp:5: 4 numbers where"},
	{plane + "NODE_COORD_SECTION\n1 0 NaN\n", "f.tsp:5: coordinate NaN is not finite"},
	{plane + "NODE_COORD_SECTION\n1 0 -Inf\n", "f.tsp:5: coordinate -Inf is not finite"},
	{plane + "NODE_COORD_SECTION\n1 0 1e999\n", "f.tsp:5: coordinate +Inf is not finite"},
	{plane + "NODE_COORD_SECTION\n1 0 1e308\n", "f.tsp:5: coordinate 1e+308 is outside ±500000000"},
	{plane + "NODE_COORD_SECTION\n1 -1e308 0\n", "f.tsp:5: coordinate -1e+308 is outside ±500000000"},
	{plane + "NODE_COORD_SECTION\n1 infinity 0\n", "f.tsp:5: coordinate +Inf is not finite"},
	{plane + "NODE_COORD_SECTION\n1 0 500000001\n", "f.tsp:5: coordinate 5.00000001e+08 is outside ±500000000"},
	{plane + "NODE_COORD_SECTION\n1 0 0x10\n", `f.tsp:5: "0x10" is not a number`},
	{plane + "NODE_COORD_SECTION\n1 0 1_0\n", `f.tsp:5: "1_0" is not a number`},
	{plane + "NODE_COORD_SECTION\n1 0 1,5\n", `f.tsp:5: "1,5" is not a number`},
	{plane + "NODE_COORD_SECTION\n1 0 D+03\n", `f.tsp:5: "D+03" is not a number`},
	{plane + "NODE_COORD_SECTION\n1 0 1.5D\n", `f.tsp:5: "1.5D" is not a number`},
	{plane + "NODE_COORD_SECTION\n1 0 0x1D\n", `f.tsp:5: "0x1D" is not a number`},
	{plane + "NODE_COORD_SECTION\n1 0 ?\n", `f.tsp:5: "?" is not a number`},
	{"TYPE: TSP\nDIMENSION: 3\nEDGE_WEIGHT_TYPE: GEO\nNODE_COORD_SECTION\n1 90.01 0\n", "f.tsp:5: latitude 90.01"},

	{explicit + "FUNCTION\nEDGE_WEIGHT_SECTION\n",
		"f.tsp:5: EDGE_WEIGHT_SECTION needs EDGE_WEIGHT_FORMAT with the format of a matrix"},
	{explicit + "UPPER_ROW\n", "f.tsp:4: the file ends without EDGE_WEIGHT_SECTION"},
	{explicit + "UPPER_ROW\nEDGE_WEIGHT_SECTION\n1 2\n", "f.tsp:6: EDGE_WEIGHT_SECTION ends after 2 of 3 weights"},
	{explicit + "UPPER_ROW\nEDGE_WEIGHT_SECTION\n1 2 3\n4\n", "f.tsp:7: EDGE_WEIGHT_SECTION has more than the 3"},
	{explicit + "UPPER_ROW\nEDGE_WEIGHT_SECTION\n1\n2 2147483648\n",
		`f.tsp:7: weight "2147483648" from city 2 to city 3`},
	{explicit + "UPPER_ROW\nEDGE_WEIGHT_SECTION\n1 -2 3\n", "f.tsp:6: weight -2 from city 1 to city 3 is negative"},
	{explicit + "UPPER_ROW\nEDGE_WEIGHT_SECTION\n1 1.5 3\n",
		`f.tsp:6: weight "1.5" from city 1 to city 3 is not a whole`},
	{explicit + "FULL_MATRIX\nEDGE_WEIGHT_SECTION\n0 1 2\n1 0 3\n2 4 0\n",
		"f.tsp:8: TYPE TSP is symmetric, but from city 2 to city 3 the weight is 3, and back it is 4"},
	{"TYPE: TSP\nDIMENSION: 46341\nEDGE_WEIGHT_TYPE: EXPLICIT\nEDGE_WEIGHT_FORMAT: UPPER_ROW\nEDGE_WEIGHT_SECTION\n",
		"f.tsp:5: DIMENSION 46341 is more than the 46340 cities"},
}

func TestReadRefuses(t *testing.T) {
	for _, c := range badInstances {
		in, err := read(c.text)
		requireSyntaxError(t, c.text, err, c.want)
		if in != nil {
			t.Errorf("%q: an instance in addition to the error", c.text)
		}
	}
}

var badTours = []struct{ text, want string }{
	{"", "f.tour:1: the file ends without TOUR_SECTION"},
	{"TYPE: TSP\n", `f.tour:1: the file is not a tour (TYPE: "TSP")`},
	{"TYPE: TOUR\n", "f.tour:1: the file ends without TOUR_SECTION"},
	{"TOUR_SECTION\n", "f.tour:1: the tour ends after 0 cities"},
	{"TYPE: TOUR\nCAPACITY: 1\n", `f.tour:2: "CAPACITY" is not supported in a tour`},
	{"TYPE: TOUR\nDIMENSION: 3\nTOUR_SECTION\n1 2\n-1\n", "f.tour:5: the tour ends after 2 cities"},
	{"TYPE: TOUR\nDIMENSION: 3\nTOUR_SECTION\n1 2 3 1 -1\n", "f.tour:4: the tour has more than the 3 cities"},
	{"TYPE: TOUR\nDIMENSION: 3\nTOUR_SECTION\n1 2\n2 -1\n", "f.tour:5: city 2 is given twice, first on line 4"},
	{"TYPE: TOUR\nDIMENSION: 3\nTOUR_SECTION\n1 2 4 -1\n", `f.tour:4: "4" is not a city number in 1..3`},
	{"TYPE: TOUR\nTOUR_SECTION\n1\n2\n4\n-1\n", "f.tour:5: city 4 is outside 1..3"},
	{"TYPE: TOUR\nTOUR_SECTION\n1 2 3\n", "f.tour:3: the tour ends after 3 cities"},
	{"TYPE: TOUR\nTOUR_SECTION\n1 x 3\n", `f.tour:3: "x" is not a city number`},
	{"TYPE: TOUR\nTOUR_SECTION\n1 2 3 -1\n3 2 1 -1\n", `f.tour:4: "3" after the -1 that ends the tour`},
}

func TestReadTourRefuses(t *testing.T) {
	for _, c := range badTours {
		tour, err := tsplib.ReadTour(strings.NewReader(c.text), "f.tour")
		requireSyntaxError(t, c.text, err, c.want)
		if tour != nil {
			t.Errorf("%q: a tour in addition to the error", c.text)
		}
	}
}

func requireSyntaxError(t *testing.T, name string, err error, want string) {
	t.Helper()
	tsptest.RequireError(t, name, err, want)
	if syntax := new(tsp.SyntaxError); err != nil && !errors.As(err, &syntax) {
		t.Errorf("%q: %T is not a SyntaxError", name, err)
	}
}

// An error of the reader is returned as it is, not as a SyntaxError.
func TestReadReturnsErrorsOfTheReader(t *testing.T) {
	broken := errors.New("broken pipe")
	afterwards := func(text string) io.Reader {
		return io.MultiReader(strings.NewReader(text), iotest.ErrReader(broken))
	}
	check := func(text string, err error) {
		if syntax := new(tsp.SyntaxError); !errors.Is(err, broken) || errors.As(err, &syntax) {
			t.Errorf("%q: %v", text, err)
		}
	}
	for _, text := range []string{"", plane, plane + "NODE_COORD_SECTION\n1 0 0\n", plane + nodes,
		plane + nodes + "EOF\n",
		explicit + "UPPER_ROW\nEDGE_WEIGHT_SECTION\n1 2\n", explicit + "UPPER_ROW\nEDGE_WEIGHT_SECTION\n1 2 3\n"} {
		_, err := tsplib.Read(afterwards(text), "f")
		check(text, err)
	}
	for _, text := range []string{"", "TYPE: TOUR\n", "TYPE: TOUR\nTOUR_SECTION\n1 2\n",
		"TYPE: TOUR\nTOUR_SECTION\n1 2 3 -1\n", "TYPE: TOUR\nTOUR_SECTION\n1 2 3 -1\nEOF\n"} {
		_, err := tsplib.ReadTour(afterwards(text), "f")
		check(text, err)
	}
	if _, err := tsplib.ReadFile(filepath.Join(t.TempDir(), "none.tsp")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("load: %v", err)
	}
	if _, err := tsplib.ReadTourFile(filepath.Join(t.TempDir(), "none.tour")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("load a tour: %v", err)
	}
}

// A large DIMENSION alone allocates nothing, and garbage allocates little more than a line.
func TestInvalidFilesUseLittleMemory(t *testing.T) {
	garbage := make([]byte, 10<<20)
	random := rand.NewChaCha8([32]byte{1})
	random.Read(garbage)
	claim := "TYPE: TSP\nDIMENSION: 2000000000\n"
	for name, text := range map[string]string{
		"cities": claim + "EDGE_WEIGHT_TYPE: EUC_2D\nNODE_COORD_SECTION\n1999999999 0 0\n",
		"matrix": claim +
			"EDGE_WEIGHT_TYPE: EXPLICIT\nEDGE_WEIGHT_FORMAT: FULL_MATRIX\nEDGE_WEIGHT_SECTION\n1 2\n",
		"garbage":     string(garbage),
		"one line":    "NAME: " + strings.Repeat("x", 10<<20),
		"digits":      strings.Repeat("1234567890", 1<<20),
		"commas":      strings.Repeat(",", 10<<20),
		"open quotes": "a,b\n\"" + strings.Repeat("\n", 10<<20),
		"tour":        "TYPE: TOUR\nDIMENSION: 2000000000\nTOUR_SECTION\n1999999999\n",
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := tsplib.Read(strings.NewReader(text), "f")
		_, errTour := tsplib.ReadTour(strings.NewReader(text), "f")
		runtime.ReadMemStats(&after)
		requireSyntaxError(t, name, err, "f:")
		requireSyntaxError(t, name, errTour, "f:")
		// The buffer for a line doubles up to 1 MiB in each of the two readers, which allocates up
		// to 4 MiB.
		if used := after.TotalAlloc - before.TotalAlloc; used > 16<<20 {
			t.Errorf("%s: %d MiB were allocated", name, used>>20)
		}
		if err != nil && len(err.Error()) > 500 {
			t.Errorf("%s: an error of %d bytes", name, len(err.Error()))
		}
	}
}
