package api

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"net/url"
	"reflect"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// decodeObject decodes a JSON object into a pointer to a struct. It refuses an unknown name, also one
// in other case, a name that is given twice, null and empty text.
func decodeObject(text []byte, value any) error {
	if err := json.Unmarshal(text, value, json.RejectUnknownMembers(true)); err != nil {
		return explained(err)
	}
	return refuseEmpty(text)
}

// refuseEmpty returns an error if a member of an object is null or an empty text. Arrays may have both.
func refuseEmpty(text []byte) error {
	for tokens := jsontext.NewDecoder(bytes.NewBuffer(text[:len(text):len(text)])); ; { // which copies nothing of a buffer
		switch tokens.PeekKind() {
		case '{', '}':
			if _, err := tokens.ReadToken(); err != nil {
				return err
			}
			continue
		}
		part, err := tokens.ReadValue()
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return err
		case string(part) == "null":
			return fmt.Errorf("%s is null; leave it out", nameOfMember(tokens.StackPointer()))
		case string(part) == `""`:
			return fmt.Errorf("%s is empty; leave it out", nameOfMember(tokens.StackPointer()))
		}
	}
}

// explained returns the error of an object that is not decoded, with the name of the member.
func explained(err error) error {
	twice, isTwice := errors.AsType[*jsontext.SyntacticError](err)
	wrong, isWrong := errors.AsType[*json.SemanticError](err)
	switch {
	case isTwice && errors.Is(err, jsontext.ErrDuplicateName):
		return fmt.Errorf("%s is given twice", nameOfMember(twice.JSONPointer))
	case !isWrong:
		return err
	case errors.Is(err, json.ErrUnknownName):
		return fmt.Errorf("there is no field %s", nameOfMember(wrong.JSONPointer))
	}
	name := nameOfMember(wrong.JSONPointer)
	if wants := expected(wrong.GoType); wants != "" {
		given := cmp.Or(kinds[wrong.JSONKind], wrong.JSONKind.String())
		if wrong.JSONKind == '0' && len(wrong.JSONValue) > 0 {
			given += " " + shorten(string(wrong.JSONValue))
		}
		return fmt.Errorf("%s: %s where %s is expected", name, given, wants)
	}
	return fmt.Errorf("%s: %w", name, cmp.Or(wrong.Err, err))
}

// kinds names kinds of JSON that [jsontext.Kind] has other names for.
var kinds = map[jsontext.Kind]string{'{': "object", '[': "array", 't': "bool", 'f': "bool"}

// nameOfMember returns the name of a member with a dot between its parts.
func nameOfMember(at jsontext.Pointer) string {
	return cmp.Or(shorten(strings.ReplaceAll(strings.TrimPrefix(string(at), "/"), "/", ".")), "the JSON")
}

// expected says what a type of fields takes; "": the error of the type says it.
func expected(t reflect.Type) string {
	if reflect.PointerTo(t).Implements(reflect.TypeFor[json.Unmarshaler]()) {
		return ""
	}
	switch t.Kind() {
	case reflect.String:
		return "text"
	case reflect.Bool:
		return "true or false"
	case reflect.Uint64:
		return "a whole number from 0 to 2⁶⁴-1"
	case reflect.Int:
		return "a whole number within ±2⁶³"
	case reflect.Struct:
		return "an object"
	}
	return ""
}

// setQuery sets the fields of a struct from a query. A value is text where its field takes text, else
// JSON.
func setQuery(query url.Values, value any) error {
	for name := range query { // with one value each, as knownQuery has checked
		set := func(text any) error {
			object, err := json.Marshal(map[string]any{name: text})
			if err != nil {
				return err
			}
			return decodeObject(object, value)
		}
		err := set(query.Get(name))
		if plain := jsontext.Value(query.Get(name)); err != nil && plain.IsValid() {
			err = set(plain)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
