package option

import "strings"

// A Row is an option of a run. The entrances of the library (the command line, the Python package,
// the C library and the jobs of the service) take their options from these rows:
//
//   - The command makes a flag of each row with a Help. The field of package aco has its type, and
//     the methods that have the field are those of the flag. A plan of an experiment can set all
//     options of methods.
//   - Errors name options as the entrance does.
//   - Tests compare the fields of package aco and of each entrance with the rows.
type Row struct {
	Path   string    // of the field in aco.Options or in a method
	Name   string    // in Python, in C, in JSON; the flag has hyphens
	In     Entrances // that offer it besides the command
	Group  string    // of flags
	Words  string    // the name of the list of its values
	Sample string    // a value, or what values are
	Common bool      // the short help has the flag
	Help   string    // "": the flag does more than to set the option, and is a field of the command
}

// Entrances are entrances of the library.
type Entrances uint

// The entrances besides the command.
const (
	Python Entrances = 1 << iota
	C
	Jobs       // of the service
	Everywhere = Python | C | Jobs
)

// Rules are the stop rules as an entrance has them, besides the target. T is its type of times.
type Rules[T any] struct {
	TimeLimit  T   `json:"time_limit" option:"TimeLimit"`
	DeviceTime T   `json:"device_time" option:"DeviceTime"`
	Iterations int `json:"iterations" option:"Iterations"`
	Stall      int `json:"stall" option:"Stall"`
	Idle       T   `json:"idle" option:"Idle"`
}

// Table has a row for each option that an entrance offers, in the order of the help.
var Table = []Row{
	{Path: "Method", Name: "algorithm", In: Everywhere},
	{Path: "Preset", Name: "preset", In: Jobs},
	{Path: "Seed", Name: "seed", In: Everywhere},
	{Path: "Devices", Name: "device", In: Python},
	{Path: "Path", Name: "path", In: Python | C},
	{Path: "InitialTour", Name: "initial", In: Python | C},
	{Path: "StayClose.Price", Name: "stay_close", In: Python | Jobs},
	{Path: "Target", Name: "target", In: Everywhere},

	{Path: "TimeLimit", Name: "time_limit", In: Everywhere, Group: "stop", Common: true,
		Help: "Stop this long after the start of the program: seconds, or with a unit, for " +
			"example 1m30s."},
	{Path: "DeviceTime", Name: "device_time", In: Everywhere, Group: "stop", Sample: "SECONDS",
		Help: "Stop when the stages of all devices together have taken this time, by the " +
			"devices' timestamps; on the processor by its clock. The iterations in flight are " +
			"completed, which takes up to --max-submit."},
	{Path: "Iterations", Name: "iterations", In: Everywhere, Group: "stop", Common: true,
		Help: "Stop after this number of iterations of each colony."},
	{Path: "Stall", Name: "stall", In: Everywhere, Group: "stop", Common: true,
		Help: "Stop when no colony has improved its tour for this number of iterations."},
	{Path: "Idle", Name: "idle", In: Everywhere, Group: "stop", Common: true,
		Help: "Stop when no tour has been improved for this time, in seconds or with a unit. The " +
			"default solver stops at the end of a round of annealing."},

	{Path: "Ants", Name: "ants", In: Jobs, Group: "algorithm", Sample: "INT", Common: true,
		Help: "Ants in each colony; default by the algorithm and the number of cities."},
	{Path: "Candidates", Name: "candidates", In: Jobs, Group: "algorithm", Sample: "INT", Common: true,
		Help: "Nearest cities in each city's candidate list; default 8 with the default solver " +
			"and with chained, 20 with mmas, 32 with acs."},
	{Path: "Temperature", Name: "temperature", Group: "merged", Sample: "NUMBER", Common: true,
		Help: "Temperature at which annealing starts. The unit is the mean difference between " +
			"the distances to the fourth nearest and to the nearest city. 0: no annealing; " +
			"default by the number of cities."},
	{Path: "Noise", Name: "noise", Group: "merged", Sample: "0.4",
		Help: "How much the first tours of the colonies differ: the greatest standard deviation " +
			"of the random moves of cities, in units of the distance to the fourth nearest " +
			"city. Then colonies are recombined in pairs. 0: all colonies start from one " +
			"tour, and continue from one tour after each round."},
	{Path: "Kick", Name: "kick", Group: "merged", Sample: "CITIES",
		Help: "Maximum number of cities in each of the three segments that a kick (a double " +
			"bridge) exchanges; default by the number of cities."},
	{Path: "LocalSearch.Kind", Name: "local_search", Group: "search", Words: "searches",
		Help: "Improve tours to a local optimum: 2opt exchanges two edges, oropt moves up to " +
			"three cities, 2opt+oropt does both, 3opt exchanges three edges, none leaves " +
			"tours as they are. auto: 3opt with algorithm auto, else none. Asymmetric " +
			"instances support oropt and 3opt. With as only none."},
	{Path: "LocalSearch.Ants", Name: "local_search_ants", Group: "search", Words: "search_ants",
		Help: "Tours to improve: all, the tours of all ants; best, the best of the iteration. " +
			"auto: all."},
	{Path: "LocalSearch.Neighbours", Name: "neighbours", Group: "search", Sample: "INT",
		Help: "Nearest cities that moves consider; default 10 with algorithm auto, else 20."},
	{Path: "Colonies", Name: "colonies", In: Jobs, Group: "colonies", Sample: "INT", Common: true,
		Help: "Number of colonies on all devices together; default by the number of cities with " +
			"the default solver and with chained, else one for each device. With as only 1."},
	{Path: "Exchange.Every", Name: "exchange_every", Group: "colonies", Sample: "25",
		Help: "Iterations between exchanges. At an exchange a colony adopts the tour of another " +
			"one if it is shorter. 0: never, the only value with as; default 25."},
	{Path: "Exchange.Topology", Name: "topology", Group: "colonies", Words: "topologies",
		Help: "Colonies whose best tours a colony sees: ring, the colony before it; best, the " +
			"best colony; full, all others; none, the only value with as. auto: ring."},
	{Path: "Pheromone.Alpha", Name: "alpha", Group: "pheromone", Sample: "1",
		Help: "Exponent of the pheromone, 0 to 10; default 1. With acs it is always 1."},
	{Path: "Pheromone.Beta", Name: "beta", Group: "pheromone", Sample: "2",
		Help: "Exponent of the inverse distance, 0 to 10; default 2, with acs 3."},
	{Path: "Pheromone.Rho", Name: "rho", Group: "pheromone", Sample: "SHARE",
		Help: "Share of the pheromone that evaporates in an iteration (with acs, in the global " +
			"update); default 0.5 with as, 0.1 with its rules rank and best-worst, 0.2 with " +
			"acs, 0.02 with mmas, 0.2 with mmas and a local search."},
	{Path: "Memory", Name: "memory", Group: "pheromone", Words: "memories",
		Help: "Edges whose pheromone is stored: matrix, all edges; candidates, the edges to " +
			"candidates (mmas); selective, the 8 last updated edges of each city (acs). A " +
			"matrix needs memory for the square of the number of cities. auto: candidates " +
			"with algorithm auto, else matrix."},
	{Path: "LowerLimit", Name: "lower_limit", Group: "pheromone", Words: "lower_limits",
		Help: "Lower limit of the pheromone: cities, computed for a choice among half of all " +
			"cities in a step (Stützle and Hoos 2000); candidates, computed for half of the " +
			"candidates (ACOTSP), which is a higher limit; 2n, 1/(2n) of the upper limit for " +
			"n cities. auto: 2n with a local search, else candidates."},
	{Path: "Renewal", Name: "renewal", Group: "pheromone", Words: "renewals",
		Help: "What happens when the pheromone has converged to one tour: none; smooth, it " +
			"rises half of the way to the upper limit; restart, it is reset to the upper " +
			"limit after 250 iterations without improvement. auto: restart with a local " +
			"search, else smooth."},
	{Path: "BestPeriod", Name: "best_period", Group: "pheromone", Words: "best_periods",
		Help: "How often the best tour so far gets pheromone in place of the best of the " +
			"iteration: fixed, every 25 iterations; falling, every 25 iterations first, then " +
			"every 5, 3 and 2, and in each from the 250th on. auto: falling with a local " +
			"search, else fixed."},
	{Path: "Q0", Name: "q0", Group: "acs", Sample: "SHARE",
		Help: "Probability that an ant takes the best candidate; default (n-20)/n for n cities."},
	{Path: "LocalRate", Name: "local_rate", Group: "acs", Sample: "SHARE",
		Help: "Share by which a step of an ant moves an edge's pheromone back to its initial " +
			"value. 0: no local update; default 0.01."},
	{Path: "LocalUpdatePeriod", Name: "local_update_period", Group: "acs", Sample: "STEPS",
		Help: "Steps between an ant's local updates, 1 to 16; default 1."},
	{Path: "Synchronous", Name: "synchronous", Group: "acs",
		Help: "In each step, all ants choose a city, then all update the pheromone. Without " +
			"this flag ants read pheromone while others write it, which is faster, but the " +
			"same seed gives different tours each time."},
	{Path: "Selection", Name: "selection", Group: "as", Words: "selections",
		Help: "How an ant chooses its next city; docs/algorithms.md describes the values. auto: " +
			"near."},
	{Path: "Trials", Name: "trials", Group: "as", Sample: "INT",
		Help: "Maximum number of draws in a step; default 16 with selection trial, 8 with " +
			"hybrid, 31 with near."},
	{Path: "Rest", Name: "rest", Group: "as", Sample: "CITIES",
		Help: "Selections hybrid and near keep the unvisited cities as a list when no more than " +
			"this number are left; default 15% of the cities with hybrid, the smaller of 128 " +
			"and an eighth with near."},
	{Path: "Tile", Name: "tile", Group: "as", Sample: "CITIES",
		Help: "Cities in a tile with selection tiled; default 128."},
	{Path: "Rule", Name: "rule", Group: "as", Words: "rules",
		Help: "Which tours deposit pheromone: elitist, also the best tour so far, many times; " +
			"rank, the best tour so far and the shortest of the iteration; best-worst, the " +
			"best tour so far, and edges of the longest tour of the iteration evaporate once " +
			"more. docs/algorithms.md has the weights. auto: all tours of the iteration."},
	{Path: "Kernels.Mapping", Name: "mapping", Group: "kernels", Words: "mappings",
		Help: "Invocations for each ant: group, a work-group or a part of one; task, one " +
			"invocation (Cecilia et al. 2013; ANT_thread of Delévacq et al. 2013), which also " +
			"improves the tour with a local search. task is supported by mmas, and by as with " +
			"selection scan. auto: group."},
	{Path: "Kernels.Dispatch", Name: "dispatch", Group: "kernels", Words: "dispatches",
		Help: "Steps of a tour in a dispatch: all, as many as fit a submission; one, a single " +
			"step; dynamic, a single step, in work-groups sized for the unvisited cities; " +
			"blocks, all steps with work-groups of the same size. dynamic and blocks need a " +
			"selection that keeps a list: compress, cursor, cursor-tile or hybrid. acs " +
			"without --synchronous: all lets an ant be whole tours ahead of others; one makes " +
			"all ants take a step before the next and, with a matrix, keeps every update. " +
			"auto: all."},
	{Path: "Kernels.PrefixSearch", Name: "search", Group: "kernels", Words: "prefix_searches",
		Help: "How a draw of selections trial and hybrid finds its city: guide, by a table of " +
			"starting points; kary, by a k-ary search of a subgroup (Uchida et al. 2014). " +
			"auto: guide."},
	{Path: "Kernels.Deposit", Name: "deposit", Group: "kernels", Words: "deposits",
		Help: "How a device adds up the ants' pheromone; docs/algorithms.md describes the " +
			"values. reduction and triangle are for symmetric instances only. auto: " +
			"triangle for symmetric instances of 600 or more cities, else atomic."},
	{Path: "Kernels.Distances", Name: "distances", Group: "kernels", Words: "distance_sources",
		Help: "Source of distances on a device: matrix, a matrix of all pairs; coordinates, " +
			"computed from coordinates (${planar_metrics}), which needs less memory. auto: " +
			"the matrix if it fits."},
	{Path: "Kernels.AntData", Name: "ant_data", Group: "kernels", Words: "ant_data",
		Help: "Memory for the data of an ant: shared, the work-group's shared memory; device, " +
			"device memory; tour, shared memory for the tour of a local search alone. auto: " +
			"shared if the data fit, else tour if it fits."},
	{Path: "Kernels.AntsAtOnce", Name: "ants_at_once", Group: "kernels", Sample: "ANTS",
		Help: "Ants of acs without --synchronous in a dispatch: the next ants see their " +
			"updates, as on a GPU with room for so many. 1: the ants make the same tours as " +
			"on the processor. Default: all."},
}

// Find returns the row of an option.
func Find(path string) (row Row, found bool) {
	for _, row := range Table {
		if row.Path == path {
			return row, true
		}
	}
	return Row{}, false
}

// Flag returns the name of the option's flag, without --.
func (r Row) Flag() string { return strings.ReplaceAll(r.Name, "_", "-") }

// Offered returns the names of the options that an entrance offers.
func Offered(in Entrances) (names []string) {
	for _, row := range Table {
		if row.In&in != 0 {
			names = append(names, row.Name)
		}
	}
	return names
}

// Names returns a function for the names of options in an entrance: those of the table, but for
// some.
func Names(but map[string]string) func(path string) string {
	return func(path string) string {
		if name, other := but[path]; other {
			return name
		}
		if row, found := Find(path); found {
			return row.Name
		}
		return path
	}
}
