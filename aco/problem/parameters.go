package problem

import (
	"fmt"
	"slices"
)

// MaxExponent bounds α and β. Beyond it a weight is the largest of its row or one, and nothing between.
const MaxExponent = 10

// Parameters of an algorithm, with the names the papers use. Those that belong to some algorithms are zero in the others.
type Parameters struct {
	Algorithm Algorithm `json:"-"`     // "" stands for AlgorithmAS; a report has it beside the parameters
	Ants      int       `json:"ants"`  // m, of a colony; 0 stands for what the algorithm's papers take
	Alpha     float64   `json:"alpha"` // exponent of the pheromone: a multiple of one half, 0 to MaxExponent
	Beta      float64   `json:"beta"`  // exponent of the heuristic 1/d: a multiple of one half, 0 to MaxExponent
	Rho       float64   `json:"rho"`   // share of the pheromone that evaporates in an iteration: above 0, at most 1
	Seed      uint64    `json:"-"`     // a report has it beside the parameters
	// Selection is how an ant of Ant System chooses its next city, "" what was measured fastest. The
	// numbers after it belong to some selections; 0 stands for what was measured or published as best.
	Selection Selection `json:"selection,omitempty"`
	Trials    int       `json:"trials,omitempty"` // of a step: 1 to MaxTrials
	Rest      int       `json:"rest,omitempty"`   // unvisited cities from which on they are kept as a list
	Tile      int       `json:"tile,omitempty"`   // cities of a tile

	// Of MMAS and ACS.
	Candidates int    `json:"candidates,omitempty"` // cities of a candidate list: 1 to MaxCandidates, of fewer cities all others
	Memory     Memory `json:"memory,omitempty"`

	// Of ACS.
	Q0                float64 `json:"q0,omitempty"`                  // probability of the greedy choice, 0 to 1; 0 stands for (n − 20)/n
	LocalRate         float64 `json:"local_rate,omitempty"`          // ξ, the share of the local update: above 0, at most 1
	LocalUpdatePeriod int     `json:"local_update_period,omitempty"` // steps between an ant's local updates: 1 to MaxLocalUpdatePeriod
	Synchronous       bool    `json:"synchronous,omitempty"`         // all ants choose, then all update, step by step

	// Of the local search.
	LocalSearch     LocalSearch     `json:"local_search,omitempty"`
	LocalSearchAnts LocalSearchAnts `json:"local_search_ants,omitempty"`
	Neighbours      int             `json:"neighbours,omitempty"` // cities of a neighbour list: 1 to MaxNeighbours

	// Of many colonies.
	Colonies      int      `json:"colonies,omitempty"`       // on all devices together; 0 stands for one a device
	ExchangeEvery int      `json:"exchange_every,omitempty"` // iterations between exchanges of tours; 0 stands for 25 where there is a topology
	Topology      Topology `json:"topology,omitempty"`       // "" stands for TopologyRing where there are several
}

// AntSystem returns the parameters of Zhou et al. 2017, section C.1, and of Uchida et al. 2014, section 5:
// as many ants as cities, α = 1, β = 2, ρ = 0.5.
func AntSystem() Parameters {
	return Parameters{Alpha: 1, Beta: 2, Rho: 0.5, Seed: 1}
}

// An Error says that an instance or an option cannot be used, and why.
type Error struct {
	Reason   string   // what cannot be used, and which values can
	Remedies []Remedy // alternatives, each of which makes the run possible; may be empty
}

// Error returns the reason and the advice in the library's names.
func (e *Error) Error() string { return advised(e.Reason, "; ", e.Remedies) }

// Errorf returns an Error with a formatted reason.
func Errorf(format string, arguments ...any) *Error {
	return &Error{Reason: fmt.Sprintf(format, arguments...)}
}

// With returns the error with alternatives to what was refused.
func (e *Error) With(remedies ...Remedy) *Error {
	return &Error{e.Reason, append(slices.Clone(e.Remedies), remedies...)}
}

func (p Parameters) validate() error {
	if p.Ants < 1 || p.Ants > maxAnts {
		return Errorf("%d ants: between 1 and %d can be used", p.Ants, maxAnts)
	}
	if !(p.Rho > 0 && p.Rho <= 1) {
		return Errorf("rho %v: the share that evaporates lies above 0 and is at most 1", p.Rho)
	}
	for _, err := range []error{p.validateApplicable(), p.validateAlgorithm(), p.validateColonies()} {
		if err != nil {
			return err
		}
	}
	for _, e := range []struct {
		name  string
		value float64
	}{{"alpha", p.Alpha}, {"beta", p.Beta}} {
		if !(e.value >= 0 && e.value <= MaxExponent) || e.value*2 != float64(int(e.value*2)) {
			return Errorf("%s %v: exponents are multiples of 0.5 from 0 to %d, which integers can compute alike on every device",
				e.name, e.value, MaxExponent)
		}
	}
	return nil
}

// choose fills in what was left open. It depends on the number of cities alone: it steers the path, so it is the same on
// every device.
func (p *Parameters) choose(cities int) {
	setDefault(&p.Algorithm, AlgorithmAS)
	setDefault(&p.Ants, p.DefaultAnts(cities))
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
	p.Candidates = min(p.Candidates, cities-1) // of a small instance all other cities
}

// setDefault sets what is zero.
func setDefault[T comparable](value *T, to T) {
	var zero T
	if *value == zero {
		*value = to
	}
}

// validateAlgorithm refuses values that the algorithm does not have.
func (p Parameters) validateAlgorithm() error {
	switch p.Algorithm {
	case AlgorithmAS:
		return p.validateSelection()
	case AlgorithmMMAS:
		return p.validateMaxMin()
	case AlgorithmACS:
		return p.validateACS()
	}
	return Errorf("algorithm %q: there are %v", p.Algorithm, Algorithms)
}

// depositors returns how many ants add pheromone to an edge at the end of an iteration.
func (p Parameters) depositors() int {
	if p.Algorithm == AlgorithmAS {
		return p.Ants
	}
	return 1
}

// halves returns an exponent as a whole number of halves.
func halves(exponent float64) uint32 { return uint32(exponent * 2) }
