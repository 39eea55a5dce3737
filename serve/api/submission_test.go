package api

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/aco-vk/aco-vk/serve/job"
	"github.com/aco-vk/aco-vk/serve/store/storetest"
)

// Nothing of a submission in JSON is dropped or replaced: what has no use, no value or two values
// is refused, with its name.
func TestSubmissionIsStrict(t *testing.T) {
	h := New(storetest.New(t), Options{MaxTime: time.Hour})
	for fields, want := range map[string]string{
		`"speed":1`:                                       "there is no field speed",
		`"Name":"a"`:                                      "there is no field Name",
		`"name":null`:                                     "name is null",
		`"name":"a","name":"b"`:                           "name is given twice",
		`"name":7`:                                        "name: number where text is expected",
		`"format":"csv"`:                                  "only an instance has",
		`"metric":"chess"`:                                `metric "chess" is not known`,
		`"instance":"x,y\n0,0\n1,1\n2,3\n"`:               "give either",
		`"options":null`:                                  "options is null",
		`"options":[]`:                                    "options: array where an object is expected",
		`"options":7`:                                     "options: number where an object is expected",
		`"options":{"seed":null}`:                         "options.seed is null",
		`"options":{"seed":-1}`:                           "options.seed: number -1 where a whole number from 0",
		`"options":{"seed":18446744073709551616}`:         "options.seed: number 18446744073709551616 where",
		`"options":{"seed":1.5}`:                          "options.seed: number 1.5 where",
		`"options":{"seed":1,"seed":1}`:                   "options.seed is given twice",
		`"options":{"Seed":1}`:                            "there is no field options.Seed",
		`"options":{"ants":"4"}`:                          "options.ants: string where a whole number",
		`"options":{"ants":-4}`:                           "ants",
		`"options":{"ants":9223372036854775808}`:          "options.ants: number 9223372036854775808 where",
		`"options":{"time_limit":true}`:                   `options.time_limit: "true" is not a duration`,
		`"options":{"time_limit":"soon"}`:                 `options.time_limit: "soon" is not a duration`,
		`"options":{"time_limit":1e99}`:                   "options.time_limit: 1e99 seconds are more than 292 years",
		`"options":{"time_limit":"-5s"}`:                  "time_limit",
		`"options":{"time_limit":"61m"}`:                  "longer than this server allows",
		`"options":{"idle":"-1s"}`:                        "idle",
		`"options":{"bound":1}`:                           "options.bound: number where true or false",
		`"options":{"target":-1}`:                         "target",
		`"options":{"iterations":-1}`:                     "iterations",
		`"options":{"machines":65}`:                       "machines",
		`"options":{"machines":2}`:                        "machines: 4 places; several workers solve 8 or more together",
		`"options":{"replay":"0A"}`:                       "replay",
		`"options":{"start":5}`:                           "5 is not the number of a place in 1..4",
		`"options":{"end":-1}`:                            "options.end: it is no place",
		`"options":{"end":1.5}`:                           "options.end: it is no place",
		`"options":{"end":true}`:                          "options.end: it is no place",
		`"options":{"start":1,"end":1}`:                   "two different ends",
		`"options":{"start":1,"open":1}`:                  "options.open: number where true or false",
		`"columns":"lat=1"`:                               "only an instance has",
		`"columns":"price=1"`:                             "only an instance has",
		`"crs":"EPSG:1"`:                                  "EPSG:1",
		`"sheet":"May"`:                                   "only an instance has",
		"\"sheet\":\"" + strings.Repeat("ä", 1001) + "\"": "sheet has 1001 characters",
		`"options":{"algorithm":"swarm"}`:                 "swarm",
		`"options":{"preset":"none"}`:                     "none",
		`"options":{"colonies":-1}`:                       "colonies",
		`"options":{"candidates":-1}`:                     "candidates",
		"\"name\":\"\xff\"":                               "not in UTF-8",
		`"name":""`:                                       "name is empty",
		`"options":{"algorithm":""}`:                      "options.algorithm is empty",
	} {
		w := submitJSON(t, h, `{"coordinates":`+square+`,`+fields+`}`)
		if !strings.Contains(w.Body.String(), strings.ReplaceAll(want, `"`, `\"`)) ||
			w.Code != http.StatusBadRequest && w.Code != http.StatusUnprocessableEntity {
			t.Errorf("%s: status %d, %s, want one with %q", fields, w.Code, w.Body, want)
		}
	}
	w := call(t, h, "POST", "/v1/jobs?time_limit=2s", `{"coordinates":`+square+`}`, "Content-Type", plainJSON)
	refused(t, w, http.StatusBadRequest, "query", "leave out the query")
}

// The query of a file has every option by its name, and nothing else. A parameter is given once.
func TestQueryIsStrict(t *testing.T) {
	_, h := newHandler(t)
	for query, want := range map[string]string{
		"?speed=1": `no parameter`, "?Seed=1": "no parameter", "?seed=1&seed=2": "2 times", "?seed=": "seed",
		"?seed=x": "seed", "?seed=null": "seed is null", "?metric=": "metric is empty",
		"?bound=yes": "true or false", "?ants=1e3": "ants",
		"?time_limit=soon": "not a duration", "?name=a;b": "query cannot be read", "?name=%zz": "query cannot be read",
	} {
		file := strings.NewReader("x,y\n0,0\n0,10\n10,10\n")
		r := httptest.NewRequestWithContext(t.Context(), "POST", "/v1/jobs", file)
		r.URL = &url.URL{Path: "/v1/jobs", RawQuery: query[1:]}
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		refused(t, w, http.StatusBadRequest, "query", want)
	}
	for _, query := range []string{
		"?stat=done", "?state=", "?state=ready", "?limit=501", "?limit=1.5", "?limit=2&limit=3", "?before=a&before=b",
	} {
		refused(t, call(t, h, "GET", "/v1/jobs"+query, ""), http.StatusBadRequest, "query", "")
	}
}

// A submission that comes as a file, as curl sends it without a header, is told apart from files
// that cannot be read.
func TestSubmissionAsFile(t *testing.T) {
	_, h := newHandler(t)
	for body, status := range map[string]int{
		`{"coordinates":` + square + `}`: http.StatusUnsupportedMediaType,
		`{"coordinate":` + square + `}`:  http.StatusUnprocessableEntity,
	} {
		w := call(t, h, "POST", "/v1/jobs", body, "Content-Type", "application/x-www-form-urlencoded")
		hint := status == http.StatusUnsupportedMediaType
		if p := decode[problem](t, w, status); strings.Contains(p.Detail, plainJSON) != hint {
			t.Errorf("%s: %+v", body, p)
		}
	}
}

// The query of a file takes every option.
func TestQueryHasAllOptions(t *testing.T) {
	query := "?name=7&metric=manhattan&format=csv&algorithm=merged&seed=0&ants=5&colonies=1&candidates=5" +
		"&iterations=3&time_limit=1m30s&target=1&idle=5s&bound=true&machines=2&start=2&end=3&open=true&columns=x=1,y=2"
	file := "x,y\n0,0\n0,10\n10,10\n10,0\n5,5\n6,6\n7,8\n9,9\n1,2\n"
	_, h := newHandler(t)
	j := posted(t, h, query, file)
	want := job.Options{
		Algorithm: "merged", Seed: new(uint64(0)), Ants: 5, Colonies: 1, Candidates: 5, Iterations: 3, Target: 1,
		TimeLimit: job.Duration(90 * time.Second), Idle: job.Duration(5 * time.Second), Bound: true,
		Machines: 2, Start: job.Place{Text: "2"}, End: job.Place{Text: "3"}, Open: true,
	}
	if diff := cmp.Diff(want, j.Options); diff != "" || j.Name != "7" || j.Input.Metric != "manhattan" {
		t.Errorf("the job is %+v, options (-want +got):\n%s", j, diff)
	}
}

// What looks wrong in an input of any kind, and what of it is not used, is in the answer and
// stays with the job.
func TestWarnings(t *testing.T) {
	_, h := newHandler(t)
	for _, c := range []struct{ name, query, kind, body, want string }{
		{"coordinates", "", plainJSON, `{"coordinates":[[0,0],[3,4],[3,4],[6,0]]}`, "the same coordinates"},
		{"matrix", "", plainJSON, `{"matrix":[[0,1,2],[1,0,null],[2,3,0]]}`, "of 6 legs of the matrix is empty"},
		{"CSV", "", "text/csv", "x,y,z\n0,0,1\n3,4,1\n6,0,2\n", "column z is not used"},
		{"text", "", plainJSON, `{"instance":"lat,lon\n0,0\n50,8\n51,9\n"}`, "is a coordinate missing"},
		{"GeoJSON", "", "", `{"type":"MultiPoint","coordinates":[[1,2,3],[2,3,4],[3,5,6]]}`, "third coordinate"},
		{
			"OSRM", "", "", `{"durations":[[0,1,2],[1,0,3],[2,3,0]],"distances":[[0,1,2],[1,0,3],[2,3,0]]}`,
			"durations are used",
		},
		{
			"ends", "?start=2", "", `{"vehicles":[{"id":1,"start":[0.5,0]}],"jobs":[{"id":1,"location":[1,1]},` +
				`{"id":2,"location":[2,1]},{"id":3,"location":[2,3]}]}`,
			"start and end of the input are not used",
		},
		{"none", "", plainJSON, `{"coordinates":` + square + `}`, ""},
	} {
		w := call(t, h, "POST", "/v1/jobs"+c.query, c.body, "Content-Type", c.kind)
		j := decode[job.Job](t, w, http.StatusAccepted)
		if said := strings.Join(j.Warnings, "\n"); !strings.Contains(said, c.want) || (said == "") != (c.want == "") {
			t.Errorf("%s: warnings %q, want one with %q", c.name, j.Warnings, c.want)
		}
		got := decode[job.Job](t, call(t, h, "GET", w.Header().Get("Location"), ""), http.StatusOK)
		if strings.Join(got.Warnings, "\n") != strings.Join(j.Warnings, "\n") {
			t.Errorf("%s: the job has warnings %q", c.name, got.Warnings)
		}
	}
}

// The limits of the server hold for bodies in JSON and for files, and each job has the server's
// limit of time.
func TestLimitsOfAllBodies(t *testing.T) {
	h := New(storetest.New(t), Options{MaxCities: 4, MaxTime: time.Minute})
	for _, c := range []struct{ name, kind, query, before, city, after string }{
		{"coordinates", plainJSON, "", `{"coordinates":[[0,0]`, ",[1,1]", "]}"},
		{"file of coordinates", "", "?format=coordinates", "[[0,0]", ",[1,1]", "]"},
		{"CSV", "", "", "x,y\n0,0\n", "1,1\n", ""},
		{"text", plainJSON, "", `{"instance":"x,y\n0,0\n`, `1,1\n`, `"}`},
	} {
		for _, cities := range []int{4, 5} {
			body := c.before + strings.Repeat(c.city, cities-1) + c.after
			w := call(t, h, "POST", "/v1/jobs"+c.query, body, "Content-Type", c.kind)
			if cities > 4 {
				decode[problem](t, w, http.StatusUnprocessableEntity)
				continue
			}
			if j := decode[job.Job](t, w, http.StatusAccepted); time.Duration(j.MaxTime) != time.Minute {
				t.Errorf("%s: the job has limit %v", c.name, time.Duration(j.MaxTime))
			}
		}
	}
	matrix := `{"matrix":[[1,1,1,1,1]` + strings.Repeat(",[1,1,1,1,1]", 4) + "]}"
	decode[problem](t, submitJSON(t, h, matrix), http.StatusUnprocessableEntity)
}

// A long name is refused; long texts of an input are shortened beside it, where they have to fit
// in a record.
func TestLongTexts(t *testing.T) {
	_, h := newHandler(t)
	long := strings.Repeat("ä", 2<<20)
	w := submitJSON(t, h, `{"coordinates":`+square+`,"name":"`+long+`"}`)
	refused(t, w, http.StatusUnprocessableEntity, "body", "2097152 characters")
	j := posted(t, h, "", "name,lat,lon\n"+long[:512<<10]+",0,0\na,1,1\nb,2,3\n")
	if len(j.Warnings) != 1 || !strings.HasSuffix(j.Warnings[0], "…") {
		t.Errorf("%d warnings", len(j.Warnings))
	}
}

// A client repeats its own jobs alone. Of what others have uploaded it learns nothing.
func TestReplay(t *testing.T) {
	store := storetest.New(t)
	h := withTokensOn(t, store, Options{})
	submit := func(secret string, replay job.Digest) *httptest.ResponseRecorder {
		options := ""
		if replay != "" {
			options = `,"options":{"replay":"` + string(replay) + `"}`
		}
		return call(t, h, "POST", "/v1/jobs", `{"coordinates":`+square+options+`}`, "Content-Type", plainJSON, "Authorization",
			"Bearer "+secret)
	}
	bobs := decode[job.Job](t, submit(bobSecret, ""), http.StatusAccepted)
	replay, err := store.Put(t.Context(), []byte("{}"))
	if err == nil {
		err = storetest.Take(t, store, bobs.ID).Finish(t.Context(), job.Done, &job.Result{Replay: replay}, nil)
	}
	if err != nil {
		t.Fatal(err)
	}
	decode[job.Job](t, submit(bobSecret, replay), http.StatusAccepted)
	refused := decode[problem](t, submit(annSecret, job.Digest(strings.Repeat("0a", 32))), http.StatusUnprocessableEntity)
	for _, object := range []job.Digest{replay, bobs.Input.Object} {
		p := decode[problem](t, submit(annSecret, object), http.StatusUnprocessableEntity)
		if p.Type != problemType+"option" || p.Type != refused.Type || p.Detail != refused.Detail {
			t.Errorf("bob's object gets %+v, one that is not there %+v", p, refused)
		}
	}
}
