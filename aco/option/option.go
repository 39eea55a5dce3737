// Package option has the table of the options of a run, which all entrances take, and errors that
// name options. An error says which changes of options make a run possible, so that a caller can act
// on them or print them in its own words, such as flags.
package option

import (
	"fmt"
	"math"
	"sort"
	"strings"
)

// The options that errors and remedies name: the path of a field in aco.Options or in a method.
const (
	Alpha             = "Pheromone.Alpha"
	BestPeriod        = "BestPeriod"
	Beta              = "Pheromone.Beta"
	Candidates        = "Candidates"
	ExchangeEvery     = "Exchange.Every"
	Kick              = "Kick"
	LocalRate         = "LocalRate"
	LocalSearchAnts   = "LocalSearch.Ants"
	LocalUpdatePeriod = "LocalUpdatePeriod"
	LowerLimit        = "LowerLimit"
	Neighbours        = "LocalSearch.Neighbours"
	Noise             = "Noise"
	Q0                = "Q0"
	Renewal           = "Renewal"
	Rest              = "Rest"
	Rho               = "Pheromone.Rho"
	Temperature       = "Temperature"
	Tile              = "Tile"
	Topology          = "Exchange.Topology"
	Trials            = "Trials"

	CheckpointEvery = "CheckpointEvery"
	DeviceTime      = "DeviceTime"
	Idle            = "Idle"
	Iterations      = "Iterations"
	MaxSubmit       = "MaxSubmit"
	Reserve         = "Reserve"
	Stall           = "Stall"
	Target          = "Target"
	TimeLimit       = "TimeLimit"

	Algorithm   = "Method"
	AntData     = "Kernels.AntData"
	Ants        = "Ants"
	Cities      = "Cities" // the size of the instance
	Colonies    = "Colonies"
	Dispatch    = "Kernels.Dispatch"
	Devices     = "Devices" // a device with larger limits, or CPU
	LocalSearch = "LocalSearch.Kind"
	Memory      = "Memory"
	Selection   = "Selection"
	Rule        = "Rule"
)

// Values that remedies set.
const (
	CPU      = "cpu"  // of Devices: a run on the processor
	MMAS     = "mmas" // of Algorithm: MAX-MIN Ant System
	ThreeOpt = "3opt" // of LocalSearch
)

// A Change is a new value of an option.
type Change struct {
	Option string
	Value  string // "" for any value other than the present one
	AtMost bool   // Value is the largest number that can be used
}

// A Remedy is one or more changes that, made together, make a run possible. Use [slices.Concat] to
// join remedies into one.
type Remedy []Change

// Set returns the remedy that sets an option to a value.
func Set(option string, value any) Remedy {
	return Remedy{{Option: option, Value: fmt.Sprint(value)}}
}

// AtMost returns the remedy that sets an option to a number of at most this.
func AtMost(option string, most int) Remedy {
	return Remedy{{option, fmt.Sprint(most), true}}
}

// Largest returns the largest number of 1 to most for which a condition holds, 0 if there is none.
// The condition holds for all smaller numbers too.
func Largest(most int, holds func(int) bool) int {
	return sort.Search(min(most, math.MaxInt32), func(i int) bool { return !holds(i + 1) })
}

// Other returns the remedy that sets an option to any other value.
func Other(option string) Remedy { return Remedy{{Option: option}} }

// Advice says in words what can be done: "set Colonies to at most 3, or set Memory to candidates
// and set Ants to at most 25". The remedies are alternatives. Advice calls name for the name of
// each option, such as a flag; if name is nil it uses the options themselves.
func Advice(remedies []Remedy, name func(string) string) string {
	if name == nil {
		name = func(option string) string { return option }
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
