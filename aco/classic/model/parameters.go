package model

import (
	"cmp"
	"slices"

	"github.com/aco-vk/aco-vk/aco/option"
)

// MaxExponent is the bound of α and β. With larger exponents each weight is either near the
// largest of its row or 1.
const MaxExponent = 10

// Parameters are the parameters of an algorithm, with the names of the papers. A parameter that
// does not apply to the algorithm is zero.
type Parameters struct {
	Algorithm Algorithm `json:"-"`     // "": AlgorithmAS
	Ants      int       `json:"ants"`  // m, per colony; 0: DefaultAnts
	Alpha     float64   `json:"alpha"` // exponent of the pheromone: 0 to MaxExponent
	Beta      float64   `json:"beta"`  // exponent of the heuristic 1/d: 0 to MaxExponent
	Rho       float64   `json:"rho"`   // evaporation rate per iteration: above 0, at most 1
	Seed      uint64    `json:"-"`
	// Selection is how an ant of Ant System chooses its next city; "" is SelectNear. The numbers
	// after it apply to some selections; 0 is the measured or published optimum.
	Selection Selection `json:"selection,omitempty"`
	Trials    int       `json:"trials,omitempty"` // trials per step: 1 to MaxTrials
	Rest      int       `json:"rest,omitempty"`   // number of unvisited cities at which the list of them begins
	Tile      int       `json:"tile,omitempty"`   // cities per tile
	Rule      Rule      `json:"rule,omitempty"`   // deposit rule of Ant System

	// MMAS and ACS.
	Candidates int    `json:"candidates,omitempty"` // cities per candidate list: 1 to MaxCandidates
	Memory     Memory `json:"memory,omitempty"`

	// MMAS.
	LowerLimit LowerLimit  `json:"lower_limit,omitempty"` // "": LowerLimitCandidates, with a local search LowerLimitFixed
	Renewal    RenewalRule `json:"renewal,omitempty"`     // "": RenewalSmooth, with a local search RenewalRestart
	BestPeriod BestPeriod  `json:"best_period,omitempty"` // "": BestPeriodFixed, with a local search BestPeriodFalling

	// ACS.
	Q0                *float64 `json:"q0,omitempty"`                  // probability of the greedy choice, 0 to 1; nil: (n − 20)/n
	LocalRate         *float64 `json:"local_rate,omitempty"`          // ξ, the rate of the local update, 0 to 1; nil: 0.01
	LocalUpdatePeriod int      `json:"local_update_period,omitempty"` // steps between an ant's local updates: 1 to MaxLocalUpdatePeriod
	Synchronous       bool     `json:"synchronous,omitempty"`         // all ants choose, then all update, step by step

	// Local search.
	LocalSearch     LocalSearch     `json:"local_search,omitempty"`
	LocalSearchAnts LocalSearchAnts `json:"local_search_ants,omitempty"`
	Neighbours      int             `json:"neighbours,omitempty"` // cities per neighbour list: 1 to MaxNeighbours

	// Several colonies.
	Colonies      int      `json:"colonies,omitempty"`       // on all devices together; 0: one per device
	ExchangeEvery int      `json:"exchange_every,omitempty"` // iterations between exchanges of tours; 0: 25 if there is a topology
	Topology      Topology `json:"topology,omitempty"`       // "": TopologyRing if there are several colonies
}

// AntSystem returns the parameters of Zhou et al. 2017, section C.1, and of Uchida et al. 2014,
// section 5: as many ants as cities, α = 1, β = 2, ρ = 0.5.
func AntSystem() Parameters {
	return Parameters{Alpha: 1, Beta: 2, Rho: 0.5, Seed: 1}
}

func (p Parameters) validate() error {
	if p.Ants < 1 || p.Ants > maxAnts {
		return option.Refuse(option.Ants, "%d: use 1 to %d", p.Ants, maxAnts)
	}
	if !(p.Rho > 0 && p.Rho <= 1) {
		return option.Refuse(option.Rho, "%v: the evaporation rate must be above 0 and at most 1", p.Rho)
	}
	for _, err := range []error{p.validateApplicable(), p.validateAlgorithm(), p.validateColonies()} {
		if err != nil {
			return err
		}
	}
	for _, e := range []struct {
		name  string
		value float64
	}{{option.Alpha, p.Alpha}, {option.Beta, p.Beta}} {
		if !(e.value >= 0 && e.value <= MaxExponent) {
			return option.Refuse(e.name, "%v: use 0 to %d", e.value, MaxExponent)
		}
	}
	return nil
}

// choose sets the defaults. They affect tours, so they depend on the number of cities alone, never
// on the device.
func (p *Parameters) choose(cities int) {
	p.Algorithm = cmp.Or(p.Algorithm, AlgorithmAS)
	p.Ants = cmp.Or(p.Ants, p.DefaultAnts(cities))
	p.chooseColonies()
	switch p.Algorithm {
	case AlgorithmAS:
		p.chooseSelection(cities)
	case AlgorithmMMAS:
		p.chooseMaxMin()
	case AlgorithmACS:
		p.chooseACS(cities)
	}
	p.chooseSearch(cities)
	if p.Candidates <= MaxCandidates { // validateCandidates refuses more, whatever the number of cities
		p.Candidates = min(p.Candidates, cities-1)
	}
}

// validateAlgorithm checks the parameters of the algorithm.
func (p Parameters) validateAlgorithm() error {
	switch p.Algorithm {
	case AlgorithmAS:
		return cmp.Or(p.validateSelection(), p.validateRule())
	case AlgorithmMMAS:
		return p.validateMaxMin()
	case AlgorithmACS:
		return p.validateACS()
	}
	return option.Errorf("algorithm %q: use one of %v", p.Algorithm, Algorithms)
}

// The algorithms that a parameter applies to.
var (
	antSystemOnly           = []Algorithm{AlgorithmAS}
	maxMinOnly              = []Algorithm{AlgorithmMMAS}
	acsOnly                 = []Algorithm{AlgorithmACS}
	candidateListAlgorithms = []Algorithm{AlgorithmMMAS, AlgorithmACS} // construction with candidate lists
)

// validateApplicable returns an error if a parameter is set that does not apply to the algorithm.
func (p Parameters) validateApplicable() error {
	for _, parameter := range []struct {
		name string
		set  bool
		of   []Algorithm
	}{
		{"selection", p.Selection != "", antSystemOnly},
		{"trials", p.Trials != 0, antSystemOnly},
		{"rest", p.Rest != 0, antSystemOnly},
		{"tile", p.Tile != 0, antSystemOnly},
		{"rule", p.Rule != "", antSystemOnly},
		{"candidates", p.Candidates != 0, candidateListAlgorithms},
		{"memory", p.Memory != "", candidateListAlgorithms},
		{"lower limit", p.LowerLimit != "", maxMinOnly},
		{"renewal", p.Renewal != "", maxMinOnly},
		{"best period", p.BestPeriod != "", maxMinOnly},
		{"q0", p.Q0 != nil, acsOnly},
		{"local rate", p.LocalRate != nil, acsOnly},
		{"local update period", p.LocalUpdatePeriod != 0, acsOnly},
		{"synchronous", p.Synchronous, acsOnly},
		{"local search", p.LocalSearch != "" && p.LocalSearch != SearchNone, candidateListAlgorithms},
		{"local search ants", p.LocalSearchAnts != "", candidateListAlgorithms},
		{"neighbours", p.Neighbours != 0, candidateListAlgorithms},
		{"several colonies or devices", p.Colonies > 1, candidateListAlgorithms},
		{"exchange every", p.ExchangeEvery != 0, candidateListAlgorithms},
		{"topology", p.Topology != "" && p.Topology != TopologyNone, candidateListAlgorithms},
	} {
		if parameter.set && !slices.Contains(parameter.of, p.Algorithm) {
			return option.Errorf("%s: supported by algorithm %s, not by %s", parameter.name, either(parameter.of),
				p.Algorithm)
		}
	}
	return nil
}

// either lists one or two algorithms: "mmas or acs".
func either(list []Algorithm) string {
	if len(list) == 1 {
		return string(list[0])
	}
	return string(list[0] + " or " + list[1])
}

// validateCandidates checks the length of the candidate lists.
func (p Parameters) validateCandidates() error {
	if p.Candidates < 1 || p.Candidates > MaxCandidates {
		return option.Refuse(option.Candidates, "%d: use 1 to %d", p.Candidates, MaxCandidates)
	}
	return nil
}

// validateMemory checks that the algorithm supports the pheromone memory.
func (p Parameters) validateMemory(known ...Memory) error {
	if !slices.Contains(known, p.Memory) {
		return option.Refuse(option.Memory, "%q: algorithm %s supports %v", p.Memory, p.Algorithm, known)
	}
	return nil
}
