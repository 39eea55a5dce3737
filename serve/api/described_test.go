package api

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"mime"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// openAPI is the published schema of descriptions,
// https://spec.openapis.org/oas/3.1/schema/2022-10-07.
const openAPI = "testdata/openapi-3.1.schema.json"

// described is the description of the interface, which checks requests and answers.
type described struct {
	schemas *jsonschema.Compiler
	paths   map[string]map[string]describedOperation // by path and method
}

type describedOperation struct {
	Parameters []struct {
		Name, In string
		Required bool
		Schema   struct{ Type string }
	}
	RequestBody *describedBody
	Responses   map[string]*describedBody // by status
}

type describedBody struct {
	Required bool
	Content  map[string]struct{ Schema json.RawMessage } // by media type
}

// descriptionURL is a name for the description, to which references in it are relative.
const descriptionURL = "http://localhost/openapi.json"

// newDescribed reads a description.
func newDescribed(text []byte) (*described, error) {
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	var document struct {
		Paths map[string]map[string]describedOperation
	}
	if err := json.Unmarshal(text, &document); err != nil {
		return nil, err
	}
	d := &described{jsonschema.NewCompiler(), document.Paths}
	d.schemas.AssertFormat()
	return d, d.schemas.AddResource(descriptionURL, value)
}

// find returns the operation of a request, a JSON pointer to it, and the values in its path. A path
// without variables is preferred, as OpenAPI says.
func (d *described) find(r *http.Request) (*describedOperation, string, map[string]string, error) {
	parts := strings.Split(r.URL.Path, "/")
	variables := func(a, b string) int { return cmp.Compare(strings.Count(a, "{"), strings.Count(b, "{")) }
	for _, path := range slices.SortedFunc(maps.Keys(d.paths), variables) {
		operations := d.paths[path]
		values, names := map[string]string{}, strings.Split(path, "/")
		equal := len(names) == len(parts)
		for i := 0; equal && i < len(parts); i++ {
			if strings.HasPrefix(names[i], "{") {
				values[strings.Trim(names[i], "{}")] = parts[i]
			} else {
				equal = names[i] == parts[i]
			}
		}
		method := strings.ToLower(r.Method)
		if o, ok := operations[method]; equal && ok {
			escaped := strings.NewReplacer("~", "~0", "/", "~1").Replace(path)
			return &o, "/paths/" + url.PathEscape(escaped) + "/" + method, values, nil
		}
	}
	return nil, "", nil, fmt.Errorf("%s %s is not described", r.Method, r.URL.Path)
}

// validate checks a value by the schema at a JSON pointer.
func (d *described) validate(pointer string, value any) error {
	schema, err := d.schemas.Compile(descriptionURL + "#" + pointer)
	if err != nil {
		return err
	}
	return schema.Validate(value)
}

// request checks the parameters and the body of a request.
func (d *described) request(r *http.Request, body string) error {
	o, at, inPath, err := d.find(r)
	if err != nil {
		return err
	}
	known := map[string]bool{}
	for i, p := range o.Parameters {
		value, found := "", false
		switch p.In {
		case "path":
			value, found = inPath[p.Name]
		case "query":
			known[p.Name] = true
			value, found = r.URL.Query().Get(p.Name), r.URL.Query().Has(p.Name)
		case "header":
			value, found = r.Header.Get(p.Name), r.Header.Values(p.Name) != nil
		default:
			return fmt.Errorf("parameter %s is in %q", p.Name, p.In)
		}
		if !found {
			if p.Required {
				return fmt.Errorf("parameter %s is missing", p.Name)
			}
			continue
		}
		var of any = value
		switch p.Schema.Type {
		case "integer", "number", "boolean":
			of, err = jsonschema.UnmarshalJSON(strings.NewReader(value))
		}
		if err == nil {
			err = d.validate(fmt.Sprintf("%s/parameters/%d/schema", at, i), of)
		}
		if err != nil {
			return fmt.Errorf("parameter %s=%s: %w", p.Name, value, err)
		}
	}
	for name := range r.URL.Query() {
		if !known[name] {
			return fmt.Errorf("parameter %s is not described", name)
		}
	}
	if o.RequestBody == nil || body == "" && !o.RequestBody.Required {
		if body != "" {
			return fmt.Errorf("a body is not described")
		}
		return nil
	}
	return d.body(o.RequestBody, at+"/requestBody", r.Header.Get("Content-Type"), body)
}

// answer checks the answer of a request.
func (d *described) answer(r *http.Request, w *httptest.ResponseRecorder) error {
	o, at, _, err := d.find(r)
	if err != nil {
		return err
	}
	status := strconv.Itoa(w.Code)
	if o.Responses[status] == nil && w.Code >= 400 { // each other status is described by its number
		status = "default"
	}
	b := o.Responses[status]
	if b == nil {
		return fmt.Errorf("status %d is not described", w.Code)
	}
	if len(b.Content) == 0 {
		if w.Body.Len() > 0 {
			return fmt.Errorf("status %d has no body in the description", w.Code)
		}
		return nil
	}
	return d.body(b, at+"/responses/"+status, w.Header().Get("Content-Type"), w.Body.String())
}

// body checks a body that is described at a JSON pointer.
func (d *described) body(b *describedBody, at, contentType, text string) error {
	media, _, err := mime.ParseMediaType(contentType)
	if err != nil {
		return fmt.Errorf("content type %q: %w", contentType, err)
	}
	content, ok := b.Content[media]
	if !ok {
		return fmt.Errorf("content type %s is not described", media)
	}
	if content.Schema == nil {
		return nil
	}
	var value any = text
	if media == "application/json" || strings.HasSuffix(media, "+json") {
		if value, err = jsonschema.UnmarshalJSON(strings.NewReader(text)); err != nil {
			return err
		}
	}
	escaped := url.PathEscape(strings.ReplaceAll(media, "/", "~1"))
	return d.validate(at+"/content/"+escaped+"/schema", value)
}

// The checks find what is not as described.
func TestDescribedFindsErrors(t *testing.T) {
	d, err := newDescribed([]byte(`{"paths":{"/a/c":{"post":{"responses":{"204":{}}}},"/a/{x}":{"post":{
		"parameters":[{"name":"x","in":"path","required":true,"schema":{"type":"integer"}},
			{"name":"q","in":"query","schema":{"enum":["yes"]}}],
		"requestBody":{"required":true,"content":{"application/json":{"schema":{"$ref":"#/components/schemas/N"}}}},
		"responses":{"200":{"content":{"application/json":{"schema":{"$ref":"#/components/schemas/N"}}}},"304":{}}}}},
		"components":{"schemas":{"N":{"type":"object","required":["n"],"properties":{"n":{"minimum":3}}}}}}`))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		method, target, kind, body string
		status                     int
		answer                     string
		asked, answered            bool // as described
	}{
		{"POST", "/a/1?q=yes", "application/json", `{"n":3}`, 200, `{"n":4}`, true, true},
		{"POST", "/a/1", "application/json; charset=utf-8", `{"n":3}`, 304, "", true, true},
		{"POST", "/a/c", "", "", 204, "", true, true},
		{"GET", "/a/1", "application/json", `{"n":3}`, 200, `{"n":4}`, false, false},
		{"POST", "/a/b", "application/json", `{"n":3}`, 200, `{"n":2}`, false, false},
		{"POST", "/a/1?q=no", "application/json", `{"n":3}`, 304, "text", false, false},
		{"POST", "/a/1?p=yes", "application/json", `{"n":3}`, 500, `{"n":4}`, false, false},
		{"POST", "/a/1", "application/json", `{"n":2}`, 200, `{`, false, false},
		{"POST", "/a/1", "application/json", "", 200, `{}`, false, false},
		{"POST", "/a/1", "text/csv", `{"n":3}`, 200, `{"n":4}`, false, false},
	} {
		r := httptest.NewRequestWithContext(t.Context(), c.method, c.target, strings.NewReader(c.body))
		r.Header.Set("Content-Type", c.kind)
		w := httptest.NewRecorder()
		w.Header().Set("Content-Type", c.kind)
		w.WriteHeader(c.status)
		w.WriteString(c.answer)
		if err := d.request(r, c.body); (err == nil) != c.asked {
			t.Errorf("request %+v: %v", c, err)
		}
		if err := d.answer(r, w); (err == nil) != c.answered {
			t.Errorf("answer %+v: %v", c, err)
		}
	}
}
