package chained

import (
	"time"

	"github.com/aco-vk/aco-vk/aco/engine"
	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/aco/option"
)

// Parameters are the parameters of a run. A zero stands for the recommended value.
type Parameters struct {
	Colonies   int `json:"colonies"`   // tours: 1 to model.MaxColonies
	Candidates int `json:"candidates"` // per city: 1 to model.MaxWidth
	// Near makes near cities the candidates also where an ascent finds better ones.
	Near bool `json:"near_candidates,omitempty"`
	// Shallow makes kicks with cheaper moves: see [lk.Problem.Shallow].
	Shallow bool   `json:"shallow,omitempty"`
	Seed    uint64 `json:"-"` // of the random numbers
}

const (
	// maxWholeCities is the most cities of a tour that one job improves as a whole. The cities of
	// larger tours are divided into parts, and there is one tour. After 4 s of a processor, seven instances
	// of 13,500 to 31,600 cities were .4% longer in parts, the one in clusters 2.6%. After 30 s, 50,000
	// cities at random places were .1% shorter in parts, and 50,000 in clusters 1.7% longer.
	maxWholeCities = 40_000
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
	// Up to shallowTime, or shallowPerCity for each city, shallow moves find shorter tours. With 20 µs per
	// city tours of 200 to 1000 cities in the plane are about as short without them. After 10 ms, those of
	// 100 places of a warehouse are .3% longer then, and of an asymmetric matrix of 200 cities 1.3%.
	shallowTime, shallowPerCity = 10 * time.Millisecond, 20 * time.Microsecond
)

// withDefaults returns the parameters with defaults filled in, for a run with these rules of so many
// cities, or nodes of pairs.
func (p Parameters) withDefaults(cities int, pairs bool, rules engine.Rules) Parameters {
	if p.Candidates == 0 {
		p.Candidates = model.Recommended(cities).Candidates
	}
	isWhole, isTimed := cities <= maxWholeCities, rules.TimeLimit > 0 && rules.Iterations == 0
	if isWhole && isTimed {
		perCity := rules.TimeLimit / time.Duration(cities)
		p.Near = perCity.Seconds() < ascentSecondsPerCity*leastAscents
		p.Shallow = rules.TimeLimit <= shallowTime || perCity <= shallowPerCity
	}
	switch {
	case p.Colonies > 0:
	case !isWhole || p.Shallow: // shallow kicks shorten one tour more than other tours do
		p.Colonies = 1
	default:
		p.Colonies = usualColonies
		if rules.Settled {
			p.Colonies = min(max(cities/citiesPerColony, usualColonies), maxColonies)
		}
		if inTime := coloniesInTime(cities, pairs, rules.TimeLimit); isTimed && (!rules.Settled || inTime < p.Colonies) {
			p.Colonies = inTime
		}
	}
	return p
}

// coloniesInTime returns the number of colonies of a run with a time limit.
func coloniesInTime(cities int, pairs bool, limit time.Duration) int {
	perSecond := float64(citySeconds)
	if pairs {
		perSecond = nodeSeconds
	}
	secondsPerCity := limit.Seconds() / float64(cities)
	if secondsPerCity*citySeconds < minColonies {
		return 1 // with less time, the kicks of one tour shorten it more than other tours do
	}
	return min(max(int(secondsPerCity*perSecond), minColonies), maxColonies)
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
