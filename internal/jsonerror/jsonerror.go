// Package jsonerror says what is wrong with JSON in the words of its format. The errors of
// encoding/json name types of this program.
package jsonerror

import (
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
	var (
		known  *Error
		syntax *json.SyntaxError
		kind   *json.UnmarshalTypeError
	)
	switch {
	case errors.As(err, &known): // within is lost: it is explained where it is found
		return err
	case errors.As(err, &syntax) && strings.HasPrefix(syntax.Error(), "unexpected end"), errors.Is(err, io.ErrUnexpectedEOF):
		return &Error{"the JSON ends before it is complete", err}
	case errors.Is(err, io.EOF):
		return &Error{"there is no JSON value", err}
	case errors.As(err, &syntax):
		return &Error{fmt.Sprintf("invalid JSON at byte %d: %v", syntax.Offset, syntax), err}
	case errors.As(err, &kind):
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

// given describes a value of encoding/json: "string", "array", "number 1.5" and others.
func given(value string) string {
	kind, literal, _ := strings.Cut(value, " ")
	switch kind {
	case "string":
		return "text"
	case "array":
		return "a list"
	case "object":
		return "an object"
	case "bool":
		return "true or false"
	case "number":
		if literal != "" {
			return literal
		}
		return "a number"
	}
	return value
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
