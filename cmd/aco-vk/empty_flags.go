package main

import (
	"fmt"
	"reflect"

	"github.com/alecthomas/kong"
)

// refuseEmpty returns an error for a flag with a zero or an empty value that the program would take for a missing flag. A flag for which zero is a
// value has a default or is a pointer.
func refuseEmpty(parsed *kong.Context) error {
	for _, flag := range parsed.Flags() {
		if !flag.Set || flag.HasDefault || len(flag.Tag.Envs) > 0 || !flag.Target.IsZero() {
			continue
		}
		switch flag.Target.Kind() {
		case reflect.String:
			return usageError{fmt.Errorf("--%s: the value is empty; give one, or leave the flag out", flag.Name)}
		case reflect.Int, reflect.Int64:
			return usageError{fmt.Errorf("--%s 0: give 1 or more, or leave the flag out", flag.Name)}
		}
	}
	return nil
}
