package api

import (
	"net/http"
	"reflect"
	"regexp"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"github.com/aco-vk/aco-vk/serve/job"
)

// description answers with the description of the interface as OpenAPI 3.1.
func (s *service) description(w http.ResponseWriter, _ *http.Request) error {
	return writeJSON(w, http.StatusOK, s.document)
}

// newDocument returns the description. It is made of the routes and of the Go types of their
// bodies.
func newDocument(routes []route) *huma.OpenAPI {
	types := newTypes("#/components/schemas/", nameOf)
	doc := &huma.OpenAPI{
		OpenAPI: "3.1.0",
		Info: &huma.Info{
			Title: "aco-vk", Version: "1",
			Description: "Short tours of travelling-salesman problems. Errors are problems (RFC 9457).",
			License:     &huma.License{Name: "Apache-2.0", Identifier: "Apache-2.0"},
		},
		Paths: map[string]*huma.PathItem{},
		Components: &huma.Components{
			Schemas: types,
			SecuritySchemes: map[string]*huma.SecurityScheme{"token": {Type: "http", Scheme: "bearer",
				Description: "only where the server has tokens"}},
		},
	}
	failed := &huma.Response{
		Description: "a problem: its type names the error, its detail says what failed, why, and what to do",
		Content: map[string]*huma.MediaType{
			"application/problem+json": {Schema: types.Schema(reflect.TypeFor[problem](), true, "")},
		},
	}
	for i := range routes {
		method, path, _ := strings.Cut(routes[i].pattern, " ")
		item := doc.Paths[path]
		if item == nil {
			item = &huma.PathItem{}
			doc.Paths[path] = item
		}
		o := routes[i].says.describe(types, path, failed)
		if routes[i].to == withToken {
			o.Security = []map[string][]string{{}, {"token": {}}}
		}
		switch method {
		case http.MethodGet:
			item.Get = o
		case http.MethodPost:
			item.Post = o
		case http.MethodDelete:
			item.Delete = o
		}
	}
	return doc
}

// nameOf names a type in the description. A request and a job have different problems.
func nameOf(t reflect.Type, hint string) string {
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	switch t {
	case reflect.TypeFor[problem]():
		return "RequestProblem"
	case reflect.TypeFor[shownJob]():
		return "Job"
	case reflect.TypeFor[shownEvent]():
		return "Event"
	case reflect.TypeFor[job.Machine]():
		return "Peer"
	}
	return huma.DefaultSchemaNamer(t, hint)
}

// inPath finds the names of the parameters of a path.
var inPath = regexp.MustCompile(`\{(\w+)\}`)

// describe returns the description of an operation. failed is the description of its errors.
func (o operation) describe(types huma.Registry, path string, failed *huma.Response) *huma.Operation {
	status := o.status
	if status == 0 {
		status = http.StatusOK
	}
	d := &huma.Operation{
		OperationID: o.id, Summary: o.summary, Parameters: o.parameters,
		Responses: map[string]*huma.Response{strconv.Itoa(status): {Description: http.StatusText(status),
			Content: contents(types, o.answer)}, "default": failed},
	}
	for _, status := range o.also {
		d.Responses[strconv.Itoa(status)] = &huma.Response{
			Description: http.StatusText(status), Content: contents(types, o.answer),
		}
	}
	for _, status := range o.empty {
		d.Responses[strconv.Itoa(status)] = &huma.Response{Description: http.StatusText(status)}
	}
	for _, name := range inPath.FindAllStringSubmatch(path, -1) {
		d.Parameters = append(d.Parameters, &huma.Param{Name: name[1], In: "path", Required: true,
			Schema: &huma.Schema{Type: huma.TypeString}})
	}
	if len(o.request) > 0 {
		d.RequestBody = &huma.RequestBody{Required: true, Content: contents(types, o.request)}
	}
	return d
}

// contents returns the description of bodies.
func contents(types huma.Registry, list []content) map[string]*huma.MediaType {
	described := map[string]*huma.MediaType{}
	for _, c := range list {
		m := &huma.MediaType{Example: c.example}
		switch {
		case c.value != nil:
			m.Schema = types.Schema(reflect.TypeOf(c.value), true, "")
		case strings.HasPrefix(c.media, "text/"):
			m.Schema = &huma.Schema{Type: huma.TypeString}
		}
		described[c.media] = m
	}
	return described
}
