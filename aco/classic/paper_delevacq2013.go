package classic

import "slices"

// Delévacq et al. 2013. Work-groups: sections 5.1 to 5.3, of the search for rat783.
var (
	delevacqKernel = Structure{
		aspectWeights: inConstruction, aspectAnt: byGroup, aspectAntGroup: "20", aspectSteps: onePerTour, aspectVisitedIn: inDevice,
		aspectTourIn: inDevice, aspectUpdate: onProcessor,
	}
	delevacqDiffers = []Difference{kernelOfWeights,
		{"limits", "Trail limits, smoothing and the branching factor are integer formulas"},
		{"smoothing", "Trails rise half of the way to the upper limit when their mean branching factor is below 1.00001; the paper says neither when nor how far"},
		{"schedule", "The best tour of all deposits in every 25th iteration, with a local search more and more often, as in ACOTSP; the paper does not say when"},
		{"textures", "Trails, distances and candidate lists are in buffers; in the paper they are in texture memory"},
	}
	delevacqUpdate = Difference{aspectUpdate,
		"The device chooses the tour that deposits and updates the trails in 3 dispatches; in the paper the processor does"}
	delevacqLimit = Difference{"lower limit",
		"The lower trail limit is for a choice among half of the candidates, as in ACOTSP; the paper does not give it, and half of all cities gives longer tours"}
	delevacqSearchLimit = Difference{"lower limit",
		"The lower trail limit is 1/(2n) of the upper one, as in ACOTSP with local search; the paper does not give it"}
	delevacqMoves = Difference{"moves",
		"A round makes the best moves of up to 32 cities with don't-look bits, which do not overlap, and leaves a list where nothing can be gained; in the paper the best move of all replaces the tour"}
	delevacqTeam = []Difference{
		{aspectAntGroup, "An ant has a subgroup of invocations; in the paper it has 20 threads"},
		{"draw", "All invocations of an ant draw and move together; in the paper one thread does, and the others compute weights"},
	}
	delevacqThreads = Difference{aspectAntGroup,
		"A work-group has 64 ants; in the paper the ants are in 64 blocks, so a block has 16 of 1024 ants"}

	delevacqThread = inPaper{
		delevacqKernel.with(Structure{aspectAnt: byInvocation, aspectAntGroup: "16"}),
		slices.Concat(delevacqDiffers, []Difference{delevacqLimit, delevacqUpdate, delevacqThreads}),
	}
	delevacqGlobal = inPaper{delevacqKernel,
		slices.Concat(delevacqDiffers, []Difference{delevacqLimit, delevacqUpdate}, delevacqTeam)}
	delevacqTour   = Difference{aspectTourIn, "The tour of an ant is in device memory, only its visited cities are in shared memory; in the paper both are in shared memory"}
	delevacqShared = inPaper{
		delevacqKernel.with(Structure{aspectVisitedIn: inShared, aspectTourIn: inShared}),
		slices.Concat(delevacqGlobal.differs, []Difference{delevacqTour}),
	}

	delevacqSearchGroup = Difference{aspectSearchGroup,
		"The size of a work-group of the local search follows from the device and the number of tours; in the paper it is 160 to 224 threads by instance for 28 ants, and 96 or 128 for several colonies"}
	delevacqThreadSearch = inPaper{
		delevacqThread.structure.with(Structure{aspectAntGroup: "1", aspectSearch: byInvocation, aspectSearchGroup: "1", aspectSearchIn: inDevice}),
		slices.Concat(delevacqDiffers, []Difference{
			delevacqSearchLimit, delevacqUpdate, delevacqMoves,
			{aspectAntGroup, "A work-group has 64 ants; in the paper a block has one thread"},
		}),
	}
	delevacqGlobalSearch = inPaper{
		delevacqGlobal.structure.with(Structure{aspectSearch: byGroup, aspectSearchGroup: "160", aspectSearchIn: inDevice}),
		slices.Concat(delevacqDiffers, delevacqTeam,
			[]Difference{delevacqSearchLimit, delevacqUpdate, delevacqMoves, delevacqSearchGroup}),
	}
	delevacqSharedSearch = inPaper{
		delevacqShared.structure.with(Structure{aspectSearch: byGroup, aspectSearchGroup: "160", aspectSearchIn: inShared}),
		slices.Concat(delevacqGlobalSearch.differs, []Difference{delevacqTour}),
	}
	delevacqColonyBlock = inPaper{
		delevacqThreadSearch.structure.with(Structure{aspectAntGroup: "224", aspectSearchGroup: "224", aspectSteps: oneForAll, aspectUpdate: oneForAll}),
		slices.Concat(delevacqDiffers, []Difference{delevacqSearchLimit, delevacqMoves,
			{aspectSteps, "The colonies share dispatches, one for each stage of an iteration; in the paper one kernel runs all iterations of all colonies"},
			{aspectUpdate, "The trails of all colonies are updated in 3 dispatches; in the paper each block updates its own in the same kernel"},
			{aspectAntGroup, "A work-group has 64 ants; in the paper it has all 224 ants of a colony"},
			{aspectSearchGroup, "The local search has up to 112 work-groups, each with tours of one colony; in the paper a work-group has all 224 tours of a colony"},
		}),
	}
	delevacqColonyGPU = inPaper{
		delevacqGlobalSearch.structure.with(Structure{aspectSearchGroup: "96"}),
		slices.Concat(delevacqGlobalSearch.differs, []Difference{
			{"devices", "The colonies are divided among the devices of the run, and share dispatches on each; in the paper each has a GPU and a processor of its own"},
		}),
	}
)

var delevacqSystems = []System{
	{Name: "sequential MMAS", Section: "5", Instead: sequential, NotBuilt: "the authors' program is not public"},
	{Name: "MMAS of Stützle and Hoos", Section: "tables 1, 2", Instead: sequential, NotBuilt: "the paper only quotes its lengths"},
	{Name: "ANT_thread", Section: "4.2", Preset: "delevacq2013-ant-thread"},
	{Name: "ANT_block, global memory", Section: "4.2", Preset: "delevacq2013-ant-block-global"},
	{Name: "ANT_block, shared memory", Section: "4.2", Preset: "delevacq2013-ant-block-shared"},
	{Name: "ANT_thread with 3-opt", Section: "4.3", Preset: "delevacq2013-ant-thread-3opt"},
	{Name: "ANT_block, global memory, with 3-opt", Section: "4.3", Preset: "delevacq2013-ant-block-global-3opt"},
	{Name: "ANT_block, shared memory, with 3-opt", Section: "4.3", Preset: "delevacq2013-ant-block-shared-3opt"},
	{Name: "COLONY_block with 4 colonies", Section: "4.4", Preset: "delevacq2013-colony-block"},
	{Name: "COLONY_block with 1, 2, 10 and 256 colonies", Section: "table 5",
		Instead: "rows of table delevacq2013-5", NotBuilt: "they are delevacq2013-colony-block with another number of colonies"},
	{Name: "COLONY_GPU with ANT_block, global memory", Section: "4.4", Preset: "delevacq2013-colony-gpu"},
	{Name: "COLONY_GPU with ANT_thread", Section: "4.4", NotBuilt: namedNotRun},
	{Name: "COLONY_GPU with ANT_block, shared memory", Section: "4.4", NotBuilt: namedNotRun},
	{Name: "colonies that exchange tours", Section: "5.3", Instead: "MMAS with several colonies",
		NotBuilt: "the paper leaves them to later work"},
}
