package classic

import (
	"slices"

	"github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/aco/option"
)

// Preset is a system of a paper: its parameters and its kernels.
type Preset struct {
	Name       string           `json:"name"`
	Source     string           `json:"source"` // paper and section
	Parameters model.Parameters `json:"parameters"`
	Kernel     KernelConfig     `json:"form"`
	Differs    string           `json:"differs,omitempty"` // difference from the paper, besides SharedDifference
}

// SharedDifference is the difference of every preset from its paper.
const SharedDifference = "pheromone, weights and distances are integers; random numbers come from Philox, by seed, iteration, ant and step; " +
	"the nearest-neighbour tour is the first best tour; in Ant System the initial pheromone of an edge is what all ants together would deposit if each had made this tour"

// Presets lists all presets.
var Presets = slices.Concat(antSystemPresets, candidatePresets)

// antSystemPresets have as many ants as cities, α = 1, β = 2, ρ = 0.5, as their papers do.
var antSystemPresets = []Preset{
	preset("zhou2017-ke-all", "Zhou et al. 2017, algorithm B1: the whole tour in one kernel",
		model.Parameters{Selection: model.SelectScan}, KernelConfig{Dispatch: DispatchAll, Deposit: DepositAtomic},
		"the size of the work-group depends on the device and n; the paper takes it from table C3"),
	preset("zhou2017-ke-one", "Zhou et al. 2017, algorithm B2: one kernel for each step",
		model.Parameters{Selection: model.SelectScan}, KernelConfig{Dispatch: DispatchOne, Deposit: DepositAtomic},
		"the steps are recorded once and submitted again, not called one by one"),
	preset("zhou2017-group", "Zhou et al. 2017, ST-GROUP: a work-group for each ant",
		model.Parameters{Selection: model.SelectScan}, KernelConfig{Dispatch: DispatchOne, Deposit: DepositAtomic},
		"equal to zhou2017-ke-one: the paper has one name for the strategy and one for the kernel, and compares strategies with one kernel for each step"),
	preset("zhou2017-group-stc", "Zhou et al. 2017, ST-GROUP-STC: a tour list with a cursor instead of a tabu list",
		model.Parameters{Selection: model.SelectCursor}, KernelConfig{Dispatch: DispatchOne, Deposit: DepositAtomic}, ""),
	preset("zhou2017-group-stc-tr", "Zhou et al. 2017, ST-GROUP-STC-TR: sums by tile; only the chosen tile is scanned",
		model.Parameters{Selection: model.SelectCursorTile}, KernelConfig{Dispatch: DispatchOne, Deposit: DepositAtomic},
		"TR follows the text of section B.4.1, not algorithm 1"),
	preset("zhou2017-dynamic", "Zhou et al. 2017, algorithm B4, ST-DYNAMIC: each step in work-groups that fit the unvisited cities",
		model.Parameters{Selection: model.SelectCursorTile}, KernelConfig{Dispatch: DispatchDynamic, Deposit: DepositAtomic},
		"the steps are recorded once and submitted again"),
	preset("cecilia2013-task", "Cecilia et al. 2013, section 3.1.2: a thread for each ant",
		model.Parameters{Selection: model.SelectScan}, KernelConfig{Mapping: MappingTask, Deposit: DepositAtomicTiled},
		"visited flags are bits in device memory; a work-group is one subgroup, not 16 threads"),
	preset("cecilia2013-data", "Cecilia et al. 2013, section 3.2.2: queen and workers; one city is drawn in each tile",
		model.Parameters{Selection: model.SelectTiled}, KernelConfig{AntGroup: 128, Deposit: DepositAtomicTiled}, ""),
	preset("cecilia2013-iroulette", "Cecilia et al. 2013, algorithm 3: I-Roulette",
		model.Parameters{Selection: model.SelectIRoulette}, KernelConfig{AntGroup: 128, Deposit: DepositAtomicTiled}, ""),
	preset("uchida2014-no-compression", "Uchida et al. 2014, section 4.2.1: a scan of all cities",
		model.Parameters{Selection: model.SelectScan}, KernelConfig{Deposit: DepositRows}, ""),
	preset("uchida2014-compression", "Uchida et al. 2014, section 4.2.2: a list of the unvisited cities",
		model.Parameters{Selection: model.SelectCompress}, KernelConfig{Deposit: DepositRows}, ""),
	preset("uchida2014-trial", "Uchida et al. 2014, section 4.2.3: eight trials, then a scan",
		model.Parameters{Selection: model.SelectTrial, Trials: 8}, KernelConfig{PrefixSearch: PrefixSearchKary, Deposit: DepositRows}, ""),
	preset("uchida2014-hybrid", "Uchida et al. 2014, section 4.2.4: trials until 85% of the cities are visited, then a list",
		model.Parameters{Selection: model.SelectHybrid, Trials: 8}, KernelConfig{PrefixSearch: PrefixSearchKary, Deposit: DepositRows}, ""),
}

func preset(name, source string, selection model.Parameters, config KernelConfig, differs string) Preset {
	parameters := model.AntSystem()
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
	return Preset{}, option.Errorf("there is no preset %q; Presets lists the names", name)
}
