package problem

import "github.com/aco-vk/aco-vk/shaders/glsl"

// Algorithm is an ant colony algorithm.
type Algorithm string

const (
	AlgorithmAS   Algorithm = "as"   // Ant System (Dorigo, Maniezzo and Colorni 1996)
	AlgorithmMMAS Algorithm = "mmas" // MAX-MIN Ant System (Stützle and Hoos 2000)
	AlgorithmACS  Algorithm = "acs"  // Ant Colony System (Dorigo and Gambardella 1997)
)

// Algorithms lists all of them.
var Algorithms = []Algorithm{AlgorithmAS, AlgorithmMMAS, AlgorithmACS}

// Memory is where the pheromone of an edge is kept.
type Memory string

const (
	// MemoryMatrix has a trail for every edge: n² words.
	MemoryMatrix Memory = "matrix"
	// MemoryCandidates has trails for the edges to each city's candidates only; every other edge has the least trail: O(n) words.
	MemoryCandidates Memory = "candidates"
	// MemorySelective has SelectiveTrails trails a city, of the edges that were updated last (Skinderowicz 2016, section 3.2):
	// O(n) words.
	MemorySelective Memory = "selective"
)

// Memories lists all of them.
var Memories = []Memory{MemoryMatrix, MemoryCandidates, MemorySelective}

const (
	// SelectiveTrails is the trails of a city with MemorySelective (Skinderowicz 2016, section 3.2).
	SelectiveTrails = glsl.RecordTrails
	// MaxCandidates bounds a candidate list of the construction: the subgroup of most GPUs.
	MaxCandidates = 32
	// MaxNeighbours bounds a neighbour list of the local search (Delévacq et al. 2013, section 5.2, take 40).
	MaxNeighbours = 40
	// MaxLocalUpdatePeriod is the longest that Skinderowicz 2016, section 4.2, tries.
	MaxLocalUpdatePeriod = 16
)

// LocalSearch is the neighbourhood in which ants' tours are improved until no move of it makes them shorter.
type LocalSearch string

const (
	SearchNone   LocalSearch = "none"
	Search2Opt   LocalSearch = "2opt"       // two edges exchanged (Croes 1958); of symmetric instances
	SearchOrOpt  LocalSearch = "oropt"      // up to three cities in a row moved elsewhere (Or 1976)
	Search2OptOr LocalSearch = "2opt+oropt" // both
	Search3Opt   LocalSearch = "3opt"       // three edges exchanged (Lin 1965), and what two can do
)

// LocalSearches lists all of them.
var LocalSearches = []LocalSearch{SearchNone, Search2Opt, SearchOrOpt, Search2OptOr, Search3Opt}

// LocalSearchAnts says whose tours the local search improves.
type LocalSearchAnts string

const (
	LocalSearchAllAnts LocalSearchAnts = "all"
	LocalSearchBestAnt LocalSearchAnts = "best" // the iteration's best ant's alone
)

// LocalSearchAntsValues lists both.
var LocalSearchAntsValues = []LocalSearchAnts{LocalSearchAllAnts, LocalSearchBestAnt}

// Topology says which colonies' best tours a colony is shown at an exchange.
type Topology string

const (
	TopologyNone Topology = "none"
	TopologyRing Topology = "ring" // the one before it
	TopologyBest Topology = "best" // the best of all
	TopologyFull Topology = "full" // every other one's
)

// Topologies lists all of them.
var Topologies = []Topology{TopologyNone, TopologyRing, TopologyBest, TopologyFull}
