package main

// solveCommand is the table of the flags of solve. Beside what kong reads, a row has these tags:
//
//	common  the short help shows the flag
//	option  the option of aco.Options that it sets
//
// aco.OptionTable says which algorithms have the option, and whether it can be set beside --preset, --resume and --replay. Help and errors
// take it from there. A pointer is nil where the flag is not given: zero is a value.
type solveCommand struct {
	File string `arg:"" help:"Instance: a TSPLIB file, a CSV file of coordinates (x,y or lat,lon), - for standard input, or gen:KIND:CITIES:SEED (uniform, clustered or grid; gen:E1k.0 and the like are the DIMACS challenge's)."`

	stopFlags       `group:"stop"`
	outputFlags     `group:"Output"`
	deviceFlags     `group:"Device"`
	checkpointFlags `group:"checkpoint"`
	algorithmFlags  `group:"Algorithm"`
	mergedFlags     `group:"merged"`
	searchFlags     `group:"search"`
	colonyFlags     `group:"colonies"`
	pheromoneFlags  `group:"pheromone"`
	acsFlags        `group:"acs"`
	antSystemFlags  `group:"as"`
	kernelFlags     `group:"Kernels"`
}

type stopFlags struct {
	TimeLimit  seconds `common:"" option:"TimeLimit" help:"Stop after this time, everything included: seconds, or with a unit, as 1m30s."`
	Iterations int     `common:"" option:"Iterations" help:"Stop after this number of iterations of each colony."`
	Target     int64   `common:"" option:"Target" help:"Stop at a tour of this length or shorter."`
	Stall      int     `common:"" option:"Stall" help:"Stop after this number of iterations of every colony without improvement."`
}

type outputFlags struct {
	TourFile string `name:"tour" placeholder:"FILE" common:"" help:"Write the tour in TSPLIB's format; - for standard output."`
	JSON     string `name:"json" placeholder:"FILE" common:"" help:"Write the report, described in docs/report.md; - for standard output."`
	Quiet    bool   `short:"q" common:"" help:"Print no progress and no summary."`
	DryRun   bool   `common:"" help:"Print the devices and the memory that the run would take of each, and stop."`
}

type deviceFlags struct {
	Device    []string `default:"auto" sep:"none" placeholder:"DEVICE" common:"" option:"Devices" help:"auto (the best GPU, else a software device, else cpu), an index, part of a name, a UUID, or cpu (the sequential reference). Given several times, the colonies are spread over the devices; the same name twice opens a device twice."`
	MaxSubmit seconds  `default:"100ms" option:"MaxSubmit" help:"Device time of one submission, up to 10s. One step of all ants may take longer."`
	emulateFlags
}

type checkpointFlags struct {
	Checkpoint      string  `placeholder:"FILE" common:"" option:"Checkpoint" help:"Save the state of the run in this file: at the start, every --checkpoint-every and at the end, also after a signal. The file is replaced atomically, so a valid one always exists. A file with content is not overwritten, unless --resume names it too."`
	CheckpointEvery seconds `placeholder:"10s" option:"CheckpointEvery" help:"Time between checkpoints; 10s if not given."`
	Resume          string  `placeholder:"FILE" common:"" option:"Resume" help:"Continue the run of a checkpoint on the same instance, on any device, to the tour of a run without interruption. Parameters, seed and stop rules are the run's. A stop rule given here replaces all of them. Limits include the iterations and time already spent."`
}

type algorithmFlags struct {
	Algorithm  string  `enum:"auto,${algorithms}" default:"auto" common:"" option:"Algorithm" help:"auto: merged for symmetric instances of 8 or more cities, else mmas with 3-opt; beyond 200,000 cities acs in place of mmas. With a flag that merged does not have, auto chooses among the others. merged: many ants change parts of one tour at once (docs/merged-ants.md). mmas: MAX-MIN Ant System (Stützle and Hoos 2000). acs: Ant Colony System (Dorigo and Gambardella 1997). as: Ant System (Dorigo et al. 1996)."`
	Preset     string  `placeholder:"NAME" common:"" option:"Preset" help:"Run a published system; aco-vk presets lists them. It sets the algorithm and all parameters but --ants and --seed."`
	Ants       int     `placeholder:"INT" common:"" option:"Ants" help:"Ants of a colony; by the algorithm and the number of cities if not given."`
	Seed       *uint64 `placeholder:"1" common:"" option:"Seed" help:"Seed of the random numbers; 1 if not given."`
	Candidates int     `placeholder:"INT" common:"" option:"Candidates" help:"Nearest cities in each city's candidate list; 8 if not given, with mmas 20, with acs 32."`
}

type mergedFlags struct {
	InitialTour string   `placeholder:"FILE" common:"" option:"InitialTour" help:"Start from the tour in this TSPLIB file; from a greedy matching if not given."`
	Temperature *float64 `placeholder:"SHARE" common:"" option:"Merged.Temperature" help:"Temperature at which annealing starts, relative to how much farther the fourth nearest city is than the nearest, on average; 0: no annealing; by the number of cities if not given."`
	Kick        int      `placeholder:"CITIES" option:"Merged.Kick" help:"Most cities in each of the three segments that a kick (a double bridge) exchanges; by the number of cities if not given."`
	Pheromone   string   `enum:"auto,${pheromones}" default:"auto" option:"Merged.Pheromone" help:"Where ants kick, by the pheromone of accepted changes and best tours: weak, rather where there is little; strong, rather where there is much; off, anywhere. auto: off."`
	Windows     int      `placeholder:"INT" option:"Merged.Windows" help:"Parts of one tour, each for a colony, with borders that move; 1: each colony has a tour of its own; if not given one for each device, where the number of cities asks for one colony."`
	Replay      string   `placeholder:"REPORT" common:"" option:"Replay" help:"Repeat the run of a JSON report step by step, also one that a time limit ended, on any device, to the same tour. Parameters, seed and stop rules are the report's; an initial tour must be given again."`
}

type searchFlags struct {
	LocalSearch     string `enum:"auto,${searches}" default:"auto" option:"LocalSearch.Kind" help:"Improve tours to a local optimum: 2opt exchanges two edges, oropt moves up to three cities, 2opt+oropt does both, 3opt exchanges three edges; none. auto: 3opt with algorithm auto, else none. For asymmetric instances oropt and 3opt."`
	LocalSearchAnts string `enum:"auto,${search_ants}" default:"auto" option:"LocalSearch.Ants" help:"Whose tours: all, every ant's; best, the iteration's best. auto: all."`
	Neighbours      int    `placeholder:"INT" option:"LocalSearch.Neighbours" help:"Nearest cities that moves look at; 10 with algorithm auto, else 20 if not given."`
}

type colonyFlags struct {
	Colonies      int    `placeholder:"INT" common:"" option:"Colonies" help:"Colonies, on all devices together; by the number of cities with merged, else one for each device if not given."`
	ExchangeEvery *int   `placeholder:"25" option:"Exchange.Every" help:"Iterations between exchanges, at which a colony adopts a shorter tour of another one; 0: never; 25 if not given."`
	Topology      string `enum:"auto,${topologies}" default:"auto" option:"Exchange.Topology" help:"Whose best tours a colony sees: ring, those of the colony before it; best, the best of all; full, those of all others; none. auto: ring."`
}

type pheromoneFlags struct {
	Alpha  *float64 `placeholder:"1" option:"Pheromone.Alpha" help:"Exponent of the pheromone, a multiple of 0.5; 1 if not given."`
	Beta   *float64 `placeholder:"2" option:"Pheromone.Beta" help:"Exponent of the inverse distance, a multiple of 0.5; 2 if not given, 3 with acs."`
	Rho    *float64 `placeholder:"SHARE" option:"Pheromone.Rho" help:"Share of the pheromone that evaporates in an iteration, with acs in its global update; if not given 0.5 with as, 0.02 with mmas, 0.2 with acs and with mmas and a local search."`
	Memory string   `enum:"auto,${memories}" default:"auto" option:"Pheromone.Memory" help:"Edges that have pheromone of their own: matrix, all; candidates, those to candidates (mmas); selective, for each city the 8 updated last (acs). The memory of all but matrix grows with the number of cities, not with its square. auto: candidates with algorithm auto, else matrix."`
}

type acsFlags struct {
	Q0                float64 `name:"q0" placeholder:"SHARE" option:"ACS.Q0" help:"Probability that an ant takes the best candidate; (n-20)/n for n cities if not given."`
	LocalRate         float64 `placeholder:"SHARE" option:"ACS.LocalRate" help:"Share by which a step of an ant moves an edge's pheromone back to its initial value; 0.01 if not given."`
	LocalUpdatePeriod int     `placeholder:"STEPS" option:"ACS.LocalUpdatePeriod" help:"Steps between an ant's local updates, 1 to 16; 1 if not given."`
	Synchronous       bool    `option:"ACS.Synchronous" help:"All ants choose, then all update, step by step. Without it devices run whole tours at once, which is faster; ants then read what others write at that moment, so the same seed gives other tours each time."`
}

type antSystemFlags struct {
	Selection string `enum:"auto,${selections}" default:"auto" option:"AntSystem.Selection" help:"How an ant chooses its next city. Roulette over all unvisited cities: scan, or tile (the same tours, by tiles). Roulette over a list of them: compress, cursor, or cursor-tile (the tours of cursor, by tiles). Some draws from all cities, then scan if none is unvisited: trial, or hybrid (with compress at the end). Nearest cities first, then compress: near. Not proportional to the weights: iroulette, the largest product of weight and random number; tiled, the heaviest of one city drawn in each tile. auto: near."`
	Trials    int    `placeholder:"INT" option:"AntSystem.Trials" help:"Draws of a step; if not given 16 with selection trial, 8 with hybrid, 31 with near."`
	Rest      int    `placeholder:"CITIES" option:"AntSystem.Rest" help:"Unvisited cities below which hybrid and near keep them as a list; if not given 15% of the cities with hybrid, 128 or an eighth with near."`
	Tile      int    `placeholder:"CITIES" option:"AntSystem.Tile" help:"Cities of a tile with selection tiled; 128 if not given."`
}

type kernelFlags struct {
	Mapping   string `enum:"auto,${mappings}" default:"auto" option:"Kernels.Mapping" help:"What computes for an ant: group, a work-group or a part of one; task, one invocation (Cecilia et al. 2013; ANT_thread of Delévacq et al. 2013), with mmas, and with as for selection scan. auto: as measured, else group."`
	Dispatch  string `enum:"auto,${dispatches}" default:"auto" option:"Kernels.Dispatch" help:"How the steps of a tour are dispatched: all, as many as fit a submission; one, each alone; dynamic, each alone in work-groups sized for the unvisited cities; blocks, those with equal work-groups together. dynamic and blocks need a selection that keeps a list: compress, cursor, cursor-tile or hybrid. auto: as measured, else all."`
	Search    string `enum:"auto,guide,kary" default:"auto" option:"Kernels.PrefixSearch" help:"How a draw of selections trial and hybrid finds its city: guide, from where a table says; kary, by a subgroup together (Uchida et al. 2014). auto: as measured, else guide."`
	Deposit   string `enum:"auto,atomic,atomic-tiled,reduction,gather-tiled,gather,rows" default:"auto" option:"Kernels.Deposit" help:"How a device adds up the ants' pheromone: atomic, atomic-tiled, reduction (symmetric instances), gather-tiled and gather are versions 2, 1, 3, 4 and 5 of Cecilia et al. 2013; rows is that of Uchida et al. 2014. auto: as measured, else atomic."`
	Distances string `enum:"auto,matrix,coordinates" default:"auto" option:"Kernels.Distances" help:"Where a device takes distances from: matrix, of all pairs; coordinates, from which it computes them (EUC_2D, CEIL_2D, MAN_2D, MAX_2D and ATT), so that larger instances fit. auto: as measured, else the matrix where it fits."`
	AntData   string `enum:"auto,${ant_data}" default:"auto" option:"Kernels.AntData" help:"Where an ant keeps its own data: shared, in its work-group's memory; device, in the device's. auto: shared where it fits."`
}
