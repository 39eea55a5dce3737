package classic

import (
	"slices"

	"github.com/aco-vk/aco-vk/aco/problem"
)

// Preset is a system that a paper describes: its parameters and its kernels.
type Preset struct {
	Name       string             `json:"name"`
	Source     string             `json:"source"` // paper and section
	Parameters problem.Parameters `json:"parameters"`
	Kernel     KernelConfig       `json:"form"`
	Differs    string             `json:"differs,omitempty"` // difference from the paper, besides SharedDifference
}

// SharedDifference is the difference of every preset from its paper.
const SharedDifference = "pheromone, weights and distances are integers; random words come from Philox by seed, iteration, ant and step; " +
	"the nearest-neighbour tour is the first best tour, and in Ant System the pheromone begins at what all ants would deposit on it"

// Presets lists all presets.
var Presets = slices.Concat(antSystemPresets, candidatePresets)

// antSystemPresets have as many ants as cities, α = 1, β = 2, ρ = 0.5, as their papers do.
var antSystemPresets = []Preset{
	preset("zhou2017-ke-all", "Zhou et al. 2017, algorithm B1: the whole tour in one kernel",
		problem.Parameters{Selection: problem.SelectScan}, KernelConfig{Dispatch: DispatchAll, Deposit: DepositAtomic},
		"the work-group is chosen by the device and n, as the paper chose its by table C3"),
	preset("zhou2017-ke-one", "Zhou et al. 2017, algorithm B2: a kernel for each step",
		problem.Parameters{Selection: problem.SelectScan}, KernelConfig{Dispatch: DispatchOne, Deposit: DepositAtomic},
		"the steps are recorded once and submitted again, not called one by one"),
	preset("zhou2017-group", "Zhou et al. 2017, ST-GROUP: an ant a work-group",
		problem.Parameters{Selection: problem.SelectScan}, KernelConfig{Dispatch: DispatchOne, Deposit: DepositAtomic},
		"the same as zhou2017-ke-one: the paper names the strategy and the kernel apart, and compares strategies a step a kernel"),
	preset("zhou2017-group-stc", "Zhou et al. 2017, ST-GROUP-STC: the tour list with a cursor in place of the tabu list",
		problem.Parameters{Selection: problem.SelectCursor}, KernelConfig{Dispatch: DispatchOne, Deposit: DepositAtomic}, ""),
	preset("zhou2017-group-stc-tr", "Zhou et al. 2017, ST-GROUP-STC-TR: sums by tile, only the chosen tile is scanned",
		problem.Parameters{Selection: problem.SelectCursorTile}, KernelConfig{Dispatch: DispatchOne, Deposit: DepositAtomic},
		"TR is built as section B.4.1 tells it; its algorithm 1 was not at hand"),
	preset("zhou2017-dynamic", "Zhou et al. 2017, algorithm B4, ST-DYNAMIC: each step in work-groups that fit the unvisited cities",
		problem.Parameters{Selection: problem.SelectCursorTile}, KernelConfig{Dispatch: DispatchDynamic, Deposit: DepositAtomic},
		"the steps are recorded once and submitted again"),
	preset("cecilia2013-task", "Cecilia et al. 2013, section 3.1.2: an ant a thread",
		problem.Parameters{Selection: problem.SelectScan}, KernelConfig{Mapping: MappingTask, Deposit: DepositAtomicTiled},
		"visited flags are bits in device memory; work-groups are of a subgroup, not of 16"),
	preset("cecilia2013-data", "Cecilia et al. 2013, section 3.2.2: queen and workers, a city drawn in each tile",
		problem.Parameters{Selection: problem.SelectTiled}, KernelConfig{AntGroup: 128, Deposit: DepositAtomicTiled}, ""),
	preset("cecilia2013-iroulette", "Cecilia et al. 2013, algorithm 3: I-Roulette",
		problem.Parameters{Selection: problem.SelectIRoulette}, KernelConfig{AntGroup: 128, Deposit: DepositAtomicTiled}, ""),
	preset("uchida2014-no-compression", "Uchida et al. 2014, section 4.2.1",
		problem.Parameters{Selection: problem.SelectScan}, KernelConfig{Deposit: DepositRows}, ""),
	preset("uchida2014-compression", "Uchida et al. 2014, section 4.2.2",
		problem.Parameters{Selection: problem.SelectCompress}, KernelConfig{Deposit: DepositRows}, ""),
	preset("uchida2014-trial", "Uchida et al. 2014, section 4.2.3: eight trials, then a scan",
		problem.Parameters{Selection: problem.SelectTrial, Trials: 8}, KernelConfig{PrefixSearch: PrefixSearchKary, Deposit: DepositRows}, ""),
	preset("uchida2014-hybrid", "Uchida et al. 2014, section 4.2.4: trials until 85% of the cities are visited, then compression",
		problem.Parameters{Selection: problem.SelectHybrid, Trials: 8}, KernelConfig{PrefixSearch: PrefixSearchKary, Deposit: DepositRows}, ""),
}

func preset(name, source string, selection problem.Parameters, config KernelConfig, differs string) Preset {
	parameters := problem.AntSystem()
	parameters.Selection, parameters.Trials = selection.Selection, selection.Trials
	return Preset{name, source, parameters, config, differs}
}

// PresetNamed returns a preset by its name.
func PresetNamed(name string) (Preset, error) {
	for _, p := range Presets {
		if p.Name == name {
			return p, nil
		}
	}
	return Preset{}, problem.Errorf("there is no preset %q; Presets lists the names", name)
}
