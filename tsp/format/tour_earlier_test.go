package format_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/format"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
)

// readEarlier reads an earlier tour of the cities of a text.
func readEarlier(t *testing.T, today, yesterday string) (*format.EarlierTour, *tsp.Instance, error) {
	t.Helper()
	of := read(t, today, format.Options{}).Instance
	e, err := format.ReadEarlierTour(t.Context(), strings.NewReader(yesterday), "yesterday", of, format.Options{})
	return e, of, err
}

// Places are found by id, by name and coordinates, by coordinates, and by name.
func TestEarlierTour(t *testing.T) {
	for name, c := range map[string]struct {
		today, yesterday string
		order            tsp.Tour
		moved, added     []int32
		gone             int
		shape            format.Shape
		ambiguous        []string
	}{
		"by id": {
			today:     "id,name,x,y\nK1,Ann,0,0\nK2,Bob,1,0\nK9,Eve,5,5\nK3,Cid,9,9\n",
			yesterday: "id,name,x,y\nK3,Cid,2,0\nK1,Anna,0,0\nK2,Bob,1,0\nK4,Dan,3,0\n",
			order:     tsp.Tour{0, 1}, moved: []int32{3}, added: []int32{2}, gone: 1,
		},
		"ids that count the places of each list": {
			today:     "id,name,x,y\n1,Zoe,7,7\n2,Ann,0,0\n3,Bob,1,0\n4,Cid,2,0\n",
			yesterday: "id,name,x,y\n1,Ann,0,0\n2,Bob,1,0\n3,Cid,2,0\n4,Dan,3,0\n",
			order:     tsp.Tour{1, 2, 3}, added: []int32{0}, gone: 1,
		},
		"names of several places by their coordinates": {
			today:     "name,x,y\nAnn,5,0\nAnn,0,0\nBob,1,0\nAnn,7,0\n",
			yesterday: "name,x,y\nAnn,0,0\nBob,1,0\nAnn,5,0\nCid,9,9\n",
			order:     tsp.Tour{1, 2, 0}, added: []int32{3}, gone: 1,
		},
		"names of several places that have moved": {
			today:     "name,x,y\nAnn,5,0\nAnn,6,0\nBob,1,0\nCid,2,0\n",
			yesterday: "name,x,y\nAnn,0,0\nBob,1,0\nAnn,4,0\nCid,2,0\n",
			order:     tsp.Tour{2, 3}, added: []int32{0, 1}, gone: 2, ambiguous: []string{"Ann"},
		},
		"places of one point in their order": {
			today:     "x,y\n1,1\n1,1\n2,2\n3,3\n",
			yesterday: "x,y\n3,3\n1,1\n2,2\n1,1\n4,4\n",
			order:     tsp.Tour{3, 0, 2, 1}, gone: 1,
		},
		"another name at the same place": {
			today:     "name,x,y\nAnn,0,0\nBob,1,0\nNew Owner,2,0\n",
			yesterday: "name,x,y\nCid,2,0\nBob,1,0\nAnn,0,0\n",
			order:     tsp.Tour{2, 1, 0},
		},
		"most have moved": {
			today:     "name,x,y\nAnn,0.1,0\nBob,1.1,0\nCid,2.1,0\nDan,3,0\n",
			yesterday: "name,x,y\nCid,2,0\nDan,3,0\nAnn,0,0\nBob,1,0\n",
			order:     tsp.Tour{2, 3, 0, 1}, moved: []int32{0, 1, 2},
		},
		"a written route": {
			today: "name,x,y\nAnn,0,0\nZoe,9,9\nBob,1,0\nCid,2,0\n",
			yesterday: "stop,row,name,x,y,leg,length\n1,2,Bob,1,0,0,0\n2,3,Cid,2,0,1,1\n3,1,Ann,0,0,2,3\n" +
				"4,2,Bob,1,0,1,4\n",
			order: tsp.Tour{2, 3, 0}, added: []int32{1}, shape: format.ShapeClosed,
		},
		"a written route of as many other places": {
			today:     "name,x,y\nZoe,9,9\nAnn,0,0\nBob,1,0\n",
			yesterday: "stop,row,name,x,y,leg,length\n1,2,Bob,1,0,0,0\n2,3,Cid,2,0,1,1\n3,1,Ann,0,0,2,3\n",
			order:     tsp.Tour{2, 1}, added: []int32{0}, gone: 1, shape: format.ShapeOpen,
		},
		"a written route of a list without a header": {
			today:     "7,7\n0,0\n1,0\n2,0\n",
			yesterday: "stop,row,column1,column2,leg,length\n1,2,1,0,0,0\n2,3,2,0,1,1\n3,1,0,0,2,3\n",
			order:     tsp.Tour{2, 3, 1}, added: []int32{0}, shape: format.ShapeOpen,
		},
		"a route in JSON": {
			today: "name,x,y\nZoe,9,9\nAnn,0,0\nBob,1,0\nCid,2,0\n",
			yesterday: `{"closed":true,"stops":[{"row":2,"name":"Bob"},{"row":3,"name":"Dan"},{"row":1,"name":"Ann"},` +
				`{"row":2,"name":"Bob"}],"tour":[2,3,1]}`,
			order: tsp.Tour{2, 1}, added: []int32{0, 3}, gone: 1, shape: format.ShapeClosed,
		},
		"a matrix by names": {
			today:     ",a,b,c,d\na,0,1,2,3\nb,1,0,3,4\nc,2,3,0,5\nd,3,4,5,0\n",
			yesterday: "stop,row,name,leg,length\n1,2,c,0,0\n2,1,a,2,2\n3,3,e,3,5\n4,2,c,3,8\n",
			order:     tsp.Tour{2, 0}, added: []int32{1, 3}, gone: 1, shape: format.ShapeClosed,
		},
		"the first place again at the end": {
			today:     "lat,lon\n48,8\n48.1,8\n48.2,8\n48.3,8\n",
			yesterday: "lat,lon\n48.2,8\n48,8\n48.1,8\n48.2,8\n",
			order:     tsp.Tour{2, 0, 1}, added: []int32{3}, shape: format.ShapeClosed,
		},
		"columns between blanks": {
			today: "name,x,y\nAnn,0,0\nZoe,9,9\nBob,1,0.5\nCid,2,0\n", yesterday: "name x y\nCid 2 0\nAnn 0 0\nBob 1 0.5\n",
			order: tsp.Tour{3, 0, 2}, added: []int32{1},
		},
		"a column of names alone": {
			today: "name,x,y\nAnn,0,0\nBob,1,0\nCid,2,0\n", yesterday: "name\nCid\nAnn\nBob\n", order: tsp.Tour{2, 0, 1},
		},
		"numbers of the same list": {
			today: five, yesterday: "1 4 2 5 3\n", order: tsp.Tour{0, 3, 1, 4, 2},
		},
	} {
		e, _, err := readEarlier(t, c.today, c.yesterday)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if !slices.Equal(e.Order, c.order) || !slices.Equal(e.Moved, c.moved) || !slices.Equal(e.New, c.added) ||
			e.Gone != c.gone || e.Shape != c.shape || !slices.Equal(e.Ambiguous, c.ambiguous) {
			t.Errorf("%s: %+v, want %+v", name, e, c)
		}
	}
}

// The earlier tour is in the sheet that has today's name, else in the first one.
func TestEarlierTourOfSheet(t *testing.T) {
	header := []any{"name", "x", "y"}
	first, second := [][]any{header, {"C", 2, 0}, {"B", 1, 0}, {"A", 0, 0}}, [][]any{header, {"B", 1, 0}, {"C", 2, 0}, {"A", 0, 0}}
	yesterday := bytesOf(t, workbook(t, map[string][][]any{"Tour": first, "Nord": second, "row": {{"row"}, {2}, {1}, {3}}},
		"Tour", "Nord", "row"))
	of := read(t, "name,x,y\nA,0,0\nB,1,0\nC,2,0\n", format.Options{}).Instance
	for _, c := range []struct {
		sheet, text string
		want        tsp.Tour
	}{
		{"", yesterday, tsp.Tour{2, 1, 0}}, {"nord", yesterday, tsp.Tour{1, 2, 0}}, {"Süd", yesterday, tsp.Tour{2, 1, 0}},
		{"row", yesterday, tsp.Tour{1, 0, 2}}, {"Nord", "name,x,y\nB,1,0\nA,0,0\nC,2,0\n", tsp.Tour{1, 0, 2}},
	} {
		e, err := format.ReadEarlierTour(t.Context(), strings.NewReader(c.text), "yesterday", of, format.Options{Sheet: c.sheet})
		if err != nil || !slices.Equal(e.Order, c.want) {
			t.Errorf("sheet %q: %+v, %v, want %v", c.sheet, e, err, c.want)
		}
	}
}

func TestEarlierTourRefuses(t *testing.T) {
	for yesterday, want := range map[string]string{
		"1 2 3 4 5 6 7\n":                "the tour has 7 cities, and the instance 5: it is of another instance; of an earlier list",
		"[1, 2, 3]":                      "the tour has 3 cities, and the instance 5",
		`{"tour":[1,2,3,4]}`:             "the tour has 4 cities, and the instance 5",
		"TOUR_SECTION\n1 2 3 4 5 6 -1\n": "the tour has 6 cities, and the instance 5",
		"x,y\n70,0\n80,1\n90,2\n":        "none of its places (3) is in places, by id, name or coordinates",
		"x,y\n70,0\n80,no\n90,2\n":       `yesterday:3: "no" is not a number`,
	} {
		_, _, err := readEarlier(t, five, yesterday)
		tsptest.RequireError(t, yesterday, err, want)
	}
}

// A closed route may repeat its first place beyond the limit of places.
func TestEarlierTourLimits(t *testing.T) {
	of := read(t, five, format.Options{}).Instance
	const places = five + "0,0\n"
	for limit, want := range map[int]string{5: "", 4: "yesterday:7: the file has more than the limit of 5 places"} {
		_, err := format.ReadEarlierTour(t.Context(), strings.NewReader(places), "yesterday", of,
			format.Options{Limits: format.Limits{Places: limit}})
		if want == "" && err != nil {
			t.Error(err)
		} else if want != "" {
			tsptest.RequireError(t, places, err, want)
		}
	}
}

// A route of places in a reference system has their coordinates: a moved place is found by them.
func TestEarlierTourInReferenceSystem(t *testing.T) {
	utm := format.Options{CRS: "EPSG:25832"}
	const first = "x;y\n416829,020;5318395,336\n417573,686;5319434,002\n418000,5;5320000,25\n419000;5321000\n"
	today := strings.Replace(first, "419000", "419500", 1)
	of := read(t, "name;"+strings.ReplaceAll(strings.TrimSpace(today), "\n", "\nA;")+"\n", utm).Instance
	yesterday := "name;" + strings.ReplaceAll(strings.TrimSpace(first), "\n", "\nA;") + "\n"
	e := must.Get(format.ReadEarlierTour(t.Context(), strings.NewReader(yesterday), "yesterday", of, utm))(t)
	if e.Kept(of) != 3 || !slices.Equal(e.Moved, []int32{3}) || e.Gone != 0 {
		t.Errorf("%d kept, %d new, %d gone, moved %v", e.Kept(of), len(e.New), e.Gone, e.Moved)
	}
	of = read(t, today, utm).Instance // without names
	e = must.Get(format.ReadEarlierTour(t.Context(), strings.NewReader(first), "yesterday", of, utm))(t)
	if e.Kept(of) != 3 || e.Gone != 1 {
		t.Errorf("%+v", e)
	}
}
