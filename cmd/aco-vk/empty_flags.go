package main

import (
	"fmt"
	"reflect"

	"github.com/alecthomas/kong"
)

// refuseEmpty returns an error for a flag with an empty value, as in --tokens "$TOKENS" when the
// variable is not set, and for a zero that the program would take for a missing flag. A flag for
// which zero is a value has a default or is a pointer.
func refuseEmpty(parsed *kong.Context) error {
	for _, step := range parsed.Path {
		if step.Flag == nil || step.Resolved || len(step.Flag.Tag.Envs) > 0 { // an empty value overrides a variable
			continue
		}
		flag, value := step.Flag, step.Flag.Target
		switch kind := value.Kind(); {
		case kind == reflect.String && value.String() == "", hasEmpty(value):
			return usageError{fmt.Errorf("--%s: the value is empty; give one, or leave the flag out", flag.Name)}
		case (kind == reflect.Int || kind == reflect.Int64) && value.IsZero() && !flag.HasDefault:
			return usageError{fmt.Errorf("--%s 0: give 1 or more, or leave the flag out", flag.Name)}
		}
	}
	return nil
}

// hasEmpty reports whether a value is a list with an empty text.
func hasEmpty(value reflect.Value) bool {
	if value.Kind() != reflect.Slice || value.Type().Elem().Kind() != reflect.String {
		return false
	}
	for i := range value.Len() {
		if value.Index(i).String() == "" {
			return true
		}
	}
	return false
}
