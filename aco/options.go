package aco

import (
	"time"

	"github.com/aco-vk/aco-vk/aco/classic"
	classicmodel "github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/aco/engine"
	"github.com/aco-vk/aco-vk/tsp"
)

// Options say what a run does and when it stops. The zero value lets the program choose everything. A field that is zero, nil or "" is
// not set; fields for which zero is a value are pointers, which new(0.5) makes.
//
// Solve refuses a combination that makes no sense with an *OptionError: [OptionTable] lists which options belong to which algorithms.
type Options struct {
	// Algorithm is "" for the automatic choice. It is Merged for instances of 8 or more cities.
	// For smaller ones, for distances above those that Merged takes (a notice says so), and where
	// an option is set that Merged does not have, it is MMAS with 3-opt, and ACS for more than
	// 200,000 cities. The parameters of the automatic choice depend on the instance, not on the
	// device.
	Algorithm  Algorithm
	Preset     string  // name of a published system in classic.Presets; only Ants, Seed and Kernels.Distances can be set with it
	Seed       *uint64 // of the random numbers; nil: 1
	Ants       int     // of a colony; 0: by the algorithm and the number of cities
	Colonies   int     // on all devices together; 0: by the number of cities with Merged, else one for each device
	Candidates int     // neighbours in each city's candidate list; 0: by the algorithm and the number of cities

	// The run stops as soon as one of these rules holds. If none is set, it stops after 60 s, or after 10 s without
	// improvement; with Merged at the end of a round of annealing, once 2 s, half of the time and 50 sweeps over all cities are without.
	Iterations int           // of each colony
	TimeLimit  time.Duration // since Started
	Target     int64         // length of a tour that is short enough
	Stall      int           // iterations of every colony without improvement
	Idle       time.Duration // without improvement; Merged stops at the end of a round of annealing

	Started time.Time     // when the clock started; zero: at the call
	Reserve time.Duration // part of TimeLimit that the caller needs for the result; Merged stops earlier by it

	// Devices run the colonies, spread evenly. Vulkan devices share the ants of a single colony of Merged. Nil chooses the best GPU, else
	// the processor. An empty list that is not nil is an error.
	Devices []*Device
	// HostMemory is the memory of the host that the run may take, in bytes, with what the instance takes. A run of Merged that takes more is refused.
	// 0: what is available, where the system tells it.
	HostMemory uint64
	MaxSubmit  time.Duration // device time that a submission aims at, up to 10 s; 0: 100 ms

	// Path has the first and the last city of an open path, each of which may be tsp.FreeEnd. The tour is then in the order of the path, and all
	// lengths are without an edge between its ends. Nil: a closed tour. A resumed or repeated run needs the same
	// again.
	Path *tsp.Ends
	// InitialTour is the first tour, unless the run's own first tour is shorter: a greedy tour with Merged, else the nearest-neighbour tour from
	// the first city; nil: that tour. With the other algorithms it is the best tour at iteration 0, from whose length the pheromone's initial
	// value and limits follow; MMAS and ACS reinforce it until an ant finds a shorter one. It is closed also with Path. If the path has two given ends, they are adjacent in it;
	// with a free end, the path lacks the longest edge that it may lack.
	InitialTour tsp.Tour

	// Checkpoint is the file that holds the state of the run. It is written before the first iteration, every CheckpointEvery, and at the
	// end, and replaced atomically. An existing checkpoint is refused, unless Resume names it, too.
	Checkpoint      string
	CheckpointEvery time.Duration // 0: 10 s
	Program         string        // name and version of the caller, for the checkpoint; "": aco-vk

	// Resume is the checkpoint of a run to continue on the same instance. Algorithm, parameters and seed are the run's. If a stop rule is
	// set, it replaces all rules of the run; limits include the iterations and time already spent.
	Resume string

	// Replay repeats a run of Merged step by step, on any device, even if a time limit ended it. See [Result.Replay]. An initial tour
	// must be given again.
	Replay *Replay

	// Peers are other runs of Merged on the same instance, mostly on other machines, with which the run exchanges tours; nil: none. The schedule of the
	// result names the tours that took part. A run that is repeated asks Peers for these alone.
	Peers Peers

	// Progress, if not nil, is called for every event of the run, by one goroutine at a time. The run waits for it to return.
	Progress func(Progress)
	// Reference is the length that gaps are relative to. 0: that of tsp/bestknown, if the instance is a published one.
	Reference int64

	Pheromone   PheromoneOptions   // of Ant System, MMAS and ACS
	LocalSearch LocalSearchOptions // of MMAS and ACS
	Exchange    ExchangeOptions    // of MMAS and ACS
	AntSystem   AntSystemOptions
	ACS         ACSOptions
	Merged      MergedOptions
	Kernels     KernelConfig // how Ant System, MMAS and ACS run on a device; no tour depends on it
}

// PheromoneOptions are the options of the pheromone of Ant System, MMAS and ACS.
type PheromoneOptions struct {
	Alpha  *float64 // exponent of the pheromone, a multiple of 0.5 from 0 to 10; nil: 1
	Beta   *float64 // exponent of the inverse distance, a multiple of 0.5 from 0 to 10; nil: 2, with ACS 3
	Rho    *float64 // share that evaporates in an iteration; nil: by the algorithm
	Memory Memory   // edges whose pheromone is stored, with MMAS and ACS; "": by the algorithm
}

// LocalSearchOptions are the options of the local search of MMAS and ACS.
type LocalSearchOptions struct {
	Kind       LocalSearch // "": "3opt" where the algorithm is chosen automatically, else "none"
	Ants       SearchAnts  // whose tours are improved; "": "all"
	Neighbours int         // nearest cities that moves look at; 0: 10 where the algorithm is chosen automatically, else 20
}

// ExchangeOptions say how colonies of MMAS and ACS exchange their best tours.
type ExchangeOptions struct {
	Every    *int     // iterations between exchanges, 0: never; nil: 25
	Topology Topology // whose tours a colony sees; "": "ring"
}

// AntSystemOptions say how an ant of Ant System chooses its next city. The defaults of the numbers depend on the selection.
type AntSystemOptions struct {
	Selection Selection // "": "near"
	Trials    int       // maximum number of draws in a step
	Rest      int       // number of unvisited cities from which on they are kept as a list
	Tile      int       // cities in a tile
}

// ACSOptions are the options that only Ant Colony System has.
type ACSOptions struct {
	Q0                *float64 // probability of the greedy choice, 0 to 1; nil: (n-20)/n for n cities
	LocalRate         *float64 // share of the local update, 0 to 1; nil: 0.01
	LocalUpdatePeriod int      // steps between an ant's local updates, 1 to 16; 0: 1
	Synchronous       bool     // in each step all ants choose, then all update: the same tours on every device
}

// MergedOptions are the options that only Merged has.
type MergedOptions struct {
	// Temperature is the initial temperature of annealing. Its unit is the mean difference between the distances to the fourth nearest and
	// to the nearest city. 0: no annealing; nil: by the number of cities.
	Temperature *float64
	// Noise is the greatest standard deviation by which cities are moved for the first tours of colonies, in units of the distance to the
	// fourth nearest city. 0: all colonies start from one tour, and continue from one after each exchange; nil: 0.4.
	Noise *float64
	Kick  int // maximum number of cities in each of the three segments of a kick; 0: by the number of cities
	// Windows is the number of parts into which one tour is divided, one for each colony. 1: each colony has its own tour; 0: by the
	// devices and the number of cities.
	Windows int
}

type (
	// Peers are other runs on the same instance.
	Peers = engine.Peers
	// PeerTour is a tour of another run.
	PeerTour = engine.PeerTour
	// Memory is a data structure for the pheromone: "matrix", "candidates" or "selective".
	Memory = classicmodel.Memory
	// LocalSearch is a local search: "none", "2opt", "oropt", "2opt+oropt" or "3opt".
	LocalSearch = classicmodel.LocalSearch
	// SearchAnts says whose tours the local search improves: "all" or "best", the best of the iteration.
	SearchAnts = classicmodel.LocalSearchAnts
	// Topology says whose best tours a colony sees at an exchange: "none", "ring", "best" or "full".
	Topology = classicmodel.Topology
	// Selection is a method by which an ant of Ant System chooses its next city. Package problem lists the values.
	Selection = classicmodel.Selection
	// KernelConfig says how the stages of Ant System, MMAS and ACS run on a device. No tour depends on it.
	KernelConfig = classic.KernelConfig
)

// withStart returns the options with the clock started.
func (o Options) withStart() Options {
	if o.Started.IsZero() {
		o.Started = time.Now()
	}
	return o
}

// seed returns the seed of the random numbers.
func (o *Options) seed() uint64 {
	if o.Seed == nil {
		return 1
	}
	return *o.Seed
}

// rules returns the stop rules for the packages below.
func (o *Options) rules() engine.Rules {
	return engine.Rules{Iterations: o.Iterations, TimeLimit: o.TimeLimit, Target: o.Target, Stall: o.Stall, Idle: o.Idle}
}

// set replaces a value by one that is not zero.
func set[T comparable](value *T, by T) {
	var zero T
	if by != zero {
		*value = by
	}
}

// setPointer replaces a value by one that is given.
func setPointer[T any](value, by *T) {
	if by != nil {
		*value = *by
	}
}
