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
	members, err := membersOf(text)
	if err != nil {
		return err
	}
	return setFields(path, members, value)
}

// membersOf returns the members of a JSON object.
func membersOf(text []byte) (members []member, err error) {
	decoder := json.NewDecoder(bytes.NewReader(text))
	if _, err := decoder.Token(); err != nil {
		return nil, err
	}
	for decoder.More() {
		name, err := decoder.Token() // the decoder allows only text
		if err != nil {
			return nil, err
		}
		m := member{name: fmt.Sprint(name)}
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

// setFields sets the fields of a struct from members.
func setFields(path string, members []member, value any) error {
	fields, seen := fieldsOf(reflect.ValueOf(value).Elem()), map[string]bool{}
	for _, m := range members {
		at, known := fields[m.name]
		switch {
		case !known:
			return fmt.Errorf("there is no field %s%s", path, m.name)
		case seen[m.name]:
			return fmt.Errorf("%s%s is given twice", path, m.name)
		case string(m.text) == "null":
			return fmt.Errorf("%s%s is null; leave it out", path, m.name)
		case string(m.text) == `""`:
			return fmt.Errorf("%s%s is empty; leave it out", path, m.name)
		}
		seen[m.name] = true
		if err := at.set(path+m.name, m.text); err != nil {
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
		text := json.RawMessage(query.Get(name))
		if f, known := fields[name]; known && f.isText() || !json.Valid(text) {
			quoted, err := json.Marshal(query.Get(name))
			if err != nil {
				return err
			}
			text = quoted
		}
		members = append(members, member{name, text})
	}
	return setFields("", members, value)
}

// field is a field of a struct that is decoded.
type field struct {
	value reflect.Value
	says  reflect.StructField
}

// fieldsOf returns the fields of a struct by their names in JSON, and of embedded structs.
func fieldsOf(v reflect.Value) map[string]field {
	fields := map[string]field{}
	for _, f := range reflect.VisibleFields(v.Type()) {
		if name, _, _ := strings.Cut(f.Tag.Get("json"), ","); name != "" && name != "-" {
			fields[name] = field{v.FieldByIndex(f.Index), f}
		}
	}
	return fields
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
