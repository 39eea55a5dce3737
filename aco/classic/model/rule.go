package model

import (
	"math"
	"slices"

	"github.com/aco-vk/aco-vk/aco/option"
)

// Rule is the deposit rule of Ant System: how much each tour deposits, and what follows the
// deposit. "" is the rule of Ant System itself: each ant deposits Trail.Amount.
type Rule string

const (
	RuleElitist Rule = "elitist" // Elitist Ant System (Dorigo, Maniezzo and Colorni 1996)
	RuleRank    Rule = "rank"    // Rank-based Ant System (Bullnheimer, Hartl and Strauss 1999)
	// RuleBestWorst: Best-Worst Ant System (Cordón, Fernández de Viana, Herrera and Moreno 2000)
	RuleBestWorst Rule = "best-worst"
)

// depositRule is an entry of the table of rules. The best tour so far deposits in addition to the
// ants. A weight is a multiple of Trail.Amount; a tour with weight 0 deposits nothing.
type depositRule struct {
	name Rule
	rho  float64 // published evaporation rate
	// ant returns the weight of the ant with the tour of a rank. The shortest tour has rank 0. Of
	// equal tours the ant with the smaller number has the smaller rank.
	ant func(rank int) uint32
	// best returns the weight of the best tour so far.
	best func(cities int) uint32
	// initial returns the initial trail as a multiple of the deposit of the first tour.
	initial func(cities int, rho float64) float64
	// worst: the stage worst follows the deposit.
	worst bool
}

// rankedTours is w of Rank-based Ant System: the best tour so far and the w − 1 shortest tours of
// the iteration deposit (Bullnheimer, Hartl and Strauss 1999, section 4).
const rankedTours = 6

// depositRules is the table. Where a paper leaves a number open, it is from ACOTSP 1.03.
var depositRules = []depositRule{
	{
		name: RuleElitist, rho: 0.5,
		ant:     func(int) uint32 { return 1 },
		best:    func(cities int) uint32 { return uint32(cities) }, // ACOTSP 1.03
		initial: inverseRate,
	},
	{
		name: RuleRank, rho: 0.1,
		ant:     func(rank int) uint32 { return uint32(max(0, rankedTours-1-rank)) },
		best:    func(int) uint32 { return rankedTours },
		initial: inverseRate,
	},
	{
		name: RuleBestWorst, rho: 0.1,
		ant:     func(int) uint32 { return 0 },
		best:    func(int) uint32 { return 1 },
		initial: func(cities int, _ float64) float64 { return 1 / float64(cities) }, // ACOTSP 1.03
		worst:   true,
	},
}

// inverseRate is 1/ρ: with the length L of the first tour the initial trail is 1/(ρ·L) (ACOTSP
// 1.03).
func inverseRate(_ int, rho float64) float64 { return 1 / rho }

// Rules lists all of them.
var Rules = rules()

func rules() (all []Rule) {
	for _, r := range depositRules {
		all = append(all, r.name)
	}
	return all
}

// depositRule returns the entry of the parameters' rule, nil for Ant System itself.
func (p Parameters) depositRule() *depositRule {
	if i := slices.IndexFunc(depositRules, func(r depositRule) bool { return r.name == p.Rule }); i >= 0 {
		return &depositRules[i]
	}
	return nil
}

// AntSystemWith returns the published parameters of Ant System with a deposit rule.
func AntSystemWith(rule Rule) Parameters {
	p := Published(AlgorithmAS, "")
	p.Rule = rule
	if r := p.depositRule(); r != nil {
		p.Rho = r.rho
	}
	return p
}

// validateRule checks the rule.
func (p Parameters) validateRule() error {
	if p.Rule != "" && p.depositRule() == nil {
		return option.Refuse(option.Rule, "%q: use one of %v", p.Rule, Rules)
	}
	return nil
}

// Depositors returns the number of tours with an amount in an iteration of Ant System: those of
// the ants and, with a rule, the best tour so far.
func (p Parameters) Depositors() int {
	if p.Rule == "" {
		return p.Ants
	}
	return p.Ants + 1
}

// RuleWeights returns the weights of the ants by rank, and after them the weight of the best tour
// so far.
func (p *Problem) RuleWeights() []uint32 { return p.ruleWeights(p.Cities) }

func (p Parameters) ruleWeights(cities int) []uint32 {
	r := p.depositRule()
	weights := make([]uint32, p.Ants, p.Ants+1)
	for rank := range weights {
		weights[rank] = r.ant(rank)
	}
	return append(weights, r.best(cities))
}

// PunishesWorst reports whether the stage worst follows the deposit.
func (p Parameters) PunishesWorst() bool {
	r := p.depositRule()
	return r != nil && r.worst
}

// Constants of the stage worst.
const (
	// MutationSpan is the number of iterations after a restart until the mutation has its full
	// strength. Cordón et al. 2000 have the end of the run in its place; then the tours would
	// depend on the stop rules.
	MutationSpan = 1000
	// restartDivisor: the trails restart if the worst tour of the iteration has fewer than a
	// twentieth of its edges outside the best tour so far (ACOTSP 1.03).
	restartDivisor = 20
	// mutations is the number of edges that mutate in an iteration: 0.3 times the length of the
	// candidate lists, which is 20, and half of this where an edge has both directions (ACOTSP
	// 1.03).
	mutations = 6
)

// RestartDistance returns the number of edges outside the best tour so far below which the trails
// restart.
func (p *Problem) RestartDistance() int { return p.Cities / restartDivisor }

// Mutations returns the number of mutations in an iteration.
func (p *Problem) Mutations() int {
	if p.Symmetric {
		return mutations / 2
	}
	return mutations
}

// deposits returns the greatest number of deposits of Trail.Amount on an edge in an iteration: one
// by each ant in Ant System, or the sum of the rule's weights. In MMAS and ACS one tour deposits.
func (p Parameters) deposits(cities int) int {
	switch {
	case p.Algorithm != AlgorithmAS:
		return 1
	case p.Rule == "":
		return p.Ants
	}
	sum := 0
	for _, weight := range p.ruleWeights(cities) {
		sum += int(weight)
	}
	return sum
}

// initialTrail returns the initial trail with a rule. deposit is the amount of the first tour.
func (p *Problem) initialTrail(deposit uint64) uint32 {
	trail := float64(deposit) * p.depositRule().initial(p.Cities, p.Rho)
	return uint32(max(1, min(math.MaxUint32, trail)))
}
