package main

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/alecthomas/kong"
)

// auto is the value of flags that leave a choice to the program.
const auto = "auto"

// unlessAuto returns the value of a flag, "" for auto.
func unlessAuto[T ~string](flag string) T {
	if flag == auto {
		return ""
	}
	return T(flag)
}

// joined returns the values of a flag, separated by commas.
func joined[T ~string](all []T) string {
	var list []string
	for _, name := range all {
		list = append(list, string(name))
	}
	return strings.Join(list, ",")
}

// suffixes returns the suffixes of file formats, separated by commas.
func suffixes[T ~string](formats []T) string {
	var list []string
	for _, name := range formats {
		list = append(list, "."+string(name))
	}
	return strings.Join(list, ", ")
}

// refuseRepeated returns an error for a second value of a flag that takes one.
func refuseRepeated(parsed *kong.Context) error {
	given := map[*kong.Flag]bool{}
	for _, step := range parsed.Path {
		if step.Flag == nil || step.Resolved || step.Flag.IsCumulative() {
			continue
		}
		if given[step.Flag] {
			return usagef("--%s is given twice, but has one value; leave one out", step.Flag.Name)
		}
		given[step.Flag] = true
	}
	return nil
}

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
		case slices.Contains(texts(value), ""):
			return usagef("--%s: the value is empty; give one, or leave the flag out", flag.Name)
		case (kind == reflect.Int || kind == reflect.Int64) && value.IsZero() && !flag.HasDefault:
			return usagef("--%s 0: give 1 or more, or leave the flag out", flag.Name)
		}
	}
	return nil
}

// seconds is a duration on the command line: a number of seconds, or a number with a unit, such
// as 90, 1.5s, 2m30s or 100ms.
type seconds time.Duration

func (s *seconds) UnmarshalText(text []byte) error {
	d, err := time.ParseDuration(string(text))
	if number, plain := strconv.ParseFloat(string(text), 64); plain == nil && number < math.MaxInt64/1e9 {
		d, err = time.Duration(number*float64(time.Second)), nil
	}
	if err != nil || d <= 0 {
		return fmt.Errorf(
			"%q is not a duration from a nanosecond to 292 years: give seconds, or a unit as in 1.5s, 2m30s or 100ms",
			text)
	}
	*s = seconds(d)
	return nil
}
