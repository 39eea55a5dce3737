package model

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

// Memory is a data structure for the pheromone.
type Memory string

const (
	// MemoryMatrix stores the trail of every edge: n² words.
	MemoryMatrix Memory = "matrix"
	// MemoryCandidates stores the trails of edges to candidates: O(n) words. Every other edge has
	// the lower trail limit.
	MemoryCandidates Memory = "candidates"
	// MemorySelective stores SelectiveTrails trails per city, for the edges updated last
	// (Skinderowicz 2016, section 3.2): O(n) words. Every other edge has the initial trail.
	MemorySelective Memory = "selective"
)

// Memories lists all of them.
var Memories = []Memory{MemoryMatrix, MemoryCandidates, MemorySelective}

const (
	// SelectiveTrails is the number of trails per city with MemorySelective (Skinderowicz 2016,
	// section 3.2).
	SelectiveTrails = glsl.SelectiveTrails
	// MaxCandidates is the greatest length of a candidate list: the subgroup size of most GPUs.
	MaxCandidates = 32
	// MaxNeighbours is the greatest length of a neighbour list of the local search (Delévacq et
	// al. 2013, section 5.2).
	MaxNeighbours = 40
	// MaxLocalUpdatePeriod is the longest period that Skinderowicz 2016, section 4.2, measures.
	MaxLocalUpdatePeriod = 16
)

// LowerLimit is the lower trail limit of MMAS as a part of the upper one. The first two choices
// solve an equation: an ant constructs the best tour with probability 0.05 if its edges have the
// upper limit and all others the lower limit (Stützle and Hoos 2000, equation 11). They differ in
// the number of cities that an ant is taken to choose from in a step.
type LowerLimit string

const (
	LowerLimitCities     LowerLimit = "cities"     // half of all cities, n/2 (Stützle and Hoos 2000)
	LowerLimitCandidates LowerLimit = "candidates" // half of the candidates, rounded up (ACOTSP 1.03)
	LowerLimitFixed      LowerLimit = "2n"         // 1/(2n) of the upper limit (ACOTSP 1.03 with local search)
)

// LowerLimits lists all of them.
var LowerLimits = []LowerLimit{LowerLimitCities, LowerLimitCandidates, LowerLimitFixed}

// RenewalRule is what MMAS does with trails that have converged.
type RenewalRule string

const (
	RenewalNone RenewalRule = "none"
	// RenewalSmooth raises each trail half of the way to the upper limit: smoothing with δ = 0.5
	// (Stützle and Hoos 2000).
	RenewalSmooth RenewalRule = "smooth"
	// RenewalRestart initialises all trails again after 250 iterations without improvement (ACOTSP
	// 1.03).
	RenewalRestart RenewalRule = "restart"
)

// RenewalRules lists all of them.
var RenewalRules = []RenewalRule{RenewalNone, RenewalSmooth, RenewalRestart}

// BestPeriod is how often MMAS reinforces the best tour so far in place of the iteration's best
// (ACOTSP 1.03).
type BestPeriod string

const (
	BestPeriodFixed BestPeriod = "fixed" // every 25 iterations
	// BestPeriodFalling is every 25 iterations in the first 25 after the trails were initialised,
	// then every 5 until 75, 3 until 125, 2 until 250, then in each iteration.
	BestPeriodFalling BestPeriod = "falling"
)

// BestPeriods lists both.
var BestPeriods = []BestPeriod{BestPeriodFixed, BestPeriodFalling}

// LocalSearch is the neighbourhood of the local search, which improves tours to a local optimum.
type LocalSearch string

const (
	SearchNone   LocalSearch = "none"
	Search2Opt   LocalSearch = "2opt"       // exchange of two edges (Croes 1958); symmetric instances only
	SearchOrOpt  LocalSearch = "oropt"      // move of up to three consecutive cities (Or 1976)
	Search2OptOr LocalSearch = "2opt+oropt" // both
	Search3Opt   LocalSearch = "3opt"       // exchange of two or three edges (Lin 1965)
)

// LocalSearches lists all of them.
var LocalSearches = []LocalSearch{SearchNone, Search2Opt, SearchOrOpt, Search2OptOr, Search3Opt}

// LocalSearchAnts selects the tours that the local search improves.
type LocalSearchAnts string

const (
	LocalSearchAllAnts LocalSearchAnts = "all"
	LocalSearchBestAnt LocalSearchAnts = "best" // the shortest tour of the iteration
)

// LocalSearchAntsValues lists both.
var LocalSearchAntsValues = []LocalSearchAnts{LocalSearchAllAnts, LocalSearchBestAnt}

// Topology selects the colonies whose best tours a colony receives at an exchange.
type Topology string

const (
	TopologyNone Topology = "none"
	TopologyRing Topology = "ring" // the preceding colony
	TopologyBest Topology = "best" // the colony with the best tour
	TopologyFull Topology = "full" // all other colonies
)

// Topologies lists all of them.
var Topologies = []Topology{TopologyNone, TopologyRing, TopologyBest, TopologyFull}
