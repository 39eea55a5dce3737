package api

import (
	"bytes"
	"encoding/json"
	"net/http/httptest"
	"slices"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/serve/job"
	"github.com/aco-vk/aco-vk/serve/store/storetest"
)

// The description is valid OpenAPI 3.1, and its schemas are valid JSON Schema.
func TestDescriptionIsValid(t *testing.T) {
	text := call(t, New(storetest.New(t), Options{}), "GET", "/v1/openapi.json", "").Body.Bytes()
	rules := must.Get(jsonschema.NewCompiler().Compile(openAPI))(t)
	value := must.Get(jsonschema.UnmarshalJSON(bytes.NewReader(text)))(t)
	if err := rules.Validate(value); err != nil {
		t.Error(err)
	}
	d := must.Get(newDescribed(text))(t)
	for name := range newDocument(routes()).Components.Schemas.Map() {
		if _, err := d.schemas.Compile(descriptionURL + "#/components/schemas/" + name); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	if bytes.Contains(text, []byte("hown")) {
		t.Error("a type has the name that it has in Go")
	}
	delete(value.(map[string]any), "info")
	if rules.Validate(value) == nil {
		t.Error("a description without info is valid")
	}
}

// Each body that the description has as an example is accepted, and the answers are as it says.
func TestDescriptionExamples(t *testing.T) {
	store, h := newHandler(t)
	d := must.Get(newDescribed(call(t, h, "GET", "/v1/openapi.json", "").Body.Bytes()))(t)
	ask := func(method, target, body, kind string) []byte {
		t.Helper()
		r := httptest.NewRequestWithContext(t.Context(), method, target, nil)
		r.Header.Set("Content-Type", kind)
		if err := d.request(r, body); err != nil {
			t.Errorf("%s %s %s: %v", method, target, body, err)
		}
		w := call(t, h, method, target, body, "Content-Type", kind)
		if err := d.answer(r, w); err != nil {
			t.Errorf("%s %s: answer %d %s: %v", method, target, w.Code, w.Body, err)
		}
		if w.Code >= 400 {
			t.Errorf("%s %s %s: status %d: %s", method, target, body, w.Code, w.Body)
		}
		return w.Body.Bytes()
	}
	submitted := 0
	for _, r := range routes() {
		for _, c := range r.says.request {
			if c.example == nil { // of a form
				continue
			}
			body, isText := c.example.(string)
			if !isText {
				data := must.Get(json.Marshal(c.example))(t)
				body = string(data)
			}
			var j job.Job
			if r.says.id == "solve" {
				ask("POST", "/v1/solve?wait=0", body, c.media)
				continue
			}
			must.Do(t, json.Unmarshal(ask("POST", "/v1/jobs", body, c.media), &j))
			submitted++
			finish(t, store, j.ID, 0, 1, 2, 3, 4)
			for path, header := range map[string][2]string{
				"/tour.csv": {"If-None-Match", "*"}, "/events": {"Last-Event-ID", "99"},
			} {
				target := "/v1/jobs/" + j.ID + path
				r := httptest.NewRequestWithContext(t.Context(), "GET", target, nil)
				w := call(t, h, "GET", target, "", header[0], header[1])
				if err := d.answer(r, w); err != nil || w.Body.Len() > 0 {
					t.Errorf("%s: answer %d %s: %v", target, w.Code, w.Body, err)
				}
			}
			for _, path := range []string{"", "/tour", "/tour.csv", "/instance", "/coordinates", "/land.svg", "/picture.svg", "/stops"} {
				ask("GET", "/v1/jobs/"+j.ID+path, "", "")
			}
			ask("DELETE", "/v1/jobs/"+j.ID, "", "")
		}
	}
	if submitted != 3 {
		t.Errorf("%d examples", submitted)
	}
	ask("GET", "/v1/jobs?limit=2&state=done", "", "")
	ask("GET", "/v1/jobs?include=tour", "", "")
	ask("GET", "/v1/workers", "", "")

	wrong := httptest.NewRequestWithContext(t.Context(), "GET", "/v1/jobs?limit=none", nil)
	if d.request(wrong, "") == nil || d.answer(wrong, call(t, h, "GET", "/v1/workers", "")) == nil {
		t.Error("what is not as described is not found")
	}
}

// Every operation has a name of its own, and every type of a body is described.
func TestDescriptionIsComplete(t *testing.T) {
	var names []string
	for _, r := range routes() {
		names = append(names, r.says.id)
		if r.says.summary == "" {
			t.Errorf("%s has no summary", r.pattern)
		}
	}
	slices.Sort(names)
	if len(slices.Compact(names)) != len(routes()) {
		t.Errorf("names %v", names)
	}
	schemas := newDocument(routes()).Components.Schemas.Map()
	for _, name := range []string{"Job", "JobList", "WorkerList", "Submission", "Event", "RequestProblem", "Options"} {
		if schemas[name] == nil {
			t.Errorf("there is no %s", name)
		}
	}
}
