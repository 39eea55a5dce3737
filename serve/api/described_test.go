package api

import (
	"bytes"
	"fmt"
	"mime"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

// openAPI is the published schema of descriptions,
// https://spec.openapis.org/oas/3.1/schema/2022-10-07.
const openAPI = "testdata/openapi-3.1.schema.json"

// described is the description of the interface, which checks requests and answers.
type described struct {
	schemas  *jsonschema.Compiler
	document *huma.OpenAPI
	patterns *http.ServeMux // of the routes
}

// descriptionURL is a name for the description, to which references in it are relative.
const descriptionURL = "http://localhost/openapi.json"

// newDescribed takes the schemas of a description as it was answered.
func newDescribed(text []byte) (*described, error) {
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	d := &described{jsonschema.NewCompiler(), newDocument(routes()), http.NewServeMux()}
	for _, r := range routes() {
		d.patterns.Handle(r.pattern, http.NotFoundHandler())
	}
	d.schemas.AssertFormat()
	return d, d.schemas.AddResource(descriptionURL, value)
}

// find returns the operation of a request, and a JSON pointer to it.
func (d *described) find(r *http.Request) (*huma.Operation, string, error) {
	_, pattern := d.patterns.Handler(r)
	method, path, _ := strings.Cut(pattern, " ")
	item := d.document.Paths[path]
	if item == nil {
		return nil, "", fmt.Errorf("%s %s is not described", r.Method, r.URL.Path)
	}
	escaped := strings.NewReplacer("~", "~0", "/", "~1").Replace(path)
	return map[string]*huma.Operation{http.MethodGet: item.Get, http.MethodPost: item.Post, http.MethodDelete: item.Delete}[method],
		"/paths/" + url.PathEscape(escaped) + "/" + strings.ToLower(method), nil
}

// validate checks a value by the schema at a JSON pointer.
func (d *described) validate(pointer string, value any) error {
	schema, err := d.schemas.Compile(descriptionURL + "#" + pointer)
	if err != nil {
		return err
	}
	return schema.Validate(value)
}

// request checks the query and the body of a request.
func (d *described) request(r *http.Request, body string) error {
	o, at, err := d.find(r)
	if err != nil {
		return err
	}
	for name, values := range r.URL.Query() {
		i := slices.IndexFunc(o.Parameters, func(p *huma.Param) bool { return p.In == "query" && p.Name == name })
		if i < 0 {
			return fmt.Errorf("parameter %s is not described", name)
		}
		var value any = values[0]
		if kind := o.Parameters[i].Schema.Type; kind == huma.TypeInteger || kind == huma.TypeBoolean {
			if value, err = jsonschema.UnmarshalJSON(strings.NewReader(values[0])); err != nil {
				return err
			}
		}
		if err := d.validate(fmt.Sprintf("%s/parameters/%d/schema", at, i), value); err != nil {
			return fmt.Errorf("parameter %s=%v: %w", name, value, err)
		}
	}
	if (o.RequestBody == nil) != (body == "") {
		return fmt.Errorf("the description has a body %+v, the request %q", o.RequestBody, body)
	}
	if body == "" {
		return nil
	}
	return d.body(o.RequestBody.Content, at+"/requestBody", r.Header.Get("Content-Type"), body)
}

// answer checks the answer of a request.
func (d *described) answer(r *http.Request, w *httptest.ResponseRecorder) error {
	o, at, err := d.find(r)
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
	return d.body(b.Content, at+"/responses/"+status, w.Header().Get("Content-Type"), w.Body.String())
}

// body checks a body that is described at a JSON pointer.
func (d *described) body(of map[string]*huma.MediaType, at, contentType, text string) error {
	media, _, err := mime.ParseMediaType(contentType)
	if err != nil {
		return fmt.Errorf("content type %q: %w", contentType, err)
	}
	content, ok := of[media]
	if !ok {
		return fmt.Errorf("content type %s is not described", media)
	}
	if content.Schema == nil {
		return nil
	}
	var value any = text
	if media == plainJSON || strings.HasSuffix(media, "+json") {
		if value, err = jsonschema.UnmarshalJSON(strings.NewReader(text)); err != nil {
			return err
		}
	}
	escaped := url.PathEscape(strings.ReplaceAll(media, "/", "~1"))
	return d.validate(at+"/content/"+escaped+"/schema", value)
}
