package main

import (
	"fmt"
	"reflect"

	"github.com/alecthomas/kong"
)

// emptyFlag returns an error if a flag is given with an empty value, as in --tokens "$TOKENS" when
// the variable is not set. Such a flag would count as not given: the service would need no tokens. A flag that replaces
// an environment variable may be empty.
func emptyFlag(parsed *kong.Context) error {
	for _, step := range parsed.Path {
		if step.Flag == nil || len(step.Flag.Envs) > 0 {
			continue
		}
		if value := step.Flag.Target; value.Kind() == reflect.String && value.String() == "" {
			return usageError{fmt.Errorf("--%s has an empty value; give one, or leave the flag out", step.Flag.Name)}
		}
	}
	return nil
}
