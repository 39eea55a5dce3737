package aco

import (
	"slices"

	"github.com/aco-vk/aco-vk/aco/problem"
)

// OptionInfo says which runs an option is for.
type OptionInfo struct {
	Name       string      // its place in Options, such as "Pheromone.Alpha"
	Algorithms []Algorithm // that have it
	Rules      OptionRules

	given func(*Options) bool
}

// OptionRules say with which options of a whole run an option can be combined.
type OptionRules uint8

const (
	FixedByPreset     OptionRules = 1 << iota // it cannot be set beside Preset
	FixedByReplay                             // it cannot be set beside Replay
	AllowedWithResume                         // it can be set beside Resume
)

// Has says whether a rule is among them.
func (r OptionRules) Has(rule OptionRules) bool { return r&rule != 0 }

var (
	everyOne       = Algorithms
	withPheromone  = problem.Algorithms
	asACS          = []Algorithm{AntSystem, ACS}
	withLists      = []Algorithm{MMAS, ACS}
	withCandidates = []Algorithm{MMAS, ACS, Merged}
	onlyAS         = []Algorithm{AntSystem}
	onlyACS        = []Algorithm{ACS}
	onlyMerged     = []Algorithm{Merged}
)

// OptionTable lists the options that not every run can have. Options that it does not list can be set in all runs.
//
// Ant System has the values that switch off the local search and the exchange, so both are in its rows.
var OptionTable = []OptionInfo{
	{"Algorithm", everyOne, FixedByPreset, func(o *Options) bool { return o.Algorithm != "" }},
	{"Preset", withPheromone, FixedByReplay, func(o *Options) bool { return o.Preset != "" }},
	{"Seed", everyOne, FixedByReplay, func(o *Options) bool { return o.Seed != nil }},
	{"Ants", everyOne, FixedByReplay, func(o *Options) bool { return o.Ants != 0 }},
	{"Colonies", everyOne, FixedByPreset | FixedByReplay, func(o *Options) bool { return o.Colonies != 0 }},
	{"Candidates", withCandidates, FixedByPreset | FixedByReplay, func(o *Options) bool { return o.Candidates != 0 }},
	{"Iterations", everyOne, FixedByReplay | AllowedWithResume, func(o *Options) bool { return o.Iterations != 0 }},
	{"TimeLimit", everyOne, FixedByReplay | AllowedWithResume, func(o *Options) bool { return o.TimeLimit != 0 }},
	{"Target", everyOne, FixedByReplay | AllowedWithResume, func(o *Options) bool { return o.Target != 0 }},
	{"Stall", everyOne, FixedByReplay | AllowedWithResume, func(o *Options) bool { return o.Stall != 0 }},
	{"Idle", everyOne, FixedByReplay | AllowedWithResume, func(o *Options) bool { return o.Idle != 0 }},
	{"InitialTour", onlyMerged, 0, func(o *Options) bool { return o.InitialTour != nil }},
	{"Replay", onlyMerged, 0, func(o *Options) bool { return o.Replay != nil }},

	{"Pheromone.Alpha", withPheromone, FixedByPreset, func(o *Options) bool { return o.Pheromone.Alpha != nil }},
	{"Pheromone.Beta", withPheromone, FixedByPreset, func(o *Options) bool { return o.Pheromone.Beta != nil }},
	{"Pheromone.Rho", withPheromone, FixedByPreset, func(o *Options) bool { return o.Pheromone.Rho != nil }},
	{"Pheromone.Memory", withLists, FixedByPreset, func(o *Options) bool { return o.Pheromone.Memory != "" }},
	{"LocalSearch.Kind", withPheromone, FixedByPreset, func(o *Options) bool { return o.LocalSearch.Kind != "" }},
	{"LocalSearch.Ants", withLists, FixedByPreset, func(o *Options) bool { return o.LocalSearch.Ants != "" }},
	{"LocalSearch.Neighbours", withLists, FixedByPreset, func(o *Options) bool { return o.LocalSearch.Neighbours != 0 }},
	{"Exchange.Every", withPheromone, FixedByPreset, func(o *Options) bool { return o.Exchange.Every != nil }},
	{"Exchange.Topology", withPheromone, FixedByPreset, func(o *Options) bool { return o.Exchange.Topology != "" }},

	{"AntSystem.Selection", onlyAS, FixedByPreset, func(o *Options) bool { return o.AntSystem.Selection != "" }},
	{"AntSystem.Trials", onlyAS, FixedByPreset, func(o *Options) bool { return o.AntSystem.Trials != 0 }},
	{"AntSystem.Rest", onlyAS, FixedByPreset, func(o *Options) bool { return o.AntSystem.Rest != 0 }},
	{"AntSystem.Tile", onlyAS, FixedByPreset, func(o *Options) bool { return o.AntSystem.Tile != 0 }},
	{"ACS.Q0", onlyACS, FixedByPreset, func(o *Options) bool { return o.ACS.Q0 != 0 }},
	{"ACS.LocalRate", onlyACS, FixedByPreset, func(o *Options) bool { return o.ACS.LocalRate != 0 }},
	{"ACS.LocalUpdatePeriod", onlyACS, FixedByPreset, func(o *Options) bool { return o.ACS.LocalUpdatePeriod != 0 }},
	{"ACS.Synchronous", onlyACS, FixedByPreset, func(o *Options) bool { return o.ACS.Synchronous }},
	{"Merged.Temperature", onlyMerged, FixedByReplay, func(o *Options) bool { return o.Merged.Temperature != nil }},
	{"Merged.Kick", onlyMerged, FixedByReplay, func(o *Options) bool { return o.Merged.Kick != 0 }},
	{"Merged.Pheromone", onlyMerged, FixedByReplay, func(o *Options) bool { return o.Merged.Pheromone != "" }},
	{"Merged.Windows", onlyMerged, FixedByReplay, func(o *Options) bool { return o.Merged.Windows != 0 }},

	{"Kernels.Mapping", withPheromone, FixedByPreset | AllowedWithResume, func(o *Options) bool { return o.Kernels.Mapping != "" }},
	{"Kernels.Dispatch", asACS, FixedByPreset | AllowedWithResume, func(o *Options) bool { return o.Kernels.Dispatch != "" }},
	{"Kernels.PrefixSearch", onlyAS, FixedByPreset | AllowedWithResume, func(o *Options) bool { return o.Kernels.PrefixSearch != "" }},
	{"Kernels.Deposit", onlyAS, FixedByPreset | AllowedWithResume, func(o *Options) bool { return o.Kernels.Deposit != "" }},
	{"Kernels.Distances", withPheromone, AllowedWithResume, func(o *Options) bool { return o.Kernels.Distances != "" }},
	{"Kernels.AntData", withLists, FixedByPreset | AllowedWithResume, func(o *Options) bool { return o.Kernels.AntData != "" }},
	{"Kernels.AntGroup", withPheromone, FixedByPreset | AllowedWithResume, func(o *Options) bool { return o.Kernels.AntGroup != 0 }},
}

// Has says whether an algorithm has the option.
func (i OptionInfo) Has(algorithm Algorithm) bool { return slices.Contains(i.Algorithms, algorithm) }

// given returns the rows of the options that are set.
func (o *Options) given() []OptionInfo {
	var rows []OptionInfo
	for _, row := range OptionTable {
		if row.given(o) {
			rows = append(rows, row)
		}
	}
	return rows
}
