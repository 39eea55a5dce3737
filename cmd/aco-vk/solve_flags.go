package main

// checkpointFlags say where a run is kept and which one goes on.
type checkpointFlags struct {
	Checkpoint      string  `placeholder:"FILE" group:"checkpoint" option:"Checkpoint" help:"Keep all of the run in this file: at the start, every so often and at the end, also when a signal ends it. It is replaced as a whole, so that there is always one to go on with. A file that is there already is not replaced, unless it is that of --resume."`
	CheckpointEvery seconds `placeholder:"10s" group:"checkpoint" option:"CheckpointEvery" help:"Time from one checkpoint to the next; 10s if not given."`
	Resume          string  `placeholder:"FILE" group:"checkpoint" option:"Resume" help:"Go on with the run of a checkpoint, on any device, to the tour that it would have had without an interruption. The instance is to be given again. Parameters and seed are the run's, and so are its rules, and its form, unless some are given; time and iterations of before count. It may be the file of --checkpoint."`
}

type solveCommand struct {
	File string `arg:"" help:"Instance: a TSPLIB file, a CSV file of coordinates (x,y or lat,lon), - for standard input, or gen:KIND:CITIES:SEED (uniform, clustered or grid; gen:E1k.0 and the like are the DIMACS challenge's)."`

	Iterations int     `group:"stop" option:"Iterations" help:"Stop after so many iterations of each colony."`
	TimeLimit  seconds `group:"stop" option:"TimeLimit" help:"Stop after so much time, everything included: seconds, or 1m30s."`
	Target     int64   `group:"stop" option:"Target" help:"Stop at a tour of this length or shorter."`
	Stall      int     `group:"stop" option:"Stall" help:"Stop when every colony has made so many iterations without improvement."`

	TourFile string `name:"tour" placeholder:"FILE" group:"Output" help:"Write the tour in TSPLIB's format; - for standard output."`
	JSON     string `name:"json" placeholder:"FILE" group:"Output" help:"Write the report, described in docs/report.md; - for standard output."`
	Quiet    bool   `short:"q" group:"Output" help:"No progress and no summary."`
	DryRun   bool   `group:"Output" help:"Print the devices and the memory that the run would take of each, and stop."`

	Device    []string `default:"auto" sep:"none" placeholder:"DEVICE" group:"Device" option:"Devices" help:"auto (the best GPU, else a software device, else cpu), an index, part of a name, a UUID, or cpu (the sequential reference). Given several times, colonies are spread over several devices; the same name twice opens a device twice."`
	MaxSubmit seconds  `default:"100ms" group:"Device" option:"MaxSubmit" help:"Device time that one submission aims at; one step of all ants may take longer."`

	emulateFlags `group:"Device"`
	checkpointFlags
	systemFlags
	searchFlags
	colonyFlags
	listFlags
	antSystemFlags
	mergedFlags
	formFlags
}

// systemFlags are what all algorithms have. A pointer is nil where the flag was not given: zero is a value.
type systemFlags struct {
	Preset    string   `placeholder:"NAME" group:"Algorithm" option:"Preset" help:"A system of a paper, its parameters and its form, as aco-vk presets lists them. --ants and --seed go with it; flags that say what it says do not."`
	Algorithm string   `enum:"auto,${algorithms}" default:"auto" group:"Algorithm" option:"Algorithm" help:"auto: merged; of asymmetric instances, of fewer than 8 cities and where a flag is given that merged does not have, mmas with 3-opt, beyond 200,000 cities acs; with the parameters that measured best for the number of cities, on every device the same. as: Ant System (Dorigo et al. 1996) as Zhou et al. 2017 run it. mmas: MAX-MIN Ant System (Stützle and Hoos 2000) as Delévacq et al. 2013 run it. acs: Ant Colony System (Dorigo and Gambardella 1997) as Skinderowicz 2016 runs it. merged: many ants change parts of one tour at once, and what they change is merged (docs/merged-ants.md); of symmetric instances."`
	Ants      int      `default:"0" group:"Algorithm" option:"Ants" help:"Ants of a colony; 0: with algorithm auto 64 to 528, by the number of cities; else one for each city, with mmas the nearest of 32, 64, 128 and so on, or 28 with a local search; with merged by the number of cities too."`
	Alpha     *float64 `placeholder:"1" group:"Algorithm" option:"Pheromone.Alpha" help:"Exponent of the pheromone, a multiple of 0.5; 1 if not given."`
	Beta      *float64 `placeholder:"2" group:"Algorithm" option:"Pheromone.Beta" help:"Exponent of the inverse distance, a multiple of 0.5; 2 if not given, 3 with acs."`
	Rho       *float64 `placeholder:"SHARE" group:"Algorithm" option:"Pheromone.Rho" help:"Share of the pheromone that evaporates in an iteration, with acs in its global update; 0.5 if not given, 0.02 with mmas, 0.2 with mmas and a local search and with acs."`
	Seed      *uint64  `placeholder:"1" group:"Algorithm" option:"Seed" help:"Seed of the random numbers; 1 if not given."`
}

type searchFlags struct {
	LocalSearch     string `enum:"auto,${searches}" default:"auto" group:"search" option:"LocalSearch.Kind" help:"Improve tours until no move makes them shorter: 2opt, two edges exchanged; oropt, up to three cities moved elsewhere; 2opt+oropt, both; 3opt, three edges exchanged; none; auto: 3opt with algorithm auto, else none. Of asymmetric instances oropt and 3opt."`
	LocalSearchAnts string `enum:"auto,${search_ants}" default:"auto" group:"search" option:"LocalSearch.Ants" help:"Whose tours: all, every ant's; best, the iteration's best alone; auto: all."`
	Neighbours      int    `default:"0" group:"search" option:"LocalSearch.Neighbours" help:"Nearest cities that moves look at; 0: 10 with algorithm auto, else 20."`
}

type colonyFlags struct {
	Colonies      int    `default:"0" group:"colonies" option:"Colonies" help:"Colonies, each with its ants and a pheromone of its own, with merged a tour of its own; 0: one a device, with merged by the number of cities."`
	ExchangeEvery *int   `placeholder:"25" group:"colonies" option:"Exchange.Every" help:"Iterations after which colonies are shown other ones' best tours, of which they adopt a shorter one; 0: never; 25 if not given."`
	Topology      string `enum:"auto,${topologies}" default:"auto" group:"colonies" option:"Exchange.Topology" help:"Whose tours a colony is shown: ring, that of the colony before it; best, the best of all; full, all others', which comes to the same; none; auto: ring."`
}

type listFlags struct {
	Candidates        int     `default:"0" group:"lists" option:"Candidates" help:"Nearest cities that an ant chooses from while one of them is unvisited; 0: 20 with mmas, 32 with acs. With merged, cities that changes connect a city with: 1 to 16; 0: what measured best."`
	Memory            string  `enum:"auto,${memories}" default:"auto" group:"lists" option:"Pheromone.Memory" help:"Edges that have a pheromone of their own: matrix, all; candidates, those to candidates (mmas); selective, of each city the 8 that were updated last (acs). All but matrix take memory in proportion to the cities. auto: candidates with algorithm auto, else matrix."`
	Q0                float64 `name:"q0" default:"0" group:"lists" option:"ACS.Q0" help:"acs: probability that an ant takes the best candidate; 0: (n - 20)/n of n cities."`
	LocalRate         float64 `default:"0" group:"lists" option:"ACS.LocalRate" help:"acs: share by which an ant's step draws an edge's pheromone back to its first value; 0: 0.01."`
	LocalUpdatePeriod int     `default:"0" group:"lists" option:"ACS.LocalUpdatePeriod" help:"acs: steps between an ant's local updates, 1 to 16; 0: 1."`
	Synchronous       bool    `group:"lists" option:"ACS.Synchronous" help:"acs: all ants choose, then all update, step by step. Without it devices run whole tours at once, which is faster, and ants read what others write at that moment: the same seed gives other tours each time."`
}

type antSystemFlags struct {
	Selection string `enum:"auto,${selections}" default:"auto" group:"as" option:"AntSystem.Selection" help:"How an ant chooses its next city. By roulette over all unvisited cities: scan, or tile (the same tours, by tiles). By roulette over a list of them: compress, cursor, or cursor-tile (the tours of cursor, by tiles). By some draws from all cities and, where none is unvisited, by scan: trial, or hybrid (with compress at the end). Nearest cities apart from the others, then compress: near. Not in proportion to pheromone and nearness, heavy cities win more often: iroulette, by the largest product of weight and a random number; tiled, by the heaviest of a city drawn in each tile. auto: near."`
	Trials    int    `default:"0" group:"as" option:"AntSystem.Trials" help:"Draws of a step; 0: 16 with selection trial, 8 with hybrid, 31 with near."`
	Rest      int    `default:"0" group:"as" option:"AntSystem.Rest" help:"Unvisited cities from which on hybrid and near keep them as a list; 0: 15% of the cities with hybrid, 128 or an eighth with near."`
	Tile      int    `default:"0" group:"as" option:"AntSystem.Tile" help:"Cities of a tile with selection tiled; 0: 128."`
}

type mergedFlags struct {
	InitialTour string   `placeholder:"FILE" group:"merged" option:"InitialTour" help:"Start from the tour of this TSPLIB file; without it, from one by greedy matching."`
	Temperature *float64 `placeholder:"SHARE" group:"merged" option:"Merged.Temperature" help:"Where annealing starts: how much longer ants may make the tour, as a part of what the fourth nearest city is farther away than the nearest, on average; by the number of cities if not given. 0: only what makes it shorter is kept."`
	Kick        int      `default:"0" group:"merged" option:"Merged.Kick" help:"Most cities in each of the three stretches that an ant puts in another order before it repairs the tour; 0: by the number of cities."`
	Pheromone   string   `enum:"auto,${pheromones}" default:"auto" group:"merged" option:"Merged.Pheromone" help:"Where an ant kicks, by the trails that accepted changes and the best tours leave on edges: weak, of a few places rather where there is little; strong, where there is much; off, anywhere, and there are no trails; auto: off."`
	Windows     int      `default:"0" group:"merged" option:"Merged.Windows" help:"Parts of one tour that as many colonies work on, each on its own, with borders that move; 1: each colony has a tour of its own; 0: one a device, where the number of cities asks for one colony."`
	Replay      string   `placeholder:"REPORT" group:"merged" option:"Replay" help:"Repeat the run of a JSON report, one that a clock ended too: the same steps, and the same tour, on any device. Parameters, seed and rules are the report's; an initial tour is to be given again."`
}

type formFlags struct {
	Mapping   string `enum:"auto,${mappings}" default:"auto" group:"Form" option:"Kernels.Mapping" help:"What stands for an ant on the device: group, a work-group or a part of one; task, an invocation (Cecilia et al. 2013; ANT_thread of Delévacq et al. 2013), of mmas, and of as with selection scan alone; auto: what was measured, else group."`
	Dispatch  string `enum:"auto,${dispatches}" default:"auto" group:"Form" option:"Kernels.Dispatch" help:"How the steps of a tour are dispatched: all, as many as fit a submission; one, each alone; dynamic, each alone in work-groups that fit the unvisited cities; blocks, those that have work-groups of one such size together. dynamic and blocks need a selection that keeps a list: compress, cursor, cursor-tile or hybrid; auto: what was measured, else all."`
	Search    string `enum:"auto,guide,kary" default:"auto" group:"Form" option:"Kernels.PrefixSearch" help:"How a draw of selections trial and hybrid finds its city: guide, from where a table says; kary, by a subgroup together (Uchida et al. 2014); auto: what was measured, else guide."`
	Deposit   string `enum:"auto,atomic,atomic-tiled,reduction,gather-tiled,gather,rows" default:"auto" group:"Form" option:"Kernels.Deposit" help:"How a device adds up the ants' pheromone: atomic, atomic-tiled, reduction (of symmetric instances), gather-tiled and gather, versions 2, 1, 3, 4 and 5 of Cecilia et al. 2013, of which the last three look for every edge in every tour; rows, as in Uchida et al. 2014; auto: what was measured, else atomic."`
	Distances string `enum:"auto,matrix,coordinates" default:"auto" group:"Form" option:"Kernels.Distances" help:"Where a device takes distances from: matrix, of all; coordinates, by which it computes them (EUC_2D, CEIL_2D, MAN_2D, MAX_2D and ATT), so that larger instances fit; auto: what was measured, else the matrix where it fits."`
	AntData   string `enum:"auto,${ant_data}" default:"auto" group:"Form" option:"Kernels.AntData" help:"Where an ant of mmas and acs keeps its own data: shared, in its work-group's memory; device; auto: shared where it fits."`
}
