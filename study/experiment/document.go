package experiment

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"
)

// document is a TOML file whose keys know their lines. It keeps the first error of its values: who reads
// them looks at err once, at the end.
type document struct {
	name   string
	text   []byte
	offset map[string]int // of keys and elements of lists, by path
	err    error
}

// table is a table of a document.
type table struct {
	*document
	path   string
	values map[string]any
}

// parseDocument reads a TOML file. The error is an [*Error].
func parseDocument(text []byte, name string) (table, error) {
	d := &document{name: name, text: text, offset: map[string]int{}}
	values := map[string]any{}
	if err := toml.Unmarshal(text, &values); err != nil {
		refused := &Error{File: name, Reason: "this is not TOML: " + strings.TrimPrefix(err.Error(), "toml: ")}
		if at := (*toml.DecodeError)(nil); errors.As(err, &at) {
			refused.Line, _ = at.Position()
		}
		return table{}, refused
	}
	d.findOffsets()
	return table{d, "", values}, nil
}

// findOffsets notes where each key and each element of a list is.
func (d *document) findOffsets() {
	var parser unstable.Parser
	parser.Reset(d.text)
	elements := map[string]int{} // of arrays of tables
	var prefix string
	for parser.NextExpression() {
		switch e := parser.Expression(); e.Kind {
		case unstable.KeyValue:
			d.noteKeyValue(prefix, e, elements)
		case unstable.Table:
			prefix = d.noteKey("", e.Key(), elements)
		case unstable.ArrayTable:
			path := d.noteKey("", e.Key(), nil)
			prefix = join(path, fmt.Sprint(elements[path]))
			d.offset[prefix] = d.offset[path]
			elements[path]++
		}
	}
}

// noteKey notes a key that may be dotted, and returns its path. Of an array of tables it is the path
// of the last element.
func (d *document) noteKey(prefix string, key unstable.Iterator, elements map[string]int) string {
	for path := prefix; ; {
		if !key.Next() {
			return path
		}
		node := key.Node()
		path = join(path, string(node.Data))
		d.offset[path] = int(node.Raw.Offset)
		if n := elements[path]; n > 0 {
			path = join(path, fmt.Sprint(n-1))
		}
	}
}

func (d *document) noteKeyValue(prefix string, e *unstable.Node, elements map[string]int) {
	path := d.noteKey(prefix, e.Key(), elements)
	d.noteValue(path, d.offset[path], e.Value())
}

// noteValue notes what is within a value.
func (d *document) noteValue(path string, offset int, value *unstable.Node) {
	if value.Raw.Length > 0 {
		offset = int(value.Raw.Offset)
	}
	if _, noted := d.offset[path]; !noted {
		d.offset[path] = offset
	}
	children := value.Children()
	for i := 0; children.Next(); i++ {
		switch value.Kind {
		case unstable.InlineTable:
			d.noteKeyValue(path, children.Node(), nil)
		case unstable.Array:
			d.noteValue(join(path, fmt.Sprint(i)), offset, children.Node())
		}
	}
}

// join returns the path of a key in a table, or of an element in a list.
func join(path, key string) string {
	if path == "" {
		return key
	}
	return path + "\x00" + key
}

// errorAt returns an error of what a path has.
func (d *document) errorAt(path, format string, arguments ...any) error {
	line := 0
	if offset, found := d.offset[path]; found {
		line = 1 + bytes.Count(d.text[:offset], []byte("\n"))
	}
	return &Error{d.name, line, fmt.Sprintf(format, arguments...)}
}

// refuseAt keeps an error of what a path has.
func (d *document) refuseAt(path, format string, arguments ...any) {
	if d.err == nil {
		d.err = d.errorAt(path, format, arguments...)
	}
}

// refuse keeps an error of the table.
func (t table) refuse(format string, arguments ...any) { t.refuseAt(t.path, format, arguments...) }

// refuseKey keeps an error of a key of the table.
func (t table) refuseKey(key, format string, arguments ...any) {
	t.refuseAt(join(t.path, key), format, arguments...)
}

// keys returns the keys in the order of the file.
func (t table) keys() []string {
	return slices.SortedFunc(maps.Keys(t.values), func(a, b string) int {
		return cmp.Or(cmp.Compare(t.offset[join(t.path, a)], t.offset[join(t.path, b)]), cmp.Compare(a, b))
	})
}

// has reports whether a key is in the table.
func (t table) has(key string) bool { _, found := t.values[key]; return found }

// checkKeys refuses a key that is not one of the known ones. what is what the table describes.
func (t table) checkKeys(what string, known ...string) {
	for _, key := range t.keys() {
		if !slices.Contains(known, key) {
			t.refuseKey(key, "%q is not a key of %s; there are %s", key, what, strings.Join(known, ", "))
		}
	}
}

// table returns a table in the table. A missing one is empty.
func (t table) table(key string) table {
	if !t.has(key) {
		return table{t.document, join(t.path, key), nil}
	}
	return t.asTable(join(t.path, key), key, t.values[key])
}

func (t table) asTable(path, what string, value any) table {
	values, ok := value.(map[string]any)
	if !ok {
		t.refuseAt(path, "%s: %s, and a table is needed", what, valueText(value))
	}
	return table{t.document, path, values}
}

// tables returns the tables of a list of tables, or a single table.
func (t table) tables(key string) (list []table) {
	path := join(t.path, key)
	elements, ok := t.values[key].([]any)
	if !ok {
		return []table{t.asTable(path, key, t.values[key])}
	}
	for i, element := range elements {
		list = append(list, t.asTable(join(path, fmt.Sprint(i)), key, element))
	}
	return list
}

// word returns a text, "" if the key is missing.
func (t table) word(key string) string {
	text, _ := t.values[key].(string)
	if t.has(key) && text == "" {
		t.refuseKey(key, "%s: %s, and a text is needed", key, valueText(t.values[key]))
	}
	return text
}

// flag returns a value that is true or false; false if the key is missing.
func (t table) flag(key string) bool {
	is, ok := t.values[key].(bool)
	if t.has(key) && !ok {
		t.refuseKey(key, "%s: %s, and true or false is needed", key, valueText(t.values[key]))
	}
	return is
}

// integer returns an integer of at least least, missing if the key is missing.
func (t table) integer(key string, least, missing int64) int64 {
	if !t.has(key) {
		return missing
	}
	return t.asInteger(join(t.path, key), key, t.values[key], least)
}

func (d *document) asInteger(path, what string, value any, least int64) int64 {
	number, ok := value.(int64)
	if !ok || number < least {
		d.refuseAt(path, "%s: %s, and an integer of %d or more is needed", what, valueText(value), least)
	}
	return number
}

// positive returns a number above 0, 0 if the key is missing.
func (t table) positive(key string) float64 {
	number, isNumber := asNumber(t.values[key])
	if t.has(key) && !(isNumber && number > 0) {
		t.refuseKey(key, "%s: %s, and a number above 0 is needed", key, valueText(t.values[key]))
	}
	return number
}

// asNumber returns a finite number.
func asNumber(value any) (number float64, ok bool) {
	switch v := value.(type) {
	case int64:
		return float64(v), true
	case float64:
		return v, v-v == 0
	}
	return 0, false
}

// valueText writes a value for a message.
func valueText(value any) string {
	switch v := value.(type) {
	case nil:
		return "it is missing"
	case string:
		return fmt.Sprintf("it is %q", v)
	case int64, float64, bool:
		return fmt.Sprintf("it is %v", v)
	case []any:
		return "it is a list"
	case map[string]any:
		return "it is a table"
	}
	return "it is a date or a time"
}
