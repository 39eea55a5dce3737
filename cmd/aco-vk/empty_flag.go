package main

import (
	"fmt"
	"reflect"

	"github.com/alecthomas/kong"
)

// emptyFlag returns an error if a flag is given with an empty value, as in --tokens "$TOKENS" when
// the variable is not set. Such a flag would count as not given: the service would need no tokens.
func emptyFlag(parsed *kong.Context) error {
	for _, step := range parsed.Path {
		if step.Flag == nil || step.Resolved {
			continue
		}
		value := step.Flag.Target
		isEmpty := value.Kind() == reflect.String && value.String() == ""
		if value.Kind() == reflect.Slice && value.Type().Elem().Kind() == reflect.String {
			for i := range value.Len() {
				isEmpty = isEmpty || value.Index(i).String() == ""
			}
		}
		if isEmpty {
			return usageError{fmt.Errorf("--%s has an empty value; give one, or leave the flag out", step.Flag.Name)}
		}
	}
	return nil
}
