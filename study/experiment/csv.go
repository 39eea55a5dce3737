package experiment

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"reflect"
	"slices"
	"strings"
)

// cell is a value of a row with the name of its column. The value is nil if it is unknown.
type cell struct {
	name  string
	value any
}

// ofResult are the columns that a failed run does not have.
var ofResult = []string{"length", "iterations", "seconds", "found.iteration", "found.seconds"}

// cells returns the cells of a row in the order of its fields. JSON and the table leave out the same
// fields where they are zero.
func (r *Row) cells(parameters []string) (list []cell) {
	var add func(prefix string, of reflect.Value)
	add = func(prefix string, of reflect.Value) {
		for field, value := range of.Fields() {
			tag, options, _ := strings.Cut(field.Tag.Get("json"), ",")
			name := prefix + tag
			switch {
			case field.Name == "Improvements":
			case field.Name == "Parameters":
				for _, p := range parameters {
					list = append(list, cell{name + "." + p, r.Parameters[p]})
				}
			case value.Kind() == reflect.Struct:
				add(name+".", value)
			case options == "omitempty" && value.IsZero(), r.Failed() && slices.Contains(ofResult, name):
				list = append(list, cell{name, nil})
			default:
				list = append(list, cell{name, value.Interface()})
			}
		}
	}
	add("", reflect.ValueOf(*r))
	return list
}

// WriteCSV writes rows as a table with a header. It has the fields of a row without improvements, a
// field of an object as "found.seconds", and a column "parameters.NAME" for each parameter of any row.
func WriteCSV(w io.Writer, rows []Row) error {
	names := map[string]bool{}
	for _, row := range rows {
		for name := range row.Parameters {
			names[name] = true
		}
	}
	parameters := slices.Sorted(maps.Keys(names))
	table := csv.NewWriter(w)
	var line []string
	for _, c := range new(Row).cells(parameters) {
		line = append(line, c.name)
	}
	_ = table.Write(line) // Error returns it
	for i := range rows {
		for k, c := range rows[i].cells(parameters) {
			line[k] = cellText(c.value)
		}
		_ = table.Write(line)
	}
	table.Flush()
	return table.Error()
}

// cellText returns a value as JSON has it, but a text without quotes and nil as "".
func cellText(value any) string {
	switch v := value.(type) {
	case nil:
		return ""
	case *float64:
		if v == nil {
			return ""
		}
		return cellText(*v)
	case float64:
		text, _ := json.Marshal(v) // numbers of rows and plans are finite
		return string(text)
	}
	return fmt.Sprint(value)
}
