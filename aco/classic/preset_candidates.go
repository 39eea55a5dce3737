package classic

import (
	"github.com/aco-vk/aco-vk/aco/classic/model"
)

const (
	// searchNeighbours is the length of the neighbour lists of MMAS with a local search (Delévacq et al. 2013, section 5.2).
	searchNeighbours = 40
	// colonyAnts is the number of ants of each of several colonies (Delévacq et al. 2013, section 5.3).
	colonyAnts = 224
	// starAnts and starPeriod are the ants and the steps between local updates of the starred systems (Skinderowicz 2016, figure 10).
	starAnts, starPeriod = 256, 4
)

// Values of Preset.Differs.
const (
	differsMaxMin = "trail limits, smoothing and the branching factor are integer formulas"
	differsColony = differsMaxMin + "; the ants of all colonies of a device are in the same dispatches"
	differsBlock  = differsMaxMin + "; an ant has a subgroup, not 20 threads"
	differsSystem = "q0 = (n − 20)/n, beta, rho and the local rate are those of the paper's program"
	differsRacy   = differsSystem + "; racy, as published: the same seed gives different tours each time"
)

// candidatePresets are the presets of MMAS and ACS, whose ants choose from candidate lists.
var candidatePresets = []Preset{
	maxMin("delevacq2013-ant-thread", "Delévacq et al. 2013, section 4.2, ANT_thread: a thread for each ant", threadKernel, differsMaxMin),
	maxMin("delevacq2013-ant-block-global", "Delévacq et al. 2013, section 4.2, ANT_block global: a block for each ant, its data in device memory",
		globalKernel, differsBlock),
	maxMin("delevacq2013-ant-block-shared", "Delévacq et al. 2013, section 4.2, ANT_block shared: a block for each ant, its data in shared memory",
		sharedKernel, differsBlock),
	maxMinSearch("delevacq2013-ant-thread-3opt", "Delévacq et al. 2013, section 4.3, ANT_thread with 3-opt", threadKernel, differsMaxMin),
	maxMinSearch("delevacq2013-ant-block-global-3opt", "Delévacq et al. 2013, section 4.3, ANT_block global with 3-opt", globalKernel, differsBlock),
	maxMinSearch("delevacq2013-ant-block-shared-3opt", "Delévacq et al. 2013, section 4.3, ANT_block shared with 3-opt", sharedKernel, differsBlock),
	maxMinColonies("delevacq2013-colony-block", "Delévacq et al. 2013, section 4.4, COLONY_block: four colonies on one GPU, as in the row of table 5 with the shortest tours",
		4, threadKernel),
	maxMinColonies("delevacq2013-colony-gpu", "Delévacq et al. 2013, section 4.4, COLONY_GPU: two colonies, one for each GPU, as in table 6", 2, globalKernel),
	colonySystem("skinderowicz2016-acs-gpu", "Skinderowicz 2016, section 3.1, ACS-GPU: one kernel for each step; all ants choose, then all update",
		differsSystem, func(p *model.Parameters, f *KernelConfig) { p.Synchronous, f.Dispatch = true, DispatchOne }),
	colonySystem("skinderowicz2016-acs-gpu-alt", "Skinderowicz 2016, section 3.1, ACS-GPU-Alt: the whole tour in one kernel, without atomic operations",
		differsRacy, func(*model.Parameters, *KernelConfig) {}),
	colonySystem("skinderowicz2016-acs-gpu-spm", "Skinderowicz 2016, section 3.2, ACS-GPU-SPM: selective pheromone memory",
		differsRacy, func(p *model.Parameters, _ *KernelConfig) { p.Memory = model.MemorySelective }),
	colonySystem("skinderowicz2016-acs-gpu-alt-star", "Skinderowicz 2016, figure 10, ACS-GPU-Alt*: 256 ants, a local update every 4 steps",
		differsRacy, func(p *model.Parameters, _ *KernelConfig) { p.Ants, p.LocalUpdatePeriod = starAnts, starPeriod }),
	colonySystem("skinderowicz2016-acs-gpu-spm-star", "Skinderowicz 2016, figure 10, ACS-GPU-SPM*: 256 ants, a local update every 4 steps",
		differsRacy, func(p *model.Parameters, _ *KernelConfig) {
			p.Memory, p.Ants, p.LocalUpdatePeriod = model.MemorySelective, starAnts, starPeriod
		}),
}

// The kernels of Delévacq et al. 2013, section 4.2.
var (
	threadKernel = KernelConfig{Mapping: MappingTask, AntData: AntDataDevice}
	globalKernel = KernelConfig{Mapping: MappingGroup, AntData: AntDataDevice}
	sharedKernel = KernelConfig{Mapping: MappingGroup, AntData: AntDataShared}
)

func maxMin(name, source string, config KernelConfig, differs string) Preset {
	return Preset{name, source, model.MaxMin(), config, differs}
}

func maxMinSearch(name, source string, config KernelConfig, differs string) Preset {
	p := model.Published(model.AlgorithmMMAS, model.Search3Opt)
	p.LocalSearchAnts, p.Neighbours = model.LocalSearchAllAnts, searchNeighbours
	return Preset{name, source, p, config, differs}
}

// maxMinColonies returns MMAS with 3-opt in several colonies that exchange no tours.
func maxMinColonies(name, source string, number int, config KernelConfig) Preset {
	preset := maxMinSearch(name, source, config, differsColony)
	preset.Parameters.Colonies, preset.Parameters.Ants, preset.Parameters.Topology = number, colonyAnts, model.TopologyNone
	return preset
}

func colonySystem(name, source, differs string, change func(*model.Parameters, *KernelConfig)) Preset {
	p, config := model.AntColonySystem(), KernelConfig{Dispatch: DispatchAll}
	change(&p, &config)
	return Preset{name, source, p, config, differs}
}
