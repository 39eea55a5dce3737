package main

import (
	"errors"
	"reflect"
	"slices"
	"testing"

	"github.com/alecthomas/kong"

	"github.com/aco-vk/aco-vk/aco"
	"github.com/aco-vk/aco-vk/aco/option"
	"github.com/aco-vk/aco-vk/internal/must"
)

// parsedSolve returns a command line of solve without flags.
func parsedSolve(t *testing.T) *kong.Context {
	t.Helper()
	return must.Get(commandParser(t).Parse([]string{"solve", "x.tsp"}))(t)
}

// In errors of the library, options are replaced by flags of the command. The exit code stays the
// same.
func TestErrorsInFlags(t *testing.T) {
	parsed := parsedSolve(t)
	remedies := []aco.Remedy{
		{{Option: "Memory", Value: "candidates"}, {Option: "Ants", Value: "25", AtMost: true}},
		{{Option: "Devices", Value: "cpu"}},
	}
	for _, c := range []struct {
		err  error
		want string
	}{
		{&aco.OptionError{Option: "Pheromone.Alpha", With: "Preset", Reason: "no"}, "--alpha with --preset: no"},
		{&aco.OptionError{Option: "LocalSearch.Kind", With: "Exchange.Every", Reason: "no"},
			"--local-search with --exchange-every: no"},
		{&aco.ParameterError{Op: "set-up", Reason: "no", Remedies: remedies},
			"set-up: no; set --memory to candidates and set --ants to at most 25, or set --device to cpu"},
		{&aco.TooLargeError{Err: errors.New("no"), Remedies: remedies},
			"no\nset --memory to candidates and set --ants to at most 25, or set --device to cpu"},
	} {
		if got := withFlagNames(parsed, c.err); got.Error() != c.want || exitCode(got) != exitUsage {
			t.Errorf("%q with exit code %d, want %q", got, exitCode(got), c.want)
		}
	}
}

// Every field of aco.Options and of a method that is an option of a run has a flag, and so has
// every option that remedies name. Every flag with an option names a field.
func TestFlagsOfOptions(t *testing.T) {
	names := flagNames(parsedSolve(t))
	without := []string{"Started", "Reserve", "HostMemory", "Program", "Progress", "Record", "Statistics", "Reference", "Defaults",
		"Peers", "Kernels.AntGroup", "StayClose.Order", "StayClose.Open"}
	known := map[string]bool{"Preset": true, "Replay": true, "Resume": true} // methods
	for _, of := range []any{aco.Options{}, aco.Merged{}, aco.MMAS{}, aco.ACS{}, aco.AntSystem{}} {
		for _, path := range pathsOf(reflect.TypeOf(of), "") {
			known[path] = true
			if _, ok := names[path]; !ok && !slices.Contains(without, path) {
				t.Errorf("no flag sets %s of %T", path, of)
			}
		}
	}
	for path, flag := range names {
		if !known[path] {
			t.Errorf("%s sets %s, which no method has", flag, path)
		}
	}
	for _, option := range []string{
		option.Algorithm, option.AntData, option.Ants, option.Colonies, option.Devices,
		option.LocalSearch, option.Memory, option.Selection,
	} {
		if _, ok := names[option]; !ok {
			t.Errorf("no flag sets %s, which remedies name", option)
		}
	}
}

// pathsOf returns the paths of the fields of a struct, and of structs of package aco in it.
func pathsOf(of reflect.Type, before string) (paths []string) {
	for field := range of.Fields() {
		if field.Type.Kind() == reflect.Struct && field.Type.PkgPath() == of.PkgPath() {
			paths = append(paths, pathsOf(field.Type, before+field.Name+".")...)
			continue
		}
		paths = append(paths, before+field.Name)
	}
	return paths
}
