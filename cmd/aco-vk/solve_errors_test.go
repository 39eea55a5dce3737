package main

import (
	"errors"
	"fmt"
	"testing"

	"github.com/aco-vk/aco-vk/aco"
	"github.com/aco-vk/aco-vk/aco/option"
)

// In errors of the library, options are replaced by flags of the command. The exit code stays the same.
func TestErrorsInFlags(t *testing.T) {
	parser, err := newParser(false, console{}, func(int) {})
	if err != nil {
		t.Fatal(err)
	}
	parsed, err := parser.Parse([]string{"solve", "x.tsp"})
	if err != nil {
		t.Fatal(err)
	}
	remedies := []option.Remedy{
		append(option.Set(option.Memory, "candidates"), option.AtMost(option.Ants, 25)...), option.Set(option.Devices, option.CPU),
	}
	for _, c := range []struct {
		err  error
		want string
	}{
		{&aco.OptionError{Option: "Pheromone.Alpha", With: "Preset", Reason: "no"}, "--alpha with --preset: no"},
		{fmt.Errorf("set-up: %w", &option.Error{Reason: "no", Remedies: remedies}),
			"set-up: no; set --memory to candidates and set --ants to at most 25, or set --device to cpu"},
		{&option.TooLargeError{Err: errors.New("no"), Remedies: remedies}, "no\nset --memory to candidates and set --ants to at most 25, or set --device to cpu"},
	} {
		if got := withFlagNames(parsed, c.err); got.Error() != c.want || exitCode(got) != exitUsage {
			t.Errorf("%q with exit code %d, want %q", got, exitCode(got), c.want)
		}
	}
}

// Every option of aco.OptionTable except Idle, AntGroup and Peers has a flag. So has every option that remedies name.
func TestFlagsOfOptions(t *testing.T) {
	parser, err := newParser(false, console{}, func(int) {})
	if err != nil {
		t.Fatal(err)
	}
	parsed, err := parser.Parse([]string{"solve", "x.tsp"})
	if err != nil {
		t.Fatal(err)
	}
	names := flagNames(parsed)
	for _, row := range aco.OptionTable {
		if _, ok := names[row.Name]; !ok && row.Name != "Idle" && row.Name != "Kernels.AntGroup" && row.Name != "Peers" {
			t.Errorf("no flag sets %s", row.Name)
		}
	}
	for _, option := range []option.Name{
		option.Algorithm, option.AntData, option.Ants, option.Colonies, option.Devices,
		option.InitialTour, option.LocalSearch, option.Memory, option.Selection, option.Windows,
	} {
		if _, ok := names[string(option)]; !ok {
			t.Errorf("no flag sets %s, which remedies name", option)
		}
	}
}
