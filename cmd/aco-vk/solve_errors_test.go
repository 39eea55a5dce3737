package main

import (
	"errors"
	"fmt"
	"testing"

	"github.com/aco-vk/aco-vk/aco"
	"github.com/aco-vk/aco-vk/aco/problem"
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
	remedies := []problem.Remedy{
		append(problem.Set(problem.OptionMemory, "candidates"), problem.AtMost(problem.OptionAnts, 25)...), problem.Set(problem.OptionDevices, problem.CPU),
	}
	for _, c := range []struct {
		err  error
		want string
	}{
		{&aco.OptionError{Option: "Pheromone.Alpha", With: "Preset", Reason: "no"}, "--alpha with --preset: no"},
		{fmt.Errorf("set-up: %w", &problem.Error{Reason: "no", Remedies: remedies}),
			"set-up: no; set --memory to candidates and set --ants to at most 25, or set --device to cpu"},
		{&problem.TooLargeError{Err: errors.New("no"), Remedies: remedies}, "no\nset --memory to candidates and set --ants to at most 25, or set --device to cpu"},
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
	for _, option := range []problem.Option{
		problem.OptionAlgorithm, problem.OptionAntData, problem.OptionAnts, problem.OptionColonies, problem.OptionDevices,
		problem.OptionInitialTour, problem.OptionLocalSearch, problem.OptionMemory, problem.OptionSelection, problem.OptionWindows,
	} {
		if _, ok := names[string(option)]; !ok {
			t.Errorf("no flag sets %s, which remedies name", option)
		}
	}
}
