// Package jsonerror says what is wrong with JSON in the words of its format. The errors of
// encoding/json name types of this program.
package jsonerror

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"
)

// Error is an error of encoding/json.
type Error struct {
	reason string
	err    error
}

func (e *Error) Error() string { return e.reason }

// Unwrap returns the error of encoding/json.
func (e *Error) Unwrap() error { return e.err }

// Explain returns an *Error for an error of encoding/json, and other errors unchanged. within names
// what the JSON is the value of, "" for a whole document.
func Explain(err error, within string) error {
	known, _ := errors.AsType[*Error](err)
	syntax, _ := errors.AsType[*json.SyntaxError](err)
	kind, _ := errors.AsType[*json.UnmarshalTypeError](err)
	switch {
	case known != nil: // within is lost: it is explained where it is found
		return err
	case syntax != nil && strings.HasPrefix(syntax.Error(), "unexpected end"), errors.Is(err, io.ErrUnexpectedEOF):
		return &Error{"the JSON ends before it is complete", err}
	case errors.Is(err, io.EOF):
		return &Error{"there is no JSON value", err}
	case syntax != nil:
		return &Error{fmt.Sprintf("invalid JSON at byte %d: %v", syntax.Offset, syntax), err}
	case kind != nil:
		return &Error{fmt.Sprintf("%s is %s, expected %s", subject(within, kind.Field), given(kind.Value), expected(kind.Type)), err}
	}
	return err
}

// subject names a field, whose path has the names of objects before it, and of embedded structs. These
// begin with a capital letter, and no name of the formats does.
func subject(within, path string) string {
	names := slices.DeleteFunc(strings.Split(path, "."), func(name string) bool {
		return name != "" && name[0] >= 'A' && name[0] <= 'Z'
	})
	path = strings.Join(names, ".")
	switch {
	case within != "" && path != "":
		return within + "." + path
	case within+path != "":
		return within + path
	}
	return "the JSON value"
}

// values describes values of encoding/json. Numbers may have their literal, as in "number 1.5".
var values = map[string]string{
	"string": "text", "array": "a list", "object": "an object", "bool": "true or false", "number": "a number",
}

// given describes a value of encoding/json.
func given(value string) string {
	_, literal, _ := strings.Cut(value, " ")
	return cmp.Or(literal, values[value], value)
}

// expected describes what a type takes.
func expected(of reflect.Type) string {
	for of.Kind() == reflect.Pointer {
		of = of.Elem()
	}
	switch of.Kind() {
	case reflect.String:
		return "text"
	case reflect.Bool:
		return "true or false"
	case reflect.Float32, reflect.Float64:
		return "a number"
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return fmt.Sprintf("a whole number within ±2^%d", of.Bits()-1)
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return fmt.Sprintf("a whole number from 0 to 2^%d-1", of.Bits())
	case reflect.Slice, reflect.Array:
		return "a list"
	}
	return "an object"
}
