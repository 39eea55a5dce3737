package problem

import (
	"fmt"
	"math"
	"sort"
	"strings"
)

// An Option is the name of an option in remedies: the path of the field in aco.Options.
type Option string

// The options that remedies name.
const (
	OptionAlgorithm   Option = "Algorithm"
	OptionAntData     Option = "Kernels.AntData"
	OptionAnts        Option = "Ants"
	OptionCities      Option = "Cities" // the size of the instance
	OptionColonies    Option = "Colonies"
	OptionDevices     Option = "Devices" // a device with larger limits, or CPU
	OptionInitialTour Option = "InitialTour"
	OptionLocalSearch Option = "LocalSearch.Kind"
	OptionMemory      Option = "Pheromone.Memory"
	OptionSelection   Option = "AntSystem.Selection"
	OptionWindows     Option = "Merged.Windows"
)

// CPU is the value of OptionDevices for a run on the processor.
const CPU = "cpu"

// A Change is a new value of an option.
type Change struct {
	Option Option
	Value  string // "" for any value other than the present one
	AtMost bool   // Value is the largest number that can be used
}

// A Remedy is one or more changes that, made together, make a run possible. Use [slices.Concat] to join remedies into one.
type Remedy []Change

// Set returns the remedy that sets an option to a value.
func Set(option Option, value any) Remedy {
	return Remedy{{Option: option, Value: fmt.Sprint(value)}}
}

// AtMost returns the remedy that sets an option to a number of at most this.
func AtMost(option Option, most int) Remedy {
	return Remedy{{option, fmt.Sprint(most), true}}
}

// Largest returns the largest number of 1 to most for which a condition holds, 0 if there is none. The condition holds for all smaller
// numbers too.
func Largest(most int, holds func(int) bool) int {
	return sort.Search(min(most, math.MaxInt32), func(i int) bool { return !holds(i + 1) })
}

// Other returns the remedy that sets an option to any other value.
func Other(option Option) Remedy { return Remedy{{Option: option}} }

// Advice says in words what can be done: "set Colonies to at most 3, or set Pheromone.Memory to candidates and set Ants to
// at most 25". The remedies are alternatives. Advice calls name for the name of each option, such as a flag; if name is nil
// it uses the options themselves.
func Advice(remedies []Remedy, name func(Option) string) string {
	if name == nil {
		name = func(option Option) string { return string(option) }
	}
	alternatives := make([]string, len(remedies))
	for i, remedy := range remedies {
		changes := make([]string, len(remedy))
		for j, change := range remedy {
			changes[j] = change.text(name(change.Option))
		}
		alternatives[i] = strings.Join(changes, " and ")
	}
	return strings.Join(alternatives, ", or ")
}

func (c Change) text(name string) string {
	switch {
	case c.Option == OptionCities:
		return fmt.Sprintf("use an instance of at most %s cities", c.Value)
	case c.Value == "":
		return "choose another value for " + name
	case c.AtMost:
		return fmt.Sprintf("set %s to at most %s", name, c.Value)
	}
	return fmt.Sprintf("set %s to %s", name, c.Value)
}

// A TooLargeError says that a run needs more of a device, or of the processor, than there is, and what would fit.
type TooLargeError struct {
	Err      error    // what is too large and by how much: a *pipeline.TooLargeError for a device
	Remedies []Remedy // alternatives, each of which fits; the smallest change first
}

// Error returns the cause and, on a line of its own, the advice in the library's names.
func (e *TooLargeError) Error() string { return advised(e.Err.Error(), "\n", e.Remedies) }

// Unwrap returns the cause.
func (e *TooLargeError) Unwrap() error { return e.Err }

// advised appends the advice to the text of an error.
func advised(text, separator string, remedies []Remedy) string {
	if len(remedies) == 0 {
		return text
	}
	return text + separator + Advice(remedies, nil)
}
