package api

import (
	"bytes"
	"encoding/json"
	"mime/multipart"
	"net/http"
	"strings"
	"testing"

	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/serve/job"
	"github.com/aco-vk/aco-vk/serve/store/storetest"
)

// The places and the travel times between them, of which one direction differs.
const (
	fourPlaces = "id,name,lat,lon\n7,Depot,48,7.8\n9,Baker,48.01,7.8\n4,Inn,48.01,7.82\n2,Mill,48,7.82\n"
	fourTimes  = `{"code":"Ok","durations":[[0,60,200,70.5],[60,0,50,300],[200,50,0,80],[75,300,80,0]]}`
)

// form returns the body of a form and its content type.
func form(t *testing.T, files ...[2]string) (body, kind string) {
	t.Helper()
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	for _, file := range files {
		part, err := w.CreateFormFile(file[0], "a file")
		if err == nil {
			_, err = part.Write([]byte(file[1]))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	must.Do(t, w.Close())
	return b.String(), w.FormDataContentType()
}

// Places with a matrix beside them have its lengths, and are drawn and mapped where they are, in
// whatever way they come.
func TestMatrixBesidePlaces(t *testing.T) {
	body, kind := form(t, [2]string{"places", fourPlaces}, [2]string{"matrix", fourTimes})
	instance := must.Get(json.Marshal(fourPlaces))(t)
	const pairs = `"coordinates":[[48,7.8],[48.01,7.8],[48.01,7.82],[48,7.82]],"metric":"haversine"`
	for _, c := range []struct{ name, kind, query, body string }{
		{"form", kind, "?start=Baker", body},
		{"text", plainJSON, "", `{"instance":` + string(instance) + `,"matrix":` + fourTimes + `,"options":{"start":"Baker"}}`},
		{"coordinates", plainJSON, "", `{` + pairs + `,"matrix":` + fourTimes + `,"options":{"start":2}}`},
		{
			"rows", plainJSON, "",
			`{` + pairs + `,"matrix":[[0,60,200,70.5],[60,0,50,300],[200,50,0,80],[75,300,80,0]],"options":{"start":2}}`,
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			store, h := newHandler(t)
			j := posted(t, h, c.query, c.body, "Content-Type", c.kind)
			finish(t, store, j.ID, 0, 1, 2, 3)
			list := decode[stopList](t, call(t, h, "GET", "/v1/jobs/"+j.ID+"/stops", ""), http.StatusOK)
			whole, last := " 4 min", "3 min" // of 265 s and 205 s
			if c.name == "rows" {            // without a unit
				whole, last = " 265", "205"
			}
			if !strings.Contains(list.Summary, whole) || !list.Drawn || list.Stops[0].Place != 2 || list.Stops[3].At != last {
				t.Errorf("list %+v", list)
			}
			gpx := call(t, h, "GET", "/v1/jobs/"+j.ID+"/tour.gpx", "").Body.String()
			if !strings.Contains(gpx, `lat="48.01" lon="7.82"`) {
				t.Errorf("GPX %s", gpx)
			}
			for _, path := range []string{"/coordinates", "/land.svg", "/picture.svg", "/tour.csv"} {
				if w := call(t, h, "GET", "/v1/jobs/"+j.ID+path, ""); w.Code != http.StatusOK {
					t.Errorf("%s: status %d: %s", path, w.Code, w.Body)
				}
			}
		})
	}
}

// Of a form everything has a use, and a matrix fits its places.
func TestFormIsStrict(t *testing.T) {
	h := New(storetest.New(t), Options{MaxCities: 5, MaxBody: 1 << 20})
	places, matrix := [2]string{"places", fourPlaces}, [2]string{"matrix", fourTimes}
	unreachable := strings.Replace(strings.ReplaceAll(fourTimes, "80", "null"), "[75,300", "[null,null", 1)
	unreachable = strings.Replace(strings.Replace(unreachable, "70.5]", "null]", 1), "50,300]", "50,null]", 1)
	for _, c := range []struct {
		want  string
		files [][2]string
	}{
		{"no file places", [][2]string{matrix}},
		{"no file matrix or earlier", [][2]string{places}},
		{"none of its places (1) is in", [][2]string{places, {"earlier", "name,lat,lon\nAsh,1,1\n"}}},
		{"more than the limit of 6 places", [][2]string{places, {"earlier", fourPlaces + "1,a,48,7\n3,b,47,7\n5,c,46,7\n"}}},
		{"earlier of the form is empty", [][2]string{places, matrix, {"earlier", ""}}},
		{"matrix of the form is empty", [][2]string{places, {"matrix", ""}}},
		{"each once", [][2]string{places, matrix, places}},
		{"each once", [][2]string{places, matrix, {"time_limit", "2s"}}},
		{"Mill cannot be reached", [][2]string{places, {"matrix", unreachable}}},
		{"matrix", [][2]string{places, {"matrix", "[[0,1],[1,0]]"}}},
		{"no matrix", [][2]string{places, {"matrix", "<gpx></gpx>"}}},
		{"archive", [][2]string{places, {"matrix", archive("a.txt", "a")}}},
		{"more than", [][2]string{{"places", fourPlaces + "1,a,48,7\n3,b,47,7\n"}, matrix}},
		{"no matrix", [][2]string{places, {"matrix", archive("doc.kml", "<kml></kml>")}}},
		{"unpacked", [][2]string{places, {"matrix", archive("xl/workbook.xml", strings.Repeat("<a/>", 1<<20))}}},
	} {
		body, kind := form(t, c.files...)
		p := decode[problem](t, call(t, h, "POST", "/v1/jobs", body, "Content-Type", kind), http.StatusUnprocessableEntity)
		if !strings.Contains(p.Detail, c.want) {
			t.Errorf("%+v, want %q", p, c.want)
		}
	}
	bomb, kindOfBomb := form(t, places, [2]string{"matrix", zipped("[" + strings.Repeat(" \n", 1<<20) + "]")})
	body, kind := form(t, places, matrix)
	for _, c := range []struct {
		body, kind string
		status     int
		want       string
	}{
		{bomb, kindOfBomb, http.StatusRequestEntityTooLarge, "more than"},
		{body[:len(body)/2], kind, http.StatusBadRequest, "the form is damaged"},
		{body, formType, http.StatusBadRequest, "the form is damaged"}, // without a boundary
	} {
		refused(t, call(t, h, "POST", "/v1/jobs", c.body, "Content-Type", c.kind), c.status, "body", c.want)
	}
}

// A job with an earlier route says what has become of its places. Its price of a leg is a length.
func TestEarlierRoute(t *testing.T) {
	const earlier = "name,lat,lon\nDepot,48,7.8\nGone,48.05,7.8\nInn,48.02,7.82\nMill,48,7.82\n"
	_, h := newHandler(t)
	body, kind := form(t, [2]string{"places", fourPlaces}, [2]string{"earlier", earlier})
	asText, err := json.Marshal(map[string]any{"instance": fourPlaces, "earlier": earlier, "options": map[string]string{"stay_close": "2 km"}})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ kind, query, body string }{{kind, "?stay_close=2km", body}, {plainJSON, "", string(asText)}} {
		j := posted(t, h, c.query, c.body, "Content-Type", c.kind)
		if notes := strings.Join(j.Notes, "\n"); !strings.Contains(notes, "since the earlier route: 2 places kept, 1 new, 1 gone, 1 moved") ||
			j.Input.Earlier != job.DigestOf([]byte(earlier)) {
			t.Errorf("earlier %q, notes %s", j.Input.Earlier, notes)
		}
	}
	double, kindOfDouble := form(t, [2]string{"places", fourPlaces}, [2]string{"earlier", "name\nDepot\nInn\nMill\nInn\n"})
	j := posted(t, h, "", double, "Content-Type", kindOfDouble)
	if want := `the earlier route: several places are called "Inn"`; !strings.Contains(strings.Join(j.Warnings, "\n"), want) {
		t.Errorf("warnings %q, want %q", j.Warnings, want)
	}
	for query, want := range map[string]string{
		"?stay_close=x": "stay_close", "?stay_close=2km&target=5": "target",
	} {
		refused(t, call(t, h, "POST", "/v1/jobs"+query, body, "Content-Type", kind), http.StatusUnprocessableEntity, "option", want)
	}
	w := call(t, h, "POST", "/v1/jobs?stay_close=2km", fourPlaces)
	refused(t, w, http.StatusUnprocessableEntity, "option", "there is no earlier route")
}
