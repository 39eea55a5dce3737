package aco

import (
	"slices"

	classicmodel "github.com/aco-vk/aco-vk/aco/classic/model"
)

// OptionInfo says which runs an option is for.
type OptionInfo struct {
	Name       string      // its place in Options, such as "Pheromone.Alpha"
	Algorithms []Algorithm // the algorithms that have the option
	Rules      OptionRules

	given func(*Options) bool
}

// OptionRules say whether an option can be combined with Preset, Replay and Resume.
type OptionRules uint8

const (
	FixedByPreset     OptionRules = 1 << iota // it cannot be set beside Preset
	FixedByReplay                             // it cannot be set beside Replay
	AllowedWithResume                         // it can be set beside Resume
)

// Has reports whether the rules include one.
func (r OptionRules) Has(rule OptionRules) bool { return r&rule != 0 }

var (
	allAlgorithms  = Algorithms
	allButMerged   = classicmodel.Algorithms
	onlyASAndACS   = []Algorithm{AntSystem, ACS}
	onlyMMASAndACS = []Algorithm{MMAS, ACS}
	allButAS       = []Algorithm{MMAS, ACS, Merged}
	onlyAS         = []Algorithm{AntSystem}
	onlyACS        = []Algorithm{ACS}
	onlyMerged     = []Algorithm{Merged}
)

// OptionTable lists the options that only some runs can have. All other options can be set in every run.
//
// Ant System is listed for the local search and the exchange because it accepts the values that switch them off.
var OptionTable = optionTable

var optionTable = []OptionInfo{
	{"Algorithm", allAlgorithms, FixedByPreset, func(o *Options) bool { return o.Algorithm != "" }},
	{"Preset", allButMerged, FixedByReplay, func(o *Options) bool { return o.Preset != "" }},
	{"Seed", allAlgorithms, FixedByReplay, func(o *Options) bool { return o.Seed != nil }},
	{"Ants", allAlgorithms, FixedByReplay, func(o *Options) bool { return o.Ants != 0 }},
	{"Colonies", allAlgorithms, FixedByPreset | FixedByReplay, func(o *Options) bool { return o.Colonies != 0 }},
	{"Candidates", allButAS, FixedByPreset | FixedByReplay, func(o *Options) bool { return o.Candidates != 0 }},
	{"Iterations", allAlgorithms, FixedByReplay | AllowedWithResume, func(o *Options) bool { return o.Iterations != 0 }},
	{"TimeLimit", allAlgorithms, FixedByReplay | AllowedWithResume, func(o *Options) bool { return o.TimeLimit != 0 }},
	{"Target", allAlgorithms, FixedByReplay | AllowedWithResume, func(o *Options) bool { return o.Target != 0 }},
	{"Stall", allAlgorithms, FixedByReplay | AllowedWithResume, func(o *Options) bool { return o.Stall != 0 }},
	{"Idle", allAlgorithms, FixedByReplay | AllowedWithResume, func(o *Options) bool { return o.Idle != 0 }},
	{"Path", allAlgorithms, AllowedWithResume, func(o *Options) bool { return o.Path != nil }},
	{"InitialTour", allAlgorithms, FixedByPreset, func(o *Options) bool { return o.InitialTour != nil }},
	{"Replay", onlyMerged, 0, func(o *Options) bool { return o.Replay != nil }},

	{"Peers", onlyMerged, AllowedWithResume, func(o *Options) bool { return o.Peers != nil }},
	{"Pheromone.Alpha", allButMerged, FixedByPreset, func(o *Options) bool { return o.Pheromone.Alpha != nil }},
	{"Pheromone.Beta", allButMerged, FixedByPreset, func(o *Options) bool { return o.Pheromone.Beta != nil }},
	{"Pheromone.Rho", allButMerged, FixedByPreset, func(o *Options) bool { return o.Pheromone.Rho != nil }},
	{"Pheromone.Memory", onlyMMASAndACS, FixedByPreset, func(o *Options) bool { return o.Pheromone.Memory != "" }},
	{"LocalSearch.Kind", allButMerged, FixedByPreset, func(o *Options) bool { return o.LocalSearch.Kind != "" }},
	{"LocalSearch.Ants", onlyMMASAndACS, FixedByPreset, func(o *Options) bool { return o.LocalSearch.Ants != "" }},
	{"LocalSearch.Neighbours", onlyMMASAndACS, FixedByPreset, func(o *Options) bool { return o.LocalSearch.Neighbours != 0 }},
	{"Exchange.Every", allButMerged, FixedByPreset, func(o *Options) bool { return o.Exchange.Every != nil }},
	{"Exchange.Topology", allButMerged, FixedByPreset, func(o *Options) bool { return o.Exchange.Topology != "" }},

	{"AntSystem.Selection", onlyAS, FixedByPreset, func(o *Options) bool { return o.AntSystem.Selection != "" }},
	{"AntSystem.Trials", onlyAS, FixedByPreset, func(o *Options) bool { return o.AntSystem.Trials != 0 }},
	{"AntSystem.Rest", onlyAS, FixedByPreset, func(o *Options) bool { return o.AntSystem.Rest != 0 }},
	{"AntSystem.Tile", onlyAS, FixedByPreset, func(o *Options) bool { return o.AntSystem.Tile != 0 }},
	{"ACS.Q0", onlyACS, FixedByPreset, func(o *Options) bool { return o.ACS.Q0 != nil }},
	{"ACS.LocalRate", onlyACS, FixedByPreset, func(o *Options) bool { return o.ACS.LocalRate != nil }},
	{"ACS.LocalUpdatePeriod", onlyACS, FixedByPreset, func(o *Options) bool { return o.ACS.LocalUpdatePeriod != 0 }},
	{"ACS.Synchronous", onlyACS, FixedByPreset, func(o *Options) bool { return o.ACS.Synchronous }},
	{"Merged.Temperature", onlyMerged, FixedByReplay, func(o *Options) bool { return o.Merged.Temperature != nil }},
	{"Merged.Noise", onlyMerged, FixedByReplay, func(o *Options) bool { return o.Merged.Noise != nil }},
	{"Merged.Kick", onlyMerged, FixedByReplay, func(o *Options) bool { return o.Merged.Kick != 0 }},
	{"Merged.Windows", onlyMerged, FixedByReplay, func(o *Options) bool { return o.Merged.Windows != 0 }},

	{"Kernels.Mapping", allButMerged, FixedByPreset | AllowedWithResume, func(o *Options) bool { return o.Kernels.Mapping != "" }},
	{"Kernels.Dispatch", onlyASAndACS, FixedByPreset | AllowedWithResume, func(o *Options) bool { return o.Kernels.Dispatch != "" }},
	{"Kernels.PrefixSearch", onlyAS, FixedByPreset | AllowedWithResume, func(o *Options) bool { return o.Kernels.PrefixSearch != "" }},
	{"Kernels.Deposit", onlyAS, FixedByPreset | AllowedWithResume, func(o *Options) bool { return o.Kernels.Deposit != "" }},
	{"Kernels.Distances", allButMerged, AllowedWithResume, func(o *Options) bool { return o.Kernels.Distances != "" }},
	{"Kernels.AntData", onlyMMASAndACS, FixedByPreset | AllowedWithResume, func(o *Options) bool { return o.Kernels.AntData != "" }},
	{"Kernels.AntGroup", allButMerged, FixedByPreset | AllowedWithResume, func(o *Options) bool { return o.Kernels.AntGroup != 0 }},
}

// Has reports whether an algorithm has the option.
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
