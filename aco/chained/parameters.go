package chained

import (
	"github.com/aco-vk/aco-vk/aco/engine"
	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/aco/option"
)

// Parameters are the parameters of a run. A zero stands for the recommended value.
type Parameters struct {
	Colonies   int `json:"colonies"`   // tours: 1 to model.MaxColonies
	Candidates int `json:"candidates"` // per city: 1 to model.MaxWidth
	// Near makes near cities the candidates also where an ascent finds better ones.
	Near bool   `json:"near_candidates,omitempty"`
	Seed uint64 `json:"-"` // of the random numbers
}

const (
	// maxWholeCities is the most cities of a tour that one job improves as a whole. The cities of
	// larger tours are divided into parts.
	maxWholeCities = 12_000
	// usualColonies is the number of tours of a run that counts iterations.
	usualColonies = 12
	// A run without a rule has a tour for each citiesPerColony cities, but usualColonies or more: with 12
	// tours rd400, u724 and rl1304 were optimal after 6, 27 and 36 searches from new tours, with 66, 60
	// and 100 tours after the first.
	citiesPerColony = 6
	// With a time limit there are citySeconds tours for each second and city: on two slow cores, the
	// first recombination of so many ends before half of the limit. Larger populations end shorter.
	citySeconds = 40_000
	// nodeSeconds is the same for node pairs: kicks shorten their tours more than more tours do.
	nodeSeconds = 2000
	// With fewer than minColonies there is nothing to recombine; more than maxColonies were not
	// measured.
	minColonies, maxColonies = 4, 100
	// An ascent for candidates takes ascentSecondsPerCity, and pays with leastAscents times as much in all.
	ascentSecondsPerCity, leastAscents = 40e-6, 3
)

// withDefaults returns the parameters with defaults filled in, for a run with these rules of so many
// cities, or nodes of pairs.
func (p Parameters) withDefaults(cities int, pairs bool, rules engine.Rules) Parameters {
	switch {
	case p.Colonies > 0:
	case cities > maxWholeCities:
		p.Colonies = 1
	default:
		p.choose(cities, pairs, rules)
	}
	if p.Candidates == 0 {
		p.Candidates = model.Recommended(cities).Candidates
	}
	return p
}

// choose sets the number of colonies and the kind of candidates of a tour that is improved as a whole.
func (p *Parameters) choose(cities int, pairs bool, rules engine.Rules) {
	p.Colonies = usualColonies
	if rules.Settled {
		p.Colonies = min(max(cities/citiesPerColony, usualColonies), maxColonies)
	}
	if rules.TimeLimit == 0 || rules.Iterations > 0 {
		return
	}
	perSecond := float64(citySeconds)
	if pairs {
		perSecond = nodeSeconds
	}
	secondsPerCity := rules.TimeLimit.Seconds() / float64(cities)
	inTime := min(max(int(secondsPerCity*perSecond), minColonies), maxColonies)
	if secondsPerCity*citySeconds < minColonies {
		inTime = 1 // with less time, the kicks of one tour shorten it more than other tours do
	}
	if !rules.Settled || inTime < p.Colonies {
		p.Colonies = inTime
	}
	p.Near = secondsPerCity < ascentSecondsPerCity*leastAscents
}

// model returns the parameters of the model that has the candidates and the first tours.
func (p Parameters) model(cities int) model.Parameters {
	m := model.Recommended(cities)
	m.Colonies, m.Candidates, m.Seed = p.Colonies, p.Candidates, p.Seed
	return m
}

// validate refuses numbers below 0. The model refuses numbers that are too large.
func (p Parameters) validate() error {
	if p.Colonies < 0 {
		return option.Refuse(option.Colonies, "%d is negative", p.Colonies)
	}
	return nil
}
