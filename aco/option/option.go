// Package option names options in errors. An error says which changes of options make a run
// possible, so that a caller can act on them or print them in its own words, such as flags.
package option

import (
	"fmt"
	"math"
	"sort"
	"strings"
)

// A Name is the name of an option in remedies: the path of the field in aco.Options or, without
// the method's name, in a method.
type Name string

// The options that errors and remedies name.
const (
	Alpha             Name = "Pheromone.Alpha"
	Beta              Name = "Pheromone.Beta"
	Candidates        Name = "Candidates"
	ExchangeEvery     Name = "Exchange.Every"
	Kick              Name = "Kick"
	LocalRate         Name = "LocalRate"
	LocalSearchAnts   Name = "LocalSearch.Ants"
	LocalUpdatePeriod Name = "LocalUpdatePeriod"
	Neighbours        Name = "LocalSearch.Neighbours"
	Noise             Name = "Noise"
	Q0                Name = "Q0"
	Rest              Name = "Rest"
	Rho               Name = "Pheromone.Rho"
	Temperature       Name = "Temperature"
	Tile              Name = "Tile"
	Topology          Name = "Exchange.Topology"
	Trials            Name = "Trials"

	Algorithm   Name = "Method"
	AntData     Name = "Kernels.AntData"
	Ants        Name = "Ants"
	Cities      Name = "Cities" // the size of the instance
	Colonies    Name = "Colonies"
	Devices     Name = "Devices" // a device with larger limits, or CPU
	InitialTour Name = "InitialTour"
	LocalSearch Name = "LocalSearch.Kind"
	Memory      Name = "Memory"
	Selection   Name = "Selection"
)

// Values that remedies set.
const (
	CPU      = "cpu"  // of Devices: a run on the processor
	MMAS     = "mmas" // of Algorithm: MAX-MIN Ant System
	ThreeOpt = "3opt" // of LocalSearch
)

// A Change is a new value of an option.
type Change struct {
	Option Name
	Value  string // "" for any value other than the present one
	AtMost bool   // Value is the largest number that can be used
}

// A Remedy is one or more changes that, made together, make a run possible. Use [slices.Concat] to
// join remedies into one.
type Remedy []Change

// Set returns the remedy that sets an option to a value.
func Set(option Name, value any) Remedy {
	return Remedy{{Option: option, Value: fmt.Sprint(value)}}
}

// AtMost returns the remedy that sets an option to a number of at most this.
func AtMost(option Name, most int) Remedy {
	return Remedy{{option, fmt.Sprint(most), true}}
}

// Largest returns the largest number of 1 to most for which a condition holds, 0 if there is none.
// The condition holds for all smaller numbers too.
func Largest(most int, holds func(int) bool) int {
	return sort.Search(min(most, math.MaxInt32), func(i int) bool { return !holds(i + 1) })
}

// Other returns the remedy that sets an option to any other value.
func Other(option Name) Remedy { return Remedy{{Option: option}} }

// Advice says in words what can be done: "set Colonies to at most 3, or set Memory to candidates
// and set Ants to at most 25". The remedies are alternatives. Advice calls name for the name of
// each option, such as a flag; if name is nil it uses the options themselves.
func Advice(remedies []Remedy, name func(Name) string) string {
	if name == nil {
		name = func(option Name) string { return string(option) }
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
	case c.Option == Cities:
		return fmt.Sprintf("use an instance of at most %s cities", c.Value)
	case c.Value == "":
		return "choose another value for " + name
	case c.AtMost:
		return fmt.Sprintf("set %s to at most %s", name, c.Value)
	}
	return fmt.Sprintf("set %s to %s", name, c.Value)
}
