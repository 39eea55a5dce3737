package api

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/serve/job"
	"github.com/aco-vk/aco-vk/serve/job/jobtest"
	"github.com/aco-vk/aco-vk/serve/store"
	"github.com/aco-vk/aco-vk/serve/store/storetest"
	"github.com/aco-vk/aco-vk/tsp/format"
)

const square = `[[0,0],[0,10],[10,10],[10,0]]`

// call sends a request to a handler. headers are names and values in turn.
func call(t testing.TB, h http.Handler, method, target, body string, headers ...string) *httptest.ResponseRecorder {
	t.Helper()
	return request(t.Context(), h, method, target, body, headers...)
}

// decode decodes an answer of a status.
func decode[T any](t testing.TB, w *httptest.ResponseRecorder, status int) (value T) {
	t.Helper()
	if w.Code != status {
		t.Fatalf("status %d instead of %d: %s", w.Code, status, w.Body)
	}
	must.Do(t, json.Unmarshal(w.Body.Bytes(), &value))
	return value
}

// submitJSON sends a submission in JSON.
func submitJSON(t testing.TB, h http.Handler, body string) *httptest.ResponseRecorder {
	t.Helper()
	return call(t, h, "POST", "/v1/jobs", body, "Content-Type", plainJSON)
}

// refused checks the problem of an answer: its status, its kind and a part of its detail.
func refused(t testing.TB, w *httptest.ResponseRecorder, status int, kind, detail string) {
	t.Helper()
	if p := decode[problem](t, w, status); p.Type != problemType+kind || !strings.Contains(p.Detail, detail) || p.Detail == "" {
		t.Errorf("problem %.500v, want %s with %q", p, kind, detail)
	}
}

// posted submits a job, which is accepted.
func posted(t testing.TB, h http.Handler, query, body string, headers ...string) job.Job {
	t.Helper()
	return decode[job.Job](t, call(t, h, "POST", "/v1/jobs"+query, body, headers...), http.StatusAccepted)
}

// submitSquare submits four cities. headers are names and values in turn.
func submitSquare(t testing.TB, h http.Handler, headers ...string) job.Job {
	t.Helper()
	return posted(t, h, "", `{"coordinates":`+square+`}`, append(headers, "Content-Type", plainJSON)...)
}

// newHandler returns a handler with a store in memory.
func newHandler(t testing.TB) (*store.Store, http.Handler) {
	store := storetest.New(t)
	return store, New(store, Options{})
}

// finish ends the job that waits longest with a tour, as a worker does, and waits until the store
// counts it as done.
func finish(t testing.TB, store *store.Store, id string, tour ...int32) {
	t.Helper()
	before := store.Figures().Jobs[job.Done]
	storetest.Finish(t, store, storetest.Take(t, store, id), tour...)
	jobtest.Until(func() bool { return store.Figures().Jobs[job.Done] > before })
}

func TestSubmit(t *testing.T) {
	for _, c := range []struct{ name, target, kind, body, format string }{
		{"coordinates", "", "application/json", `{"coordinates":` + square + `,"options":{"time_limit":"2s","seed":1}}`,
			"coordinates"},
		{"matrix", "", "application/json", `{"matrix":[[0,1,2,3],[1,0,4,5],[2,4,0,6],[3,5,6,0]]}`, "json"},
		{"text", "", "application/json; charset=utf-8", `{"instance":"x,y\n0,0\n0,10\n10,10\n10,0\n"}`, "csv"},
		{"file", "?time_limit=2s&seed=1&name=7", "text/csv", "x,y\n0,0\n0,10\n10,10\n10,0\n", "csv"},
		{"gzip", "", "application/gzip", zipped("x,y\n0,0\n0,10\n10,10\n10,0\n"), "csv"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, h := newHandler(t)
			w := call(t, h, "POST", "/v1/jobs"+c.target, c.body, "Content-Type", c.kind)
			j := decode[job.Job](t, w, http.StatusAccepted)
			if j.State != job.Queued || j.Input.Cities != 4 || j.Input.Format != c.format {
				t.Errorf("job is %s", w.Body)
			}
			if strings.Contains(c.target+c.body, "2s") && (time.Duration(j.Options.TimeLimit) != 2*time.Second ||
				*j.Options.Seed != 1) {
				t.Errorf("options are %+v", j.Options)
			}
			got := decode[job.Job](t, call(t, h, "GET", w.Header().Get("Location"), ""), http.StatusOK)
			if got.ID != j.ID {
				t.Errorf("job %s at the address of job %s", got.ID, j.ID)
			}
			if w := call(t, h, "GET", w.Header().Get("Location")+"/instance", ""); w.Code != http.StatusOK ||
				w.Body.Len() == 0 {
				t.Errorf("instance: status %d, %q", w.Code, w.Body)
			}
		})
	}
}

func TestIdempotencyKey(t *testing.T) {
	_, h := newHandler(t)
	submit := func(seed int) *httptest.ResponseRecorder {
		return call(t, h, "POST", fmt.Sprintf("/v1/jobs?seed=%d", seed), "x,y\n0,0\n0,10\n10,10\n", "Idempotency-Key",
			"k")
	}
	first := decode[job.Job](t, submit(1), http.StatusAccepted)
	if again := decode[job.Job](t, submit(1), http.StatusOK); again.ID != first.ID {
		t.Errorf("job %s after job %s", again.ID, first.ID)
	}
	refused(t, submit(2), http.StatusConflict, "key", "")
}

func TestProblems(t *testing.T) {
	h := New(storetest.New(t), Options{MaxBody: 1000, MaxCities: 10, MaxTime: time.Minute})
	open := submitSquare(t, h)
	bomb := zipped(strings.Repeat("0", 2000))
	for _, c := range []struct {
		name, method, target, body string
		status                     int
		kind                       string
	}{
		{"no JSON", "POST", "/v1/jobs", `{`, 400, "json"},
		{"two documents", "POST", "/v1/jobs", `{}{}`, 400, "json"},
		{"unknown field", "POST", "/v1/jobs", `{"speed":1}`, 400, "json"},
		{"no instance", "POST", "/v1/jobs", `{}`, 422, "body"},
		{"two instances", "POST", "/v1/jobs", `{"coordinates":` + square + `,"instance":"x,y\n0,0\n"}`, 422, "body"},
		{"no cities", "POST", "/v1/jobs", `{"coordinates":[]}`, 422, "instance"},
		{"syntax", "POST", "/v1/jobs", `{"instance":"x,y\n0,0\nzero,1\n5,5\n"}`, 422, "syntax"},
		{"option", "POST", "/v1/jobs", `{"coordinates":` + square + `,"options":{"ants":-1}}`, 422, "option"},
		{"long time", "POST", "/v1/jobs", `{"coordinates":` + square + `,"options":{"time_limit":"2m"}}`, 422,
			"option"},
		{"many cities", "POST", "/v1/jobs", `{"coordinates":[` + strings.Repeat("[1,2],", 10) + `[3,4]]}`, 422,
			"too-large"},
		{"large body", "POST", "/v1/jobs", strings.Repeat(" ", 2000), 413, "body"},
		{"gzip bomb", "POST", "/v1/jobs", bomb, 413, "body"},
		{"gzip in gzip", "POST", "/v1/jobs", zipped(bomb), 422, "body"},
		{"damaged gzip", "POST", "/v1/jobs", bomb[:8], 400, "body"},
		{"no such path", "GET", "/v1/nothing", "", 404, "not-found"},
		{"no such method", "PUT", "/v1/jobs", "", 404, "not-found"},
		{"no such job", "GET", "/v1/jobs/none", "", 404, "not-found"},
		{"end of no job", "DELETE", "/v1/jobs/none", "", 404, "not-found"},
		{"events of no job", "GET", "/v1/jobs/none/events", "", 404, "not-found"},
		{"no tour yet", "GET", "/v1/jobs/" + open.ID + "/tour", "", 404, "no-tour"},
		{"no such file", "GET", "/v1/jobs/" + open.ID + "/tour.docx", "", 404, "not-found"},
		{"page of none", "GET", "/v1/jobs?limit=0", "", 400, "query"},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := call(t, h, c.method, c.target, c.body, "Content-Type", "application/json")
			refused(t, w, c.status, c.kind, "")
			if media := w.Header().Get("Content-Type"); media != "application/problem+json" {
				t.Errorf("content type %s", media)
			}
		})
	}
}

func TestList(t *testing.T) {
	_, h := newHandler(t)
	var want, got []string
	for range 5 {
		want = append([]string{submitSquare(t, h).ID}, want...)
	}
	for target := "/v1/jobs?state=queued&limit=2"; target != ""; {
		w := call(t, h, "GET", target, "")
		for _, j := range decode[struct{ Jobs []job.Job }](t, w, http.StatusOK).Jobs {
			got = append(got, j.ID)
		}
		target, _, _ = strings.Cut(strings.TrimPrefix(w.Header().Get("Link"), "<"), ">")
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("jobs %v instead of %v", got, want)
	}
}

func TestTour(t *testing.T) {
	store, h := newHandler(t)
	j := submitSquare(t, h)
	finish(t, store, j.ID, 2, 3, 0, 1)
	address := "/v1/jobs/" + j.ID + "/tour"
	for _, c := range []struct{ name, suffix, accept, kind string }{
		{"nothing said", "", "", "application/json"},
		{"anything", "", "image/png, */*;q=0.1", "application/json"},
		{"the best", "", "application/json;q=0.5, text/csv", "text/csv"},
		{"any text", "", "text/*", "text/csv"},
		{"raw", "", "application/octet-stream", "application/octet-stream"},
		{"suffix", ".tour", "text/csv", "text/plain"},
		{"suffix of words", ".raw", "", "application/octet-stream"},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := call(t, h, "GET", address+c.suffix, "", "Accept", c.accept)
			if w.Code != http.StatusOK || w.Header().Get("Content-Type") != c.kind || w.Body.Len() == 0 {
				t.Fatalf("status %d, %s: %s", w.Code, w.Header().Get("Content-Type"), w.Body)
			}
			tag := w.Header().Get("ETag")
			if w := call(t, h, "GET", address+c.suffix, "", "Accept", c.accept, "If-None-Match",
				`"other", `+tag); w.Code != http.StatusNotModified || w.Body.Len() != 0 {
				t.Errorf("status %d for a tour that the client has: %s", w.Code, w.Body)
			}
		})
	}
	route := decode[struct {
		Length float64
		Tour   []int
	}](t, call(t, h, "GET", address+".json", ""), http.StatusOK)
	if route.Length != 40 || fmt.Sprint(route.Tour) != "[1 2 3 4]" {
		t.Errorf("route %+v", route)
	}
	if w := call(t, h, "GET", address, "", "Accept", "image/png"); w.Code != http.StatusNotAcceptable {
		t.Errorf("status %d for a picture", w.Code)
	}
	if w := call(t, h, "GET", address+".gpx", ""); w.Code != http.StatusNotAcceptable || w.Header().Get("ETag") != "" {
		t.Errorf("status %d for a route on the globe of cities in the plane", w.Code)
	}
	damaged := submitSquare(t, h)
	finish(t, store, damaged.ID, 2, 2, 0, 1)
	if w := call(t, h, "GET", "/v1/jobs/"+damaged.ID+"/tour.json", ""); w.Code != http.StatusInternalServerError {
		t.Errorf("status %d for a tour that visits a city twice", w.Code)
	}
}

// Each format of routes has a media type, and no two have the same.
func TestMediaTypes(t *testing.T) {
	types, media := map[format.Output]bool{}, map[string]bool{}
	for _, m := range mediaTypes {
		types[m.output], media[m.media] = true, true
	}
	for _, output := range append([]format.Output{words, listPage}, format.Outputs...) {
		if !types[output] {
			t.Errorf("there is no media type of %s", output)
		}
	}
	if len(types) != len(mediaTypes) || len(media) != len(mediaTypes) {
		t.Errorf("%d media types have %d formats and %d names", len(mediaTypes), len(types), len(media))
	}
}

func TestEvents(t *testing.T) {
	store := storetest.New(t)
	server := httptest.NewServer(New(store, Options{Heartbeat: time.Millisecond}))
	t.Cleanup(server.Close) // after the streams are closed, which are cleaned up first
	j := submitSquare(t, server.Config.Handler)

	lines := linesOf(t, follow(t, server.URL, j.ID))
	expect(t, lines, ":", "id: 1", "event: state")
	lease := storetest.Take(t, store, j.ID)
	expect(t, lines, "id: 2", "event: state", `"state":"running"`)
	must.Do(t, lease.Report(t.Context(), job.Progress{Best: 41}))
	expect(t, lines, "id: 3", "event: progress", `"best":41`)
	storetest.Finish(t, store, lease, 0, 1, 2, 3)
	expect(t, lines, "id: 4", `"state":"done"`)
	for lines.Scan() { // ends with the job
	}

	lines = linesOf(t, follow(t, server.URL, j.ID, "Last-Event-ID", "1"))
	expect(t, lines, "id: 2", "id: 3", "id: 4")
	if w := call(t, server.Config.Handler, "GET", "/v1/jobs/"+j.ID+"/events", "",
		"Last-Event-ID", "4"); w.Code != http.StatusNoContent {
		t.Errorf("status %d after the last event", w.Code)
	}
}

// follow opens a stream of events. headers are names and values in turn.
func follow(t *testing.T, server, id string, headers ...string) *http.Response {
	t.Helper()
	r := must.Get(http.NewRequestWithContext(t.Context(), "GET", server+"/v1/jobs/"+id+"/events", nil))(t)
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	response := must.Get(http.DefaultClient.Do(r))(t)
	t.Cleanup(func() { _ = response.Body.Close() })
	return response
}

// linesOf returns the lines of a stream of events.
func linesOf(t *testing.T, response *http.Response) *bufio.Scanner {
	t.Helper()
	if kind := response.Header.Get("Content-Type"); kind != "text/event-stream" {
		t.Fatalf("status %d, %s", response.StatusCode, kind)
	}
	return bufio.NewScanner(response.Body)
}

// expect reads lines until each text has come, in any order.
func expect(t *testing.T, lines *bufio.Scanner, texts ...string) {
	t.Helper()
	missing := map[string]bool{}
	for _, text := range texts {
		missing[text] = true
	}
	for len(missing) > 0 {
		if !lines.Scan() {
			t.Fatalf("the stream ended without %v: %v", missing, lines.Err())
		}
		for text := range missing {
			if strings.Contains(lines.Text(), text) {
				delete(missing, text)
			}
		}
	}
}

// A client that does not read, half a body and 10,000 headers harm no other client.
func TestBadClients(t *testing.T) {
	server := httptest.NewUnstartedServer(nil)
	server.Config = NewServer(New(storetest.New(t), Options{}))
	server.Start()
	t.Cleanup(server.Close)
	j := submitSquare(t, server.Config.Handler)
	dial := func(request string) net.Conn {
		connection := must.Get(net.Dial("tcp", server.Listener.Addr().String()))(t)
		t.Cleanup(func() { _ = connection.Close() })
		_, _ = io.WriteString(connection, request) // the server may end the connection first
		return connection
	}
	dial("GET /v1/jobs/" + j.ID + "/events HTTP/1.1\r\nHost: h\r\n\r\n")
	dial("POST /v1/jobs HTTP/1.1\r\nHost: h\r\nContent-Length: 1000\r\n\r\nx,y\n0,0\n").Close()
	headers := dial("GET /healthz HTTP/1.1\r\nHost: h\r\n" + strings.Repeat("X-Header: value\r\n", 10_000))
	if answer, err := http.ReadResponse(bufio.NewReader(headers), nil); err == nil &&
		answer.StatusCode != http.StatusRequestHeaderFieldsTooLarge {
		t.Errorf("status %d for 10,000 headers", answer.StatusCode)
	}
	response := must.Get(http.Get(server.URL + "/readyz"))(t)
	defer response.Body.Close()
	if response.StatusCode != http.StatusNoContent {
		t.Errorf("status %d", response.StatusCode)
	}
	server.CloseClientConnections()
}

// No body is an error of the server.
func FuzzSubmit(f *testing.F) {
	f.Add("application/json", `{"coordinates":`+square+`,"options":{"time_limit":"2s","start":1}}`, "")
	f.Add("application/json", `{"matrix":[[0,1.5],[1e300,0]]}`, "")
	f.Add("application/json", `{"coordinates":[[1e308,-1e308],[null,2]],"metric":"haversine"}`, "")
	f.Add("text/csv", "x,y\n0,0\n1,1\n", "seed=-1&ants={}")
	f.Add("",
		"NAME: a\nTYPE: TSP\nDIMENSION: 3\nEDGE_WEIGHT_TYPE: EUC_2D\nNODE_COORD_SECTION\n1 0 0\n2 1 1\n3 2 0\nEOF\n",
		"end=2")
	f.Add("", zipped(square), "format=json&metric=chess")
	f.Add("", workbook(customers), "sheet=Touren&start=Depot&open=true&columns=name%3DKunde")
	f.Add("", archive("doc.kml", "<kml><Placemark><Point><coordinates>7,48</coordinates></Point></Placemark></kml>"), "")
	f.Add("multipart/form-data; boundary=b",
		"--b\r\nContent-Disposition: form-data; name=\"places\"\r\n\r\nlat,lon\n1,1\n1,2\n2,2\n\r\n"+
			"--b\r\nContent-Disposition: form-data; name=\"matrix\"\r\n\r\n0,1,2\n1,0,3\n2,3,0\n\r\n--b--\r\n", "start=2")
	h := New(storetest.New(f), Options{MaxBody: 1 << 16, MaxCities: 1000})
	f.Fuzz(func(t *testing.T, kind, body, query string) {
		target := url.URL{Path: "/v1/jobs", RawQuery: query}
		r := httptest.NewRequestWithContext(t.Context(), "POST", "/v1/jobs", strings.NewReader(body))
		r.URL = &target
		r.Header.Set("Content-Type", kind)
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		if w.Code >= 500 {
			t.Errorf("status %d: %s", w.Code, w.Body)
		}
	})
}

// zipped returns text in gzip.
func zipped(text string) string {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, _ = w.Write([]byte(text)) // to memory
	_ = w.Close()
	return b.String()
}
