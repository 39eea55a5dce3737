package main

import (
	"bytes"
	"reflect"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/aco-vk/aco-vk/aco"
	"github.com/aco-vk/aco-vk/aco/merged"
	"github.com/aco-vk/aco-vk/internal/must"
)

const schemaFile = "../../docs/report.schema.json"

// Reports of all kinds are valid by docs/report.schema.json.
func TestReportsAreValid(t *testing.T) {
	schema := must.Get(jsonschema.NewCompiler().Compile(schemaFile))(t)
	for _, arguments := range []string{
		"gen:uniform:30:1 --algorithm as --iterations 2",
		"gen:uniform:30:1 --algorithm mmas --iterations 2 --colonies 2 --local-search 3opt --bound",
		"gen:uniform:30:1 --algorithm acs --iterations 2 --seeds 2",
		"gen:uniform:30:1 --iterations 2 --seeds 2",
		"gen:uniform:30:1 --iterations 2 --open --target 1",
		"gen:uniform:30:1 --preset uchida2014-hybrid --iterations 1",
		"../../testdata/places.csv --iterations 1",
		"../../testdata/five.tsp --start 1 --end 2",
		"../../testdata/six.atsp --iterations 2",
	} {
		value, err := jsonschema.UnmarshalJSON(bytes.NewReader(read(t, solveToReport(t, strings.Fields(arguments)...))))
		if err != nil {
			t.Fatal(err)
		}
		if err := schema.Validate(value); err != nil {
			t.Errorf("solve %s: %v", arguments, err)
		}
		fields := value.(map[string]any)
		delete(fields, "best_length")
		if schema.Validate(fields) == nil {
			t.Error("a report without best_length is valid")
		}
	}
}

// A deviation of 0 is in the report; of one run there is none.
func TestDeviationOfEqualLengths(t *testing.T) {
	for count, want := range map[string]any{"3": 0.0, "1": nil} {
		var report struct{ Seeds map[string]any }
		readJSON(t, solveToReport(t, "gen:uniform:8:1", "--algorithm", "acs", "--local-search", "3opt", "--iterations", "5", "--seeds", count), &report)
		if got := report.Seeds["standard_deviation"]; got != want {
			t.Errorf("%s seeds: deviation %v, want %v", count, got, want)
		}
	}
}

// schemaNode is a part of the schema.
type schemaNode struct {
	Properties map[string]schemaNode `json:"properties"`
	Items      *schemaNode           `json:"items"`
	Ref        string                `json:"$ref"`
	Defs       map[string]schemaNode `json:"$defs"`

	Description string `json:"description"`
}

// The schema has all fields of the report and no others, and says what each means.
func TestSchemaHasAllFields(t *testing.T) {
	var root schemaNode
	readJSON(t, schemaFile, &root)
	compareFields(t, "report", reflect.TypeFor[report](), root, root.Defs)
}

func compareFields(t *testing.T, name string, of reflect.Type, node schemaNode, defs map[string]schemaNode) {
	t.Helper()
	if of == reflect.TypeFor[aco.Schedule]() {
		of = reflect.TypeFor[merged.Schedule]() // which it has
	}
	if definition, found := strings.CutPrefix(node.Ref, "#/$defs/"); found {
		node = defs[definition]
	}
	switch of.Kind() {
	case reflect.Pointer:
		compareFields(t, name, of.Elem(), node, defs)
	case reflect.Slice:
		if node.Items == nil {
			t.Errorf("%s: the schema has no items", name)
			return
		}
		compareFields(t, name, of.Elem(), *node.Items, defs)
	case reflect.Struct:
		found := map[string]bool{}
		for _, field := range reflect.VisibleFields(of) {
			key, _, _ := strings.Cut(field.Tag.Get("json"), ",")
			if key == "" || key == "-" {
				continue
			}
			found[key] = true
			property, ok := node.Properties[key]
			if !ok {
				t.Errorf("%s.%s is not in the schema", name, key)
				continue
			}
			if property.Description == "" && property.Ref == "" {
				t.Errorf("%s.%s has no description", name, key)
			}
			compareFields(t, name+"."+key, field.Type, property, defs)
		}
		for key := range node.Properties {
			if !found[key] {
				t.Errorf("%s.%s is in the schema, but not in the report", name, key)
			}
		}
	}
}
