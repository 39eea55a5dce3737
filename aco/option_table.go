package aco

import (
	"slices"

	"github.com/aco-vk/aco-vk/aco/problem"
)

// OptionInfo says which runs an option is for.
type OptionInfo struct {
	Name       string      // its place in Options, such as "Pheromone.Alpha"
	Algorithms []Algorithm // that have it
	ByPreset   bool        // a preset sets it, so it cannot be set beside Preset
	ByReplay   bool        // a replayed run sets it, so it cannot be set beside Replay
	WithResume bool        // it may be set beside Resume

	given func(*Options) bool
}

var (
	anyOne     = Algorithms
	withTrails = problem.Algorithms
	asACS      = []Algorithm{AntSystem, ACS}
	listed     = []Algorithm{MMAS, ACS}
	listedAll  = []Algorithm{MMAS, ACS, Merged}
	onlyAS     = []Algorithm{AntSystem}
	onlyACS    = []Algorithm{ACS}
	onlyMerged = []Algorithm{Merged}
)

// OptionTable lists the options that not every run can have. Options that it does not list can be set in all runs.
//
// Ant System has the values that switch off the local search and the exchange, so both are in its rows.
var OptionTable = []OptionInfo{
	{"Algorithm", anyOne, true, false, false, func(o *Options) bool { return o.Algorithm != "" }},
	{"Preset", withTrails, false, true, false, func(o *Options) bool { return o.Preset != "" }},
	{"Seed", anyOne, false, true, false, func(o *Options) bool { return o.Seed != nil }},
	{"Ants", anyOne, false, true, false, func(o *Options) bool { return o.Ants != 0 }},
	{"Colonies", anyOne, true, true, false, func(o *Options) bool { return o.Colonies != 0 }},
	{"Candidates", listedAll, true, true, false, func(o *Options) bool { return o.Candidates != 0 }},
	{"Iterations", anyOne, false, true, true, func(o *Options) bool { return o.Iterations != 0 }},
	{"TimeLimit", anyOne, false, true, true, func(o *Options) bool { return o.TimeLimit != 0 }},
	{"Target", anyOne, false, true, true, func(o *Options) bool { return o.Target != 0 }},
	{"Stall", anyOne, false, true, true, func(o *Options) bool { return o.Stall != 0 }},
	{"Idle", anyOne, false, true, true, func(o *Options) bool { return o.Idle != 0 }},
	{"InitialTour", onlyMerged, false, false, false, func(o *Options) bool { return o.InitialTour != nil }},
	{"Replay", onlyMerged, false, false, false, func(o *Options) bool { return o.Replay != nil }},

	{"Pheromone.Alpha", withTrails, true, false, false, func(o *Options) bool { return o.Pheromone.Alpha != nil }},
	{"Pheromone.Beta", withTrails, true, false, false, func(o *Options) bool { return o.Pheromone.Beta != nil }},
	{"Pheromone.Rho", withTrails, true, false, false, func(o *Options) bool { return o.Pheromone.Rho != nil }},
	{"Pheromone.Memory", listed, true, false, false, func(o *Options) bool { return o.Pheromone.Memory != "" }},
	{"LocalSearch.Kind", withTrails, true, false, false, func(o *Options) bool { return o.LocalSearch.Kind != "" }},
	{"LocalSearch.Ants", listed, true, false, false, func(o *Options) bool { return o.LocalSearch.Ants != "" }},
	{"LocalSearch.Neighbours", listed, true, false, false, func(o *Options) bool { return o.LocalSearch.Neighbours != 0 }},
	{"Exchange.Every", withTrails, true, false, false, func(o *Options) bool { return o.Exchange.Every != nil }},
	{"Exchange.Topology", withTrails, true, false, false, func(o *Options) bool { return o.Exchange.Topology != "" }},

	{"AntSystem.Selection", onlyAS, true, false, false, func(o *Options) bool { return o.AntSystem.Selection != "" }},
	{"AntSystem.Trials", onlyAS, true, false, false, func(o *Options) bool { return o.AntSystem.Trials != 0 }},
	{"AntSystem.Rest", onlyAS, true, false, false, func(o *Options) bool { return o.AntSystem.Rest != 0 }},
	{"AntSystem.Tile", onlyAS, true, false, false, func(o *Options) bool { return o.AntSystem.Tile != 0 }},
	{"ACS.Q0", onlyACS, true, false, false, func(o *Options) bool { return o.ACS.Q0 != 0 }},
	{"ACS.LocalRate", onlyACS, true, false, false, func(o *Options) bool { return o.ACS.LocalRate != 0 }},
	{"ACS.LocalUpdatePeriod", onlyACS, true, false, false, func(o *Options) bool { return o.ACS.LocalUpdatePeriod != 0 }},
	{"ACS.Synchronous", onlyACS, true, false, false, func(o *Options) bool { return o.ACS.Synchronous }},
	{"Merged.Temperature", onlyMerged, false, true, false, func(o *Options) bool { return o.Merged.Temperature != nil }},
	{"Merged.Kick", onlyMerged, false, true, false, func(o *Options) bool { return o.Merged.Kick != 0 }},
	{"Merged.Pheromone", onlyMerged, false, true, false, func(o *Options) bool { return o.Merged.Pheromone != "" }},
	{"Merged.Windows", onlyMerged, false, true, false, func(o *Options) bool { return o.Merged.Windows != 0 }},

	{"Kernels.Mapping", withTrails, true, false, true, func(o *Options) bool { return o.Kernels.Mapping != "" }},
	{"Kernels.Dispatch", asACS, true, false, true, func(o *Options) bool { return o.Kernels.Dispatch != "" }},
	{"Kernels.PrefixSearch", onlyAS, true, false, true, func(o *Options) bool { return o.Kernels.PrefixSearch != "" }},
	{"Kernels.Deposit", onlyAS, true, false, true, func(o *Options) bool { return o.Kernels.Deposit != "" }},
	{"Kernels.Distances", withTrails, false, false, true, func(o *Options) bool { return o.Kernels.Distances != "" }},
	{"Kernels.AntData", listed, true, false, true, func(o *Options) bool { return o.Kernels.AntData != "" }},
	{"Kernels.AntGroup", withTrails, true, false, true, func(o *Options) bool { return o.Kernels.AntGroup != 0 }},
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
