package main

// solveCommand is the table of the flags of solve. In addition to the tags of kong, a row has
// these:
//
//	common     the short help shows the flag
//	option     the field that it sets, of aco.Options or of a method
//	file       it names a file that is read or written, see refuseOverwriting
//	continues  the flag that may write the file that is read
//
// The types of package aco say which methods have an option; choice.Request sets it. Help and
// errors use the tag. A flag for which zero is a value is a pointer, nil if it is not given.
type solveCommand struct {
	File string `arg:"" file:"read" help:"Instance: a TSPLIB file, places (CSV, Excel, GeoJSON, GPX, KML), a matrix (CSV, Excel, JSON), a problem of VROOM, - for standard input, or gen:KIND:CITIES:SEED (uniform, clustered, grid or oneway; gen:E1k.0, gen:C10k.0 and so on are the instances of the DIMACS challenge)."`

	inputFlags      `group:"input"`
	pathFlags       `group:"path"`
	stopFlags       `group:"stop"`
	outputFlags     `group:"output"`
	deviceFlags     `group:"device"`
	checkpointFlags `group:"checkpoint"`
	algorithmFlags  `group:"algorithm"`
	mergedFlags     `group:"merged"`
	searchFlags     `group:"search"`
	colonyFlags     `group:"colonies"`
	pheromoneFlags  `group:"pheromone"`
	acsFlags        `group:"acs"`
	antSystemFlags  `group:"as"`
	kernelFlags     `group:"kernels"`
}

type inputFlags struct {
	Format  string `enum:"auto,${formats}" default:"auto" help:"Format of the instance; auto: by its content."`
	Sheet   string `placeholder:"NAME" common:"" help:"Sheet of an Excel workbook; default: the first one."`
	Columns string `placeholder:"ROLE=COLUMN,..." common:"" help:"Columns of a CSV file or a sheet, by name or by number from 1 on, for example lat=3,lon=4,name=1. Roles are x, y, lat, lon, name and id."`
	CRS     string `name:"crs" placeholder:"EPSG:CODE" common:"" help:"Coordinate reference system of x and y in a CSV file, a sheet or GeoJSON, for example EPSG:25832 (UTM), EPSG:31467 (Gauss-Krüger) or EPSG:3857 (Web Mercator); docs/files.md lists them. Distances are then great circles, and the route has latitudes and longitudes. Default: the one that a GeoJSON file names, else none."`
	Metric  string `enum:"auto,${metrics}" default:"auto" common:"" help:"How distances follow from coordinates; auto: great-circle distances (haversine) for latitude and longitude, else euclidean."`

	roadFlags
}

type roadFlags struct {
	Matrix   string `placeholder:"FILE" common:"" file:"read" help:"Distances or travel times between the places: the answer of the table service of OSRM, or a matrix of openrouteservice, GraphHopper, VROOM or CSV. Lengths are then those of the matrix. Its rows are the places by their names or locations, else in their order."`
	Roads    string `placeholder:"URL" common:"" help:"Routing server that is asked for travel times or distances between the places: of OSRM, such as http://localhost:5000, or of openrouteservice, such as http://localhost:8080/ors. It gets the coordinates of all places. docs/command-line.md has more."`
	Minimize string `enum:"auto,${measures}" default:"auto" common:"" help:"Which lengths count where a matrix or a server has several: travel times (duration) or distances; auto: travel times, in VROOM by the costs of the vehicle."`
}

type pathFlags struct {
	Start string `placeholder:"CITY" common:"" help:"The tour begins at this city. With --end or --open it is an open path, which begins there. A city is named by its name or id in the file, or by its number: in CSV and workbooks the row, with the header counted, else 1, 2, ... in the order of the file."`
	End   string `placeholder:"CITY" common:"" option:"Path" help:"An open path, which ends at this city. It begins at --start or, with --open, anywhere."`
	Open  bool   `common:"" option:"Path" help:"An open path. An end that --start or --end does not give is any city. The length has no edge between the ends, and the tour is in the order of the path."`

	fixFlag
}

type fixFlag struct {
	Fix string `placeholder:"FILE" common:"" file:"read" help:"Keep the edges in this file: each line has two cities that are neighbours in the tour, by name, id or number, with a comma between them. In an asymmetric instance the second follows the first."`
}

type stopFlags struct {
	TimeLimit  seconds `common:"" option:"TimeLimit" help:"Stop this long after the start of the program: seconds, or with a unit, for example 1m30s."`
	DeviceTime seconds `placeholder:"SECONDS" option:"DeviceTime" help:"Stop when the stages of all devices together have taken this time, by the devices' timestamps; on the processor by its clock. The iterations in flight are completed, which takes up to --max-submit."`
	Iterations int     `common:"" option:"Iterations" help:"Stop after this number of iterations of each colony."`
	Target     string  `placeholder:"LENGTH" common:"" option:"Target" help:"Stop at a tour of this length or shorter, in the unit of the instance: 1500, or 305.2km of metres."`
	Stall      int     `common:"" option:"Stall" help:"Stop when no colony has improved its tour for this number of iterations."`
}

type outputFlags struct {
	TourFile        string   `name:"tour" placeholder:"FILE" common:"" file:"write" help:"Write the tour in TSPLIB's format; - for standard output."`
	Output          []string `short:"o" sep:"none" placeholder:"FILE" common:"" file:"write" help:"Write the route in the format of the suffix: places in visiting order (${routes}; .tour is TSPLIB's), a list to print (.html) or a picture (${pictures}). It begins at --start, else at the first place. May be given several times."`
	JSON            string   `name:"json" placeholder:"FILE" common:"" file:"write" help:"Write the report, described in docs/files.md; - for standard output."`
	Statistics      string   `placeholder:"FILE" file:"write" help:"Write measures of each iteration: CSV, or JSON Lines if the file ends in .jsonl. With mmas, acs and as: mean and standard deviation of the lengths, λ-branching factor, entropy and range of the pheromone, distance between tours; docs/files.md has all columns. The tour is the same."`
	StatisticsEvery int      `placeholder:"1" option:"StatisticsEvery" help:"Iterations from one row of --statistics to the next; 1 if not given."`
	Trails          string   `placeholder:"FILE" option:"Trails" file:"write" help:"Write the pheromone of each stored edge: an array of NumPy (.npy), or CSV. With mmas, acs and as. docs/files.md describes the file; aco-vk plot draws it."`
	TrailsAt        []int    `placeholder:"ITERATION,..." option:"TrailsAt" help:"Iterations after which --trails writes the pheromone; without this flag, after the last one."`
	Archive         string   `placeholder:"FILE" file:"write" help:"Write a zip file with the instance, the parameters, the environment, the report and the tour. With it, aco-vk reproduce makes the run again, on any device, and compares the tours."`
	WithoutInstance bool     `help:"Leave the instance and the matrix out of the archive, which then has their hash."`
	Bound           bool     `common:"" help:"Also compute a lower bound (docs/algorithms.md): progress, summary and report then say how far the tour is above the optimum at most. The tour is the same."`
	Quiet           bool     `short:"q" common:"" help:"Print no progress and no summary. Warnings about data and errors are printed."`
	LogFormat       string   `enum:"text,json" default:"text" help:"Format of progress, notices and errors on standard error: text, or a JSON object on each line."`
	Watch           bool     `common:"" help:"Show the tour forming on a page of this machine, whose address is printed. A visitor can end the run early, and download the tour."`
	DryRun          bool     `common:"" help:"Print the devices and the memory that the run would use on each, and stop."`
}

type deviceFlags struct {
	Device    []string `default:"auto" sep:"none" placeholder:"DEVICE" common:"" option:"Devices" help:"auto (the best GPU, else cpu), vulkan (the best GPU, else a software device), an index, part of a name, a UUID, or cpu (the reference in Go, on all processors). Given several times, the devices share the colonies, or the ants of a single colony of the default solver (not with cpu)."`
	MaxSubmit seconds  `default:"100ms" option:"MaxSubmit" help:"Target device time of one submission, up to 10s. A single step of all ants may take longer."`
	emulateFlags
}

type checkpointFlags struct {
	Checkpoint      string  `placeholder:"FILE" common:"" option:"Checkpoint" file:"write" help:"Save the state of the run in this file: at the start, every --checkpoint-every and at the end, also after a signal. The file is replaced atomically, so a valid one always exists. An existing checkpoint is overwritten only if --resume names it too."`
	CheckpointEvery seconds `placeholder:"10s" option:"CheckpointEvery" help:"Time between checkpoints; 10s if not given."`
	Resume          string  `placeholder:"FILE" common:"" option:"Resume" file:"read" continues:"checkpoint" help:"Continue the run of a checkpoint on the same instance, on any device. The tour is the same as without the interruption. Parameters, seed and stop rules come from the checkpoint. A stop rule given here replaces all of its stop rules. Limits include the iterations and time already spent."`
}

type algorithmFlags struct {
	Algorithm   string  `enum:"auto,${algorithms}" default:"auto" common:"" option:"Method" help:"auto: the default solver, merged, for instances of 8 or more cities and distances up to 33,038,209, unless a flag is given that it does not have; without a GPU chained, for runs of symmetric instances that end by time. Otherwise mmas with 3-opt up to 200,000 cities, acs above. merged: many ants change parts of one tour at once (docs/default-solver.md). chained: chained Lin-Kernighan on several tours, on the processor alone (docs/algorithms.md). mmas: MAX-MIN Ant System (Stützle and Hoos 2000). acs: Ant Colony System (Dorigo and Gambardella 1997). as: Ant System (Dorigo et al. 1996)."`
	Preset      string  `placeholder:"NAME" common:"" option:"Preset" help:"Run a published system; aco-vk presets lists them. It sets the algorithm and all parameters except --ants and --seed."`
	Ants        int     `placeholder:"INT" common:"" option:"Ants" help:"Ants in each colony; default by the algorithm and the number of cities."`
	Seed        *uint64 `placeholder:"1" common:"" option:"Seed" help:"Seed of the random numbers; 1 if not given."`
	Seeds       int     `placeholder:"INT" common:"" help:"Run once for each of this number of seeds, from --seed on, and print each length, the best, the mean and the standard deviation. Each run has the same stop rules, and a time limit counts from the start of the run. The tour and the report are of the best run."`
	Candidates  int     `placeholder:"INT" common:"" option:"Candidates" help:"Nearest cities in each city's candidate list; default 8 with the default solver and with chained, 20 with mmas, 32 with acs."`
	InitialTour string  `placeholder:"FILE" common:"" option:"InitialTour" file:"read" help:"Start from this tour: of TSPLIB, a route that --output has written, a report, or the places in another order. A route or places of an earlier list are adapted: places that are kept have its order, and new and moved ones are inserted where they cost least. If it is longer than the run's own first tour (greedy matching with merged and chained, else the nearest neighbour), one colony of merged or chained starts from it, unless all of them have shorter tours; then chained takes over edges of it, and other methods do not use it. A notice says which."`
	StayClose   string  `placeholder:"LENGTH" common:"" option:"StayClose.Price" help:"Price of a change: the run minimizes the length and this length, such as 500m, for each leg between places of the initial tour that the initial tour does not have. The tour then leaves it only where that is worth it. Up to 46,340 cities."`
}

type mergedFlags struct {
	Temperature *float64 `placeholder:"NUMBER" common:"" option:"Temperature" help:"Temperature at which annealing starts. The unit is the mean difference between the distances to the fourth nearest and to the nearest city. 0: no annealing; default by the number of cities."`
	Noise       *float64 `placeholder:"0.4" option:"Noise" help:"How much the first tours of the colonies differ: the greatest standard deviation of the random moves of cities, in units of the distance to the fourth nearest city. Then colonies are recombined in pairs. 0: all colonies start from one tour, and continue from one tour after each round."`
	Kick        int      `placeholder:"CITIES" option:"Kick" help:"Maximum number of cities in each of the three segments that a kick (a double bridge) exchanges; default by the number of cities."`
	Replay      string   `placeholder:"REPORT" common:"" option:"Replay" file:"read" help:"Repeat the run of a JSON report step by step, on any device, even if a time limit ended it. The tour is the same. A run of chained is repeated on the processor. Parameters, seed and stop rules come from the report; an initial tour must be given again."`
}

type searchFlags struct {
	LocalSearch     string `enum:"auto,${searches}" default:"auto" option:"LocalSearch.Kind" help:"Improve tours to a local optimum: 2opt exchanges two edges, oropt moves up to three cities, 2opt+oropt does both, 3opt exchanges three edges, none leaves tours as they are. auto: 3opt with algorithm auto, else none. Asymmetric instances support oropt and 3opt. With as only none."`
	LocalSearchAnts string `enum:"auto,${search_ants}" default:"auto" option:"LocalSearch.Ants" help:"Tours to improve: all, the tours of all ants; best, the best of the iteration. auto: all."`
	Neighbours      int    `placeholder:"INT" option:"LocalSearch.Neighbours" help:"Nearest cities that moves consider; default 10 with algorithm auto, else 20."`
}

type colonyFlags struct {
	Colonies      int    `placeholder:"INT" common:"" option:"Colonies" help:"Number of colonies on all devices together; default by the number of cities with the default solver and with chained, else one for each device. With as only 1."`
	ExchangeEvery *int   `placeholder:"25" option:"Exchange.Every" help:"Iterations between exchanges. At an exchange a colony adopts the tour of another one if it is shorter. 0: never, the only value with as; default 25."`
	Topology      string `enum:"auto,${topologies}" default:"auto" option:"Exchange.Topology" help:"Colonies whose best tours a colony sees: ring, the colony before it; best, the best colony; full, all others; none, the only value with as. auto: ring."`
}

type pheromoneFlags struct {
	Alpha  *float64 `placeholder:"1" option:"Pheromone.Alpha" help:"Exponent of the pheromone, 0 to 10; default 1. With acs it is always 1."`
	Beta   *float64 `placeholder:"2" option:"Pheromone.Beta" help:"Exponent of the inverse distance, 0 to 10; default 2, with acs 3."`
	Rho    *float64 `placeholder:"SHARE" option:"Pheromone.Rho" help:"Share of the pheromone that evaporates in an iteration (with acs, in the global update); default 0.5 with as, 0.1 with its rules rank and best-worst, 0.2 with acs, 0.02 with mmas, 0.2 with mmas and a local search."`
	Memory string   `enum:"auto,${memories}" default:"auto" option:"Memory" help:"Edges whose pheromone is stored: matrix, all edges; candidates, the edges to candidates (mmas); selective, the 8 last updated edges of each city (acs). A matrix needs memory for the square of the number of cities. auto: candidates with algorithm auto, else matrix."`

	LowerLimit string `enum:"auto,${lower_limits}" default:"auto" option:"LowerLimit" help:"Lower limit of the pheromone: cities, computed for a choice among half of all cities in a step (Stützle and Hoos 2000); candidates, computed for half of the candidates (ACOTSP), which is a higher limit; 2n, 1/(2n) of the upper limit for n cities. auto: 2n with a local search, else candidates."`
	Renewal    string `enum:"auto,${renewals}" default:"auto" option:"Renewal" help:"What happens when the pheromone has converged to one tour: none; smooth, it rises half of the way to the upper limit; restart, it is reset to the upper limit after 250 iterations without improvement. auto: restart with a local search, else smooth."`
	BestPeriod string `enum:"auto,${best_periods}" default:"auto" option:"BestPeriod" help:"How often the best tour so far gets pheromone in place of the best of the iteration: fixed, every 25 iterations; falling, every 25 iterations first, then every 5, 3 and 2, and in each from the 250th on. auto: falling with a local search, else fixed."`
}

type acsFlags struct {
	Q0                *float64 `name:"q0" placeholder:"SHARE" option:"Q0" help:"Probability that an ant takes the best candidate; default (n-20)/n for n cities."`
	LocalRate         *float64 `placeholder:"SHARE" option:"LocalRate" help:"Share by which a step of an ant moves an edge's pheromone back to its initial value. 0: no local update; default 0.01."`
	LocalUpdatePeriod int      `placeholder:"STEPS" option:"LocalUpdatePeriod" help:"Steps between an ant's local updates, 1 to 16; default 1."`
	Synchronous       bool     `option:"Synchronous" help:"In each step, all ants choose a city, then all update the pheromone. Without this flag ants read pheromone while others write it, which is faster, but the same seed gives different tours each time."`
}

type antSystemFlags struct {
	Selection string `enum:"auto,${selections}" default:"auto" option:"Selection" help:"How an ant chooses its next city; docs/algorithms.md describes the values. auto: near."`
	Trials    int    `placeholder:"INT" option:"Trials" help:"Maximum number of draws in a step; default 16 with selection trial, 8 with hybrid, 31 with near."`
	Rest      int    `placeholder:"CITIES" option:"Rest" help:"Selections hybrid and near keep the unvisited cities as a list when no more than this number are left; default 15% of the cities with hybrid, the smaller of 128 and an eighth with near."`
	Tile      int    `placeholder:"CITIES" option:"Tile" help:"Cities in a tile with selection tiled; default 128."`
	Rule      string `enum:"auto,${rules}" default:"auto" option:"Rule" help:"Which tours deposit pheromone: elitist, also the best tour so far, many times; rank, the best tour so far and the shortest of the iteration; best-worst, the best tour so far, and edges of the longest tour of the iteration evaporate once more. docs/algorithms.md has the weights. auto: all tours of the iteration."`
}

type kernelFlags struct {
	Mapping    string `enum:"auto,${mappings}" default:"auto" option:"Kernels.Mapping" help:"Invocations for each ant: group, a work-group or a part of one; task, one invocation (Cecilia et al. 2013; ANT_thread of Delévacq et al. 2013), which also improves the tour with a local search. task is supported by mmas, and by as with selection scan. auto: as tuned, else group."`
	Dispatch   string `enum:"auto,${dispatches}" default:"auto" option:"Kernels.Dispatch" help:"Steps of a tour in a dispatch: all, as many as fit a submission; one, a single step; dynamic, a single step, in work-groups sized for the unvisited cities; blocks, all steps with work-groups of the same size. dynamic and blocks need a selection that keeps a list: compress, cursor, cursor-tile or hybrid. acs without --synchronous: all lets an ant be whole tours ahead of others; one makes all ants take a step before the next and, with a matrix, keeps every update. auto: as tuned, else all."`
	Search     string `enum:"auto,${prefix_searches}" default:"auto" option:"Kernels.PrefixSearch" help:"How a draw of selections trial and hybrid finds its city: guide, by a table of starting points; kary, by a k-ary search of a subgroup (Uchida et al. 2014). auto: as tuned, else guide."`
	Deposit    string `enum:"auto,${deposits}" default:"auto" option:"Kernels.Deposit" help:"How a device adds up the ants' pheromone; docs/algorithms.md describes the values. reduction and triangle are for symmetric instances only. auto: as tuned, else triangle for symmetric instances of 600 or more cities, else atomic."`
	Distances  string `enum:"auto,${distance_sources}" default:"auto" option:"Kernels.Distances" help:"Source of distances on a device: matrix, a matrix of all pairs; coordinates, computed from coordinates (${planar_metrics}), which needs less memory. auto: as tuned, else the matrix if it fits."`
	AntData    string `enum:"auto,${ant_data}" default:"auto" option:"Kernels.AntData" help:"Memory for the data of an ant: shared, the work-group's shared memory; device, device memory; tour, shared memory for the tour of a local search alone. auto: shared if the data fit, else tour if it fits."`
	AntsAtOnce int    `placeholder:"ANTS" option:"Kernels.AntsAtOnce" help:"Ants of acs without --synchronous in a dispatch: the next ants see their updates, as on a GPU with room for so many. 1: the ants make the same tours as on the processor. Default: all."`
}
