package aco

import (
	classicmodel "github.com/aco-vk/aco-vk/aco/classic/model"
)

// MMAS is MAX-MIN Ant System (Stützle and Hoos 2000).
type MMAS struct {
	Defaults    Defaults // of the options that are not set; "": Published
	Ants        int      // of each colony; 0: by the defaults
	Colonies    int      // on all devices together; 0: one for each device
	Candidates  int      // nearest cities in each city's candidate list, up to 32; 0: 20
	Pheromone   Pheromone
	Memory      Memory     // MemoryMatrix or MemoryCandidates; "": by the defaults
	LowerLimit  LowerLimit // of the pheromone; "": LowerLimitCandidates, with a local search LowerLimitFixed
	Renewal     Renewal    // of converged pheromone; "": RenewalSmooth, with a local search RenewalRestart
	BestPeriod  BestPeriod // "": BestPeriodFixed, with a local search BestPeriodFalling
	LocalSearch LocalSearch
	Exchange    Exchange
	Kernels     MMASKernels
}

// ACS is Ant Colony System (Dorigo and Gambardella 1997).
type ACS struct {
	Defaults    Defaults // of the options that are not set; "": Published
	Ants        int      // of each colony; 0: by the defaults
	Colonies    int      // on all devices together; 0: one for each device
	Candidates  int      // nearest cities in each city's candidate list, up to 32; 0: 32
	Pheromone   Pheromone
	Memory      Memory // MemoryMatrix or MemorySelective; "": by the defaults
	LocalSearch LocalSearch
	Exchange    Exchange

	Q0                *float64 // probability of the greedy choice, 0 to 1; nil: (n-20)/n for n cities
	LocalRate         *float64 // share of the local update, 0 to 1; 0: no local update; nil: 0.01
	LocalUpdatePeriod int      // steps between an ant's local updates, 1 to 16; 0: 1
	// Synchronous makes all ants choose in each step before all update, which gives the same tours
	// on every device.
	Synchronous bool

	Kernels ACSKernels
}

// AntSystem is Ant System (Dorigo, Maniezzo and Colorni 1996). It has one colony and one device.
// The defaults of the numbers depend on the selection.
type AntSystem struct {
	Ants      int // 0: as many as cities
	Pheromone Pheromone
	Selection Selection // how an ant chooses its next city; "": SelectNear
	Trials    int       // maximum number of draws in a step; 0: by the selection
	Rest      int       // number of unvisited cities from which on they are kept as a list; 0: by the selection
	Tile      int       // cities in a tile; 0: by the selection
	Rule      Rule      // which tours deposit pheromone; "": those of all ants

	Kernels AntSystemKernels
}

// Defaults says where the options come from that a method does not set.
type Defaults string

const (
	Published   Defaults = "published"   // the method's paper
	Recommended Defaults = "recommended" // measurements, by the number of cities; [Automatic] uses them
)

// Pheromone has the options of the pheromone of MMAS, ACS and Ant System. Exponents are rounded to
// parts of 2²⁸. Whole numbers are the fastest.
type Pheromone struct {
	Alpha *float64 // exponent of the pheromone, 0 to 10; only 1 with ACS; nil: 1
	Beta  *float64 // exponent of the inverse distance, 0 to 10; nil: 2, with ACS 3
	// Rho is the share that evaporates in an iteration, above 0 and at most 1; nil: 0.02 with
	// MMAS, 0.2 with MMAS and a local search and with ACS, 0.5 with Ant System, 0.1 with its
	// RuleRank and RuleBestWorst.
	Rho *float64
}

// Memory is a data structure for the pheromone.
type Memory = classicmodel.Memory

const (
	MemoryMatrix     Memory = classicmodel.MemoryMatrix     // of all edges
	MemoryCandidates Memory = classicmodel.MemoryCandidates // of the edges to candidates, with MMAS
	MemorySelective  Memory = classicmodel.MemorySelective  // of the 8 last updated edges of each city, with ACS
)

// LowerLimit is the lower limit of the pheromone of MMAS as a part of the upper limit.
//
// By the first two, an ant constructs the best tour with probability 0.05 when all pheromone is at
// one of the limits (Stützle and Hoos 2000, equation 11). They differ in the number of cities that
// an ant is taken to choose from in a step.
type LowerLimit = classicmodel.LowerLimit

const (
	LowerLimitCities     LowerLimit = classicmodel.LowerLimitCities     // half of all cities (Stützle and Hoos 2000)
	LowerLimitCandidates LowerLimit = classicmodel.LowerLimitCandidates // half of the candidates (Stützle's program ACOTSP)
	LowerLimitFixed      LowerLimit = classicmodel.LowerLimitFixed      // 1/(2n) of the upper limit for n cities (ACOTSP with a local search)
)

// Renewal is what MMAS does when the pheromone has converged to a single tour.
type Renewal = classicmodel.RenewalRule

const (
	RenewalNone    Renewal = classicmodel.RenewalNone
	RenewalSmooth  Renewal = classicmodel.RenewalSmooth  // raise it half of the way to the upper limit (Stützle and Hoos 2000)
	RenewalRestart Renewal = classicmodel.RenewalRestart // after 250 iterations without improvement, start again (ACOTSP)
)

// BestPeriod is how often MMAS reinforces the best tour so far in place of the iteration's best
// (Stützle's program ACOTSP).
type BestPeriod = classicmodel.BestPeriod

const (
	BestPeriodFixed BestPeriod = classicmodel.BestPeriodFixed // every 25 iterations
	// BestPeriodFalling is every 25 iterations first, then every 5, 3 and 2, and in each iteration
	// from the 250th on, since the pheromone was initialised.
	BestPeriodFalling BestPeriod = classicmodel.BestPeriodFalling
)

// LocalSearch improves the tours of the ants of MMAS and ACS.
type LocalSearch struct {
	Kind       SearchKind // "": by the defaults, which is Search3Opt for recommended MMAS and else SearchNone
	Ants       SearchAnts // whose tours are improved; "": SearchAllAnts
	Neighbours int        // nearest cities that moves look at, up to 40; 0: 20, with recommended defaults 10
}

// SearchKind is the neighbourhood of a local search.
type SearchKind = classicmodel.LocalSearch

const (
	SearchNone   SearchKind = classicmodel.SearchNone
	Search2Opt   SearchKind = classicmodel.Search2Opt   // exchange of two edges, for symmetric instances
	SearchOrOpt  SearchKind = classicmodel.SearchOrOpt  // move of up to three consecutive cities
	Search2OptOr SearchKind = classicmodel.Search2OptOr // both
	Search3Opt   SearchKind = classicmodel.Search3Opt   // exchange of two or three edges
)

// SearchAnts says whose tours a local search improves.
type SearchAnts = classicmodel.LocalSearchAnts

const (
	SearchAllAnts SearchAnts = classicmodel.LocalSearchAllAnts
	SearchBestAnt SearchAnts = classicmodel.LocalSearchBestAnt // of the iteration
)

// Exchange says how colonies of MMAS and ACS exchange their best tours.
type Exchange struct {
	Every    *int     // iterations between exchanges; 0: never; nil: 25
	Topology Topology // whose tours a colony sees; "": TopologyRing
}

// Topology says whose best tours a colony sees at an exchange.
type Topology = classicmodel.Topology

const (
	TopologyNone Topology = classicmodel.TopologyNone
	TopologyRing Topology = classicmodel.TopologyRing // the colony before it
	TopologyBest Topology = classicmodel.TopologyBest // the best colony
	TopologyFull Topology = classicmodel.TopologyFull // all others
)

// Selection is how an ant of Ant System chooses its next city: in proportion to the weights,
// unless the comment says otherwise.
type Selection = classicmodel.Selection

const (
	SelectScan       Selection = classicmodel.SelectScan       // roulette over all cities
	SelectTile       Selection = classicmodel.SelectTile       // the same tours as SelectScan, with sums by tile
	SelectCompress   Selection = classicmodel.SelectCompress   // roulette over a list of the unvisited cities
	SelectCursor     Selection = classicmodel.SelectCursor     // the same in a list with a cursor
	SelectCursorTile Selection = classicmodel.SelectCursorTile // the same tours as SelectCursor, with sums by tile
	SelectTrial      Selection = classicmodel.SelectTrial      // draws from all cities until one is unvisited
	SelectHybrid     Selection = classicmodel.SelectHybrid     // SelectTrial, with SelectCompress at the end of the tour
	SelectNear       Selection = classicmodel.SelectNear       // draws from the unvisited nearest cities and all others
	SelectIRoulette  Selection = classicmodel.SelectIRoulette  // the largest product of weight and random number: not in proportion
	// SelectTiled: a draw in each tile, and the largest weight of these: not in proportion
	SelectTiled Selection = classicmodel.SelectTiled
)

// Rule is a deposit rule of Ant System. Each rule is another member of the family of Ant System.
type Rule = classicmodel.Rule

const (
	// RuleElitist: all ants and, n times for n cities, the best tour so far (Elitist Ant System,
	// Dorigo, Maniezzo and Colorni 1996).
	RuleElitist Rule = classicmodel.RuleElitist
	// RuleRank: the best tour so far with weight 6, and the 5 shortest tours of the iteration with
	// weights 5 to 1 (Rank-based Ant System, Bullnheimer, Hartl and Strauss 1999).
	RuleRank Rule = classicmodel.RuleRank
	// RuleBestWorst: the best tour so far. Then edges of the longest tour of the iteration
	// evaporate once more, and trails mutate or restart (Best-Worst Ant System, Cordón et al. 2000).
	RuleBestWorst Rule = classicmodel.RuleBestWorst
)

func (m MMAS) check(*Options) error {
	if err := checkColonies(m.Ants, m.Colonies, m.Candidates); err != nil {
		return err
	}
	return m.Exchange.check()
}

func (m ACS) check(*Options) error {
	if err := checkColonies(m.Ants, m.Colonies, m.Candidates); err != nil {
		return err
	}
	return m.Exchange.check()
}

func (m AntSystem) check(*Options) error { return notNegative(number{"Ants", m.Ants}) }

func checkColonies(ants, colonies, candidates int) error {
	return notNegative(number{"Ants", ants}, number{"Colonies", colonies}, number{"Candidates", candidates})
}

func (e Exchange) check() error {
	if e.Every != nil && *e.Every == 0 && e.Topology != "" && e.Topology != TopologyNone {
		return exclude("Exchange.Topology", "Exchange.Every",
			"exchanging tours every 0 iterations means never")
	}
	return nil
}

func (m MMAS) newRunner(r *request) (runner, error) {
	p := baseParameters(classicmodel.AlgorithmMMAS, m.Defaults, m.LocalSearch.Kind, r.instance.Dimension())
	setColonies(&p, m.Ants, m.Colonies, m.Candidates, m.Memory)
	set(&p.LowerLimit, m.LowerLimit)
	set(&p.Renewal, m.Renewal)
	set(&p.BestPeriod, m.BestPeriod)
	m.Pheromone.set(&p)
	m.LocalSearch.set(&p)
	m.Exchange.set(&p)
	return r.newClassicRunner(p, m.Kernels.all())
}

func (m ACS) newRunner(r *request) (runner, error) {
	p := baseParameters(classicmodel.AlgorithmACS, m.Defaults, m.LocalSearch.Kind, r.instance.Dimension())
	setColonies(&p, m.Ants, m.Colonies, m.Candidates, m.Memory)
	m.Pheromone.set(&p)
	m.LocalSearch.set(&p)
	m.Exchange.set(&p)
	set(&p.Q0, m.Q0)
	set(&p.LocalRate, m.LocalRate)
	set(&p.LocalUpdatePeriod, m.LocalUpdatePeriod)
	set(&p.Synchronous, m.Synchronous)
	return r.newClassicRunner(p, m.Kernels.all())
}

func (m AntSystem) newRunner(r *request) (runner, error) {
	p := classicmodel.AntSystemWith(m.Rule)
	p.Ants = m.Ants
	m.Pheromone.set(&p)
	set(&p.Selection, m.Selection)
	set(&p.Trials, m.Trials)
	set(&p.Rest, m.Rest)
	set(&p.Tile, m.Tile)
	return r.newClassicRunner(p, m.Kernels.all())
}

// baseParameters returns the published or the recommended parameters of an algorithm with a local
// search. The recommended ones are for a local search: without one they are the published ones, in
// the recommended memory.
func baseParameters(
	algorithm classicmodel.Algorithm, defaults Defaults, kind SearchKind, cities int,
) classicmodel.Parameters {
	search, none := kind, kind == SearchNone
	if none {
		search = ""
	}
	if defaults != Recommended {
		return classicmodel.Published(algorithm, search)
	}
	p := classicmodel.RecommendedOf(algorithm, cities)
	if none && p.HasLocalSearch() {
		memory := p.Memory
		p = classicmodel.Published(algorithm, "")
		p.Memory = memory
	}
	set(&p.LocalSearch, search)
	return p
}

func setColonies(p *classicmodel.Parameters, ants, colonies, candidates int, memory Memory) {
	set(&p.Ants, ants)
	set(&p.Colonies, colonies)
	set(&p.Candidates, candidates)
	set(&p.Memory, memory)
}

func (o Pheromone) set(p *classicmodel.Parameters) {
	setPointer(&p.Alpha, o.Alpha)
	setPointer(&p.Beta, o.Beta)
	setPointer(&p.Rho, o.Rho)
}

// set sets all but the kind, which baseParameters has set.
func (l LocalSearch) set(p *classicmodel.Parameters) {
	set(&p.LocalSearchAnts, l.Ants)
	set(&p.Neighbours, l.Neighbours)
}

func (e Exchange) set(p *classicmodel.Parameters) {
	set(&p.Topology, e.Topology)
	setPointer(&p.ExchangeEvery, e.Every)
	if e.Every != nil && *e.Every == 0 {
		p.Topology = classicmodel.TopologyNone
	}
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
