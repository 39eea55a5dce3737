package api

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/aco-vk/aco-vk/serve/job"
	"github.com/aco-vk/aco-vk/tsp"
)

// The list of a route has names, ids and distances as the command prints them, and the formats in
// which the route can be written.
func TestStops(t *testing.T) {
	store, h := newHandler(t)
	body := "id,name,lat,lon\n7,Depot,48,7.8\n9,Baker,48.001,7.8\n4,,48.1,7.9\n"
	j := posted(t, h, "?start=4&time_limit=1s", body)
	refused(t, call(t, h, "GET", "/v1/jobs/"+j.ID+"/stops", ""), http.StatusNotFound, "no-tour", "")
	finish(t, store, j.ID, 0, 1, 2)
	got := decode[stopList](t, call(t, h, "GET", "/v1/jobs/"+j.ID+"/stops", ""), http.StatusOK)
	const nameless = "row 4 (id 4)"
	want := stopList{
		Tour: got.Tour, Summary: "3 stops, 26.77 km (great-circle distances), from " + nameless + " and back", Drawn: true,
		Formats: []string{"html", "csv", "tsv", "xlsx", "geojson", "gpx", "kml", "kmz", "json", "tour"}, Columns: []string{"id"},
		Language: "en",
		Stops: []stop{
			{Stop: 1, Place: 3, Row: 4, Name: nameless, Label: "1", Cells: []string{"4"}, At: "0 m"},
			{Stop: 2, Place: 1, Row: 2, Name: "Depot", Label: "2 Depot", Cells: []string{"7"}, Leg: "13.38 km", At: "13.38 km"},
			{Stop: 3, Place: 2, Row: 3, Name: "Baker", Label: "3 Baker", Cells: []string{"9"}, Leg: "111 m", At: "13.49 km"},
			{Stop: 4, Place: 3, Row: 4, Name: nameless, Label: "4", Cells: []string{"4"}, Leg: "13.28 km", At: "26.77 km"},
		},
	}
	if words := got.Words; words.Stop != "stop" || words.Arrival != "at the arrival" {
		t.Errorf("words %+v", words)
	}
	if diff := cmp.Diff(want, got, cmpopts.IgnoreFields(stopList{}, "Words")); diff != "" {
		t.Error(diff)
	}
}

// The list to print has names as text, and a browser runs nothing in it.
func TestListPage(t *testing.T) {
	store, h := newHandler(t)
	body := "name,lat,lon\n<script>alert(1)</script>,48,7.8\nBaker,48.001,7.8\nInn,48.1,7.9\n"
	j := posted(t, h, "", body)
	finish(t, store, j.ID, 0, 1, 2)
	w := call(t, h, "GET", "/v1/jobs/"+j.ID+"/tour.html", "")
	if text := w.Body.String(); w.Code != http.StatusOK || strings.Contains(text, "<script>") || !strings.Contains(text, "&lt;script&gt;") {
		t.Errorf("status %d: %s", w.Code, text)
	}
	if policy := w.Header().Get("Content-Security-Policy"); !strings.Contains(policy, "default-src 'none'") ||
		!strings.HasSuffix(policy, "sandbox") || w.Header().Get("Content-Type") != "text/html" {
		t.Errorf("headers %v", w.Header())
	}
}

// A route of a matrix has neither a picture nor the formats of maps.
func TestStopsOfMatrix(t *testing.T) {
	store, h := newHandler(t)
	j := posted(t, h, "?start=b&end=a", "a,b,c\n0,5,6\n5,0,7\n6,7,0\n")
	finish(t, store, j.ID, 1, 2, 0)
	got := decode[stopList](t, call(t, h, "GET", "/v1/jobs/"+j.ID+"/stops", ""), http.StatusOK)
	want := []string{"html", "csv", "tsv", "xlsx", "json", "tour"}
	if diff := cmp.Diff(want, got.Formats); diff != "" || got.Drawn || !got.Open || len(got.Stops) != 3 || got.Stops[2].At != "13" {
		t.Errorf("%+v, formats %s", got, diff)
	}
}

// A list of more places than people read is refused.
func TestStopsOfManyPlaces(t *testing.T) {
	store, h := newHandler(t)
	j := posted(t, h, "", "x,y\n"+strings.Repeat("1,2\n", mostStops)+"3,4\n")
	tour := make([]int32, mostStops+1)
	for city := range tour {
		tour[city] = int32(city)
	}
	finish(t, store, j.ID, tour...)
	for _, file := range []string{"stops", "tour.html"} {
		refused(t, call(t, h, "GET", "/v1/jobs/"+j.ID+"/"+file, ""), http.StatusNotFound, "too-large", "")
	}
}

// The texts of events are those of their tours, and of bounds.
func TestTextsOf(t *testing.T) {
	metres := tsp.Unit{Name: "m", Decimals: 2}
	j := job.Job{Input: job.Input{Unit: metres}}
	for _, c := range []struct {
		progress job.Progress
		result   *job.Result
		want     texts
	}{
		{job.Progress{}, nil, texts{}},
		{job.Progress{Best: 5025, UnitLength: 50.251, Tour: "a"}, nil, texts{Length: "50.251 m", Unit: "m", Units: 1}},
		{
			job.Progress{Best: 1_010_000, UnitLength: 10_100, Bound: 1_000_000, Tour: "a"}, nil,
			texts{Length: "10.1 km", Bound: "10 km", Gap: "at most 1.00% above the optimum", Unit: "km", Units: 1000},
		},
		{
			job.Progress{Best: 1_010_000, UnitLength: 10_100, Reference: 1_000_000, Tour: "a"}, nil,
			texts{Length: "10.1 km", Gap: "1.00% over the best known", Unit: "km", Units: 1000},
		},
		{
			job.Progress{Best: 9, Tour: "a"}, &job.Result{Tour: "b", Length: 7, UnitLength: 7, Bound: 7},
			texts{Length: "7", Bound: "7", Gap: "optimal", Units: 1},
		},
		{
			job.Progress{Best: 7, Tour: "a"}, &job.Result{Tour: "a", Length: 7, UnitLength: 7, Stop: "optimal"},
			texts{Length: "7", Gap: "optimal", Units: 1},
		},
	} {
		j.Progress, j.Result = c.progress, c.result
		if diff := cmp.Diff(c.want, textsOf(&j)); diff != "" {
			t.Errorf("%+v: %s", c.progress, diff)
		}
	}
}

// A job names the formats of its route: without latitudes and longitudes there is none for maps,
// and a long route has no list.
func TestFormatsOfJob(t *testing.T) {
	_, h := newHandler(t)
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
		j := posted(t, h, "", body)
		if got := strings.Join(j.Formats, " "); got != want || j.Bytes != int64(len(body)) {
			t.Errorf("%.20q: formats %s instead of %s, %d bytes", body, got, want, j.Bytes)
		}
	}
}
