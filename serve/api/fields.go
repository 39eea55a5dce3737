package api

import (
	"bytes"
	"cmp"
	"encoding"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/url"
	"reflect"
	"strings"
)

// member is a member of a JSON object.
type member struct {
	name string
	text json.RawMessage
}

// decodeObject decodes a JSON object into a pointer to a struct. Unlike package json it refuses an
// unknown name, also one in other case, a name that is given twice, null and empty text. path is
// the name of the object with a dot behind it, for messages; "" for the whole text.
func decodeObject(path string, text []byte, value any) error {
	if !bytes.HasPrefix(bytes.TrimSpace(text), []byte("{")) {
		return fmt.Errorf("%s is no object", cmp.Or(strings.TrimSuffix(path, "."), "the JSON"))
	}
	fields := fieldsOf(reflect.ValueOf(value).Elem())
	members, err := fields.members(path, text)
	if err != nil {
		return err
	}
	return fields.set(path, members)
}

// members returns the members of a JSON object, each of another field. It stops at the first one
// that has none: a text may have millions of them.
func (f fields) members(path string, text []byte) (members []member, err error) {
	decoder, seen := json.NewDecoder(bytes.NewReader(text)), map[string]bool{}
	if _, err := decoder.Token(); err != nil {
		return nil, err
	}
	for decoder.More() {
		name, err := decoder.Token() // the decoder allows only text
		if err != nil {
			return nil, err
		}
		m := member{name: fmt.Sprint(name)}
		if err := f.check(path, m.name); err != nil {
			return nil, err
		}
		if seen[m.name] {
			return nil, fmt.Errorf("%s%s is given twice", path, m.name)
		}
		seen[m.name] = true
		if err := decoder.Decode(&m.text); err != nil {
			return nil, fmt.Errorf("%s: %v", m.name, err)
		}
		members = append(members, m)
	}
	if _, err := decoder.Token(); err != nil {
		return nil, err
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("text follows the JSON")
	}
	return members, nil
}

// check returns an error if there is no field of a name.
func (f fields) check(path, name string) error {
	if _, known := f[name]; !known {
		return fmt.Errorf("there is no field %s%s", path, shorten(name))
	}
	return nil
}

// set sets the fields that members have.
func (f fields) set(path string, members []member) error {
	for _, m := range members {
		switch string(m.text) {
		case "null":
			return fmt.Errorf("%s%s is null; leave it out", path, m.name)
		case `""`:
			return fmt.Errorf("%s%s is empty; leave it out", path, m.name)
		}
		if err := f[m.name].set(path+m.name, m.text); err != nil {
			return err
		}
	}
	return nil
}

// setQuery sets the fields of a struct from a query.
func setQuery(query url.Values, value any) error {
	fields := fieldsOf(reflect.ValueOf(value).Elem())
	var members []member
	for name := range query { // with one value each, as knownQuery has checked
		if err := fields.check("", name); err != nil {
			return err
		}
		text := json.RawMessage(query.Get(name))
		if fields[name].isText() || !json.Valid(text) {
			quoted, err := json.Marshal(query.Get(name))
			if err != nil {
				return err
			}
			text = quoted
		}
		members = append(members, member{name, text})
	}
	return fields.set("", members)
}

// field is a field of a struct that is decoded.
type field struct {
	value reflect.Value
	says  reflect.StructField
}

// fields are the fields of a struct by their names in JSON.
type fields map[string]field

// fieldsOf returns the fields of a struct by their names in JSON, and of embedded structs.
func fieldsOf(v reflect.Value) fields {
	all := fields{}
	for _, f := range reflect.VisibleFields(v.Type()) {
		if name, _, _ := strings.Cut(f.Tag.Get("json"), ","); name != "" && name != "-" {
			all[name] = field{v.FieldByIndex(f.Index), f}
		}
	}
	return all
}

// set decodes the value of the field.
func (f field) set(path string, text json.RawMessage) error {
	value := f.value.Addr().Interface()
	if _, own := value.(json.Unmarshaler); f.value.Kind() == reflect.Struct && !own {
		return decodeObject(path+".", text, value)
	}
	err := json.Unmarshal(text, value)
	var kind *json.UnmarshalTypeError
	if errors.As(err, &kind) {
		return fmt.Errorf("%s: %s where %s is expected", path, kind.Value, f.expected())
	}
	if err != nil {
		return fmt.Errorf("%s: %v", path, err)
	}
	return nil
}

// isText reports whether the field is text in JSON.
func (f field) isText() bool {
	_, own := f.value.Addr().Interface().(encoding.TextUnmarshaler)
	return own || f.value.Kind() == reflect.String
}

// expected says what the field takes.
func (f field) expected() string {
	kind := f.value.Kind()
	if kind == reflect.Pointer {
		kind = f.value.Type().Elem().Kind()
	}
	switch example := f.says.Tag.Get("example"); {
	case f.isText() && example != "":
		return fmt.Sprintf("text such as %q", example)
	case f.isText():
		return "text"
	case kind == reflect.Bool:
		return "true or false"
	case kind == reflect.Uint64:
		return "a whole number from 0 to 2⁶⁴-1"
	case kind == reflect.Struct:
		return "an object"
	}
	return "a whole number within ±2⁶³"
}
