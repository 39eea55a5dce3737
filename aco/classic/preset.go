package classic

import (
	"reflect"
	"slices"

	"github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/aco/option"
	"github.com/aco-vk/aco-vk/tsp"
)

// Preset is a system of a paper, or one to compare it with: its parameters and its kernels.
type Preset struct {
	Name       string
	Source     string // paper and section; "no paper's system" and what it is, if Papers does not list it
	Parameters model.Parameters
	Kernel     KernelConfig
	Paper      Structure    // of the system in its paper
	Differs    []Difference // from the paper, besides SharedDifference
}

// SharedDifference is the difference of every preset from its paper.
const SharedDifference = "pheromone, weights and distances are integers; random numbers come from Philox, by seed, iteration, ant and step; " +
	"the nearest-neighbour tour is the first best tour; in Ant System the initial pheromone of an edge is what all ants together would deposit if each had made this tour, " +
	"and no trail is less than one unit, which it reaches after some 30 iterations without a deposit"

// Presets lists all presets.
var Presets = slices.Concat(antSystemPresets, candidatePresets)

// antSystemPresets have as many ants as cities, α = 1, β = 2, ρ = 0.5, as their papers do.
var antSystemPresets = []Preset{
	preset("zhou2017-ke-all", "Zhou et al. 2017, algorithm B1: the whole tour in one kernel",
		model.Parameters{Selection: model.SelectScan}, KernelConfig{Dispatch: DispatchAll, Deposit: DepositAtomic},
		zhouAll),
	preset("zhou2017-ke-one", "Zhou et al. 2017, algorithm B2: one kernel for each step",
		model.Parameters{Selection: model.SelectScan}, KernelConfig{Dispatch: DispatchOne, Deposit: DepositAtomic},
		zhouOne),
	preset("zhou2017-group", "Zhou et al. 2017, ST-GROUP: a work-group for each ant",
		model.Parameters{Selection: model.SelectScan}, KernelConfig{Dispatch: DispatchOne, Deposit: DepositAtomic},
		zhouGroup),
	preset("zhou2017-group-stc", "Zhou et al. 2017, ST-GROUP-STC: a tour list with a cursor instead of a tabu list",
		model.Parameters{Selection: model.SelectCursor}, KernelConfig{Dispatch: DispatchOne, Deposit: DepositAtomic},
		zhouCursor),
	preset("zhou2017-group-stc-tr", "Zhou et al. 2017, ST-GROUP-STC-TR: sums by tile; only the chosen tile is scanned",
		model.Parameters{Selection: model.SelectCursorTile},
		KernelConfig{Dispatch: DispatchOne, Deposit: DepositAtomic}, zhouTile),
	preset("zhou2017-dynamic",
		"Zhou et al. 2017, algorithm B4, ST-DYNAMIC: each step in work-groups that fit the unvisited cities",
		model.Parameters{Selection: model.SelectCursorTile},
		KernelConfig{Dispatch: DispatchDynamicCopy, Deposit: DepositAtomic}, zhouDynamic),
	preset("cecilia2013-task", "Cecilia et al. 2013, section 3.1.2: a thread for each ant",
		model.Parameters{Selection: model.SelectScan}, KernelConfig{Mapping: MappingTask, Deposit: DepositAtomicTiled},
		ceciliaTask),
	preset("cecilia2013-data", "Cecilia et al. 2013, section 3.2.2: queen and workers; one city is drawn in each tile",
		model.Parameters{Selection: model.SelectTiled}, KernelConfig{AntGroup: 128, Deposit: DepositAtomicTiled},
		ceciliaData),
	preset("cecilia2013-iroulette", "Cecilia et al. 2013, algorithm 3: I-Roulette",
		model.Parameters{Selection: model.SelectIRoulette}, KernelConfig{AntGroup: 128, Deposit: DepositAtomicTiled},
		ceciliaIRoulette),
	preset("uchida2014-no-compression", "Uchida et al. 2014, section 4.2.1: a scan of all cities",
		model.Parameters{Selection: model.SelectScan}, KernelConfig{Deposit: DepositRows}, uchidaScan),
	preset("uchida2014-compression", "Uchida et al. 2014, section 4.2.2: a list of the unvisited cities",
		model.Parameters{Selection: model.SelectCompress}, KernelConfig{Deposit: DepositRows}, uchidaList),
	preset("uchida2014-trial", "Uchida et al. 2014, section 4.2.3: eight trials, then a scan",
		model.Parameters{Selection: model.SelectTrial, Trials: 8},
		KernelConfig{PrefixSearch: PrefixSearchKary, Deposit: DepositRows},
		uchidaTrial),
	preset("uchida2014-hybrid",
		"Uchida et al. 2014, section 4.2.4: trials until 85% of the cities are visited, then a list",
		model.Parameters{Selection: model.SelectHybrid, Trials: 8},
		KernelConfig{PrefixSearch: PrefixSearchKary, Deposit: DepositRows},
		uchidaTrial),
}

func preset(name, source string, selection model.Parameters, config KernelConfig, paper inPaper) Preset {
	parameters := model.AntSystem()
	parameters.Selection, parameters.Trials = selection.Selection, selection.Trials
	return paper.preset(name, source, parameters, config)
}

// Has reports whether a run on an instance has the preset's parameters. Its ants, colonies and seed
// may be others.
func (p Preset) Has(instance *tsp.Instance, parameters model.Parameters) bool {
	own := p.Parameters
	own.Ants, own.Colonies, own.Seed = parameters.Ants, parameters.Colonies, parameters.Seed
	preset, err := model.NewUnprepared(instance, own)
	if err != nil {
		return false
	}
	run, err := model.NewUnprepared(instance, parameters)
	return err == nil && reflect.DeepEqual(run.Parameters, preset.Parameters)
}

// PresetNamed returns a preset by its name.
func PresetNamed(name string) (Preset, error) {
	for _, p := range Presets {
		if p.Name == name {
			return p, nil
		}
	}
	return Preset{}, option.Errorf("there is no preset %q", name)
}

const (
	// searchNeighbours is the length of the neighbour lists of MMAS with a local search (Delévacq
	// et al. 2013, section 5.2).
	searchNeighbours = 40
	// colonyAnts is the number of ants of each of several colonies (Delévacq et al. 2013, section
	// 5.3).
	colonyAnts = 224
	// roomForAnts is the number of work-groups, with an ant each, that the GPU of Skinderowicz 2016
	// runs at once. The paper does not say it. A GK104 with 1536 cores (abstract) has 8
	// multiprocessors, each with room for 16 work-groups (Nvidia, compute capability 3.0).
	roomForAnts = 128
	// starAnts and starPeriod are the ants and the steps between local updates of the starred
	// systems (Skinderowicz 2016, figure 10).
	starAnts, starPeriod = 256, 4
)

// candidatePresets are the presets of MMAS and ACS, whose ants choose from candidate lists.
var candidatePresets = []Preset{
	maxMin(
		"delevacq2013-ant-thread", "Delévacq et al. 2013, section 4.2, ANT_thread: a thread for each ant",
		threadKernel, delevacqThread,
	),
	maxMin("delevacq2013-ant-block-global",
		"Delévacq et al. 2013, section 4.2, ANT_block global: a block for each ant, its data in device memory",
		globalKernel, delevacqGlobal),
	maxMin("delevacq2013-ant-block-shared",
		"Delévacq et al. 2013, section 4.2, ANT_block shared: a block for each ant, its data in shared memory",
		sharedKernel, delevacqShared),
	maxMinSearch(
		"delevacq2013-ant-thread-3opt", "Delévacq et al. 2013, section 4.3, ANT_thread with 3-opt", threadKernel,
		delevacqThreadSearch,
	),
	maxMinSearch(
		"delevacq2013-ant-block-global-3opt", "Delévacq et al. 2013, section 4.3, ANT_block global with 3-opt",
		globalKernel, delevacqGlobalSearch,
	),
	maxMinSearch(
		"delevacq2013-ant-block-shared-3opt", "Delévacq et al. 2013, section 4.3, ANT_block shared with 3-opt",
		sharedKernel, delevacqSharedSearch,
	),
	maxMinColonies("delevacq2013-colony-block",
		"Delévacq et al. 2013, section 4.4, COLONY_block: four colonies on one GPU, as in the row of table 5 with the shortest tours",
		4, threadKernel, delevacqColonyBlock),
	maxMinColonies(
		"delevacq2013-colony-gpu",
		"Delévacq et al. 2013, section 4.4, COLONY_GPU: two colonies, one for each GPU, as in table 6", 2,
		globalKernel, delevacqColonyGPU,
	),
	colonySystem("skinderowicz2016-acs-gpu",
		"Skinderowicz 2016, section 3.1, ACS-GPU: one kernel for each step; ants update trails by atomic compare-and-swap",
		skinderowiczGPU, func(_ *model.Parameters, f *KernelConfig) { f.Dispatch = DispatchOne }),
	colonySystem("skinderowicz2016-acs-gpu-alt",
		"Skinderowicz 2016, section 3.1, ACS-GPU-Alt: the whole tour in one kernel, without atomic operations",
		skinderowiczAlt, func(_ *model.Parameters, f *KernelConfig) { f.AntsAtOnce = roomForAnts }),
	colonySystem("skinderowicz2016-acs-gpu-spm",
		"Skinderowicz 2016, section 3.2, ACS-GPU-SPM: selective pheromone memory",
		skinderowiczSPM, func(p *model.Parameters, f *KernelConfig) {
			p.Memory, f.AntsAtOnce = model.MemorySelective, roomForAnts
		}),
	colonySystem("skinderowicz2016-acs-gpu-alt-star",
		"Skinderowicz 2016, figure 10, ACS-GPU-Alt*: 256 ants, a local update every 4 steps",
		skinderowiczAlt, func(p *model.Parameters, f *KernelConfig) {
			p.Ants, p.LocalUpdatePeriod, f.AntsAtOnce = starAnts, starPeriod, roomForAnts
		}),
	colonySystem("skinderowicz2016-acs-gpu-spm-star",
		"Skinderowicz 2016, figure 10, ACS-GPU-SPM*: 256 ants, a local update every 4 steps",
		skinderowiczSPMStar, func(p *model.Parameters, f *KernelConfig) {
			p.Memory, p.Ants, p.LocalUpdatePeriod = model.MemorySelective, starAnts, starPeriod
			f.AntsAtOnce = roomForAnts
		}),
	colonySystem("acs-synchronous",
		"no paper's system: ACS-GPU of Skinderowicz 2016 without races; in each step all ants choose, then all update",
		acsSynchronous, func(p *model.Parameters, f *KernelConfig) { p.Synchronous, f.Dispatch = true, DispatchOne }),
}

// The kernels of Delévacq et al. 2013, section 4.2.
var (
	threadKernel = KernelConfig{Mapping: MappingTask, AntData: AntDataDevice}
	globalKernel = KernelConfig{Mapping: MappingGroup, AntData: AntDataDevice}
	sharedKernel = KernelConfig{Mapping: MappingGroup, AntData: AntDataShared}
)

func maxMin(name, source string, config KernelConfig, paper inPaper) Preset {
	p := model.MaxMin()
	p.LowerLimit, p.Renewal, p.BestPeriod = model.LowerLimitCandidates, model.RenewalSmooth, model.BestPeriodFixed
	return paper.preset(name, source, p, config)
}

func maxMinSearch(name, source string, config KernelConfig, paper inPaper) Preset {
	p := model.Published(model.AlgorithmMMAS, model.Search3Opt)
	p.LocalSearchAnts, p.Neighbours = model.LocalSearchAllAnts, searchNeighbours
	p.LowerLimit, p.BestPeriod = model.LowerLimitFixed, model.BestPeriodFalling
	p.Renewal = model.RenewalSmooth // figure 1, with local search, smooths
	return paper.preset(name, source, p, config)
}

// maxMinColonies returns MMAS with 3-opt in several colonies that exchange no tours.
func maxMinColonies(name, source string, number int, config KernelConfig, paper inPaper) Preset {
	preset := maxMinSearch(name, source, config, paper)
	preset.Parameters.Colonies, preset.Parameters.Ants, preset.Parameters.Topology = number, colonyAnts, model.TopologyNone
	return preset
}

func colonySystem(name, source string, paper inPaper, change func(*model.Parameters, *KernelConfig)) Preset {
	p, config := model.AntColonySystem(), KernelConfig{Dispatch: DispatchAll}
	change(&p, &config)
	return paper.preset(name, source, p, config)
}
