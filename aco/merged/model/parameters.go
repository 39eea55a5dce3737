package model

import "github.com/aco-vk/aco-vk/aco/option"

// Parameters are the parameters of merged ants. Zero values, where not valid, stand for the
// values of Recommended.
type Parameters struct {
	Ants       int `json:"ants"`       // per colony and iteration: 1 to MaxAnts
	Colonies   int `json:"colonies"`   // 1 to MaxColonies
	Candidates int `json:"candidates"` // per city: 1 to MaxWidth
	// Kick is the greatest length of a segment that a kick moves: 1 to MaxKick.
	Kick int `json:"kick"`
	// Temperature: initial temperature as a fraction of Model.Spread: 0 to MaxTemperature.
	Temperature float64 `json:"temperature"`
	// Noise: see Diversify; 0: all colonies start from one tour and continue from one. At most
	// maxNoise.
	Noise float64 `json:"noise,omitempty"`
	Seed  uint64  `json:"-"` // of the random numbers
}

const (
	MaxColonies    = 1024
	MaxWidth       = 16
	MaxKick        = 10_000
	MaxTemperature = 10
	maxNoise       = 10
)

// choose sets the defaults, which depend on the number of cities alone. A city has at most
// mostCandidates.
func (p *Parameters) choose(cities, mostCandidates int) {
	best := Recommended(cities)
	for _, number := range []struct {
		of *int
		to int
	}{{&p.Ants, best.Ants}, {&p.Colonies, best.Colonies}, {&p.Candidates, best.Candidates}, {&p.Kick, best.Kick}} {
		if *number.of == 0 {
			*number.of = number.to
		}
	}
	if p.Candidates <= MaxWidth { // validate refuses more, whatever the number of cities
		p.Candidates = min(p.Candidates, mostCandidates)
	}
}

// validate checks that the parameters are within their ranges.
func (p Parameters) validate() error {
	for _, number := range []struct {
		name        string
		value, most int
	}{
		{option.Ants, p.Ants, MaxAnts}, {option.Colonies, p.Colonies, MaxColonies},
		{option.Candidates, p.Candidates, MaxWidth}, {option.Kick, p.Kick, MaxKick},
	} {
		if number.value < 1 || number.value > number.most {
			return option.Refuse(number.name, "%d: use 1 to %d", number.value, number.most)
		}
	}
	if !(p.Temperature >= 0 && p.Temperature <= MaxTemperature) {
		return option.Refuse(option.Temperature, "%v: use 0 to %d", p.Temperature, MaxTemperature)
	}
	if !(p.Noise >= 0 && p.Noise <= maxNoise) {
		return option.Refuse(option.Noise, "%v: use 0 to %d", p.Noise, maxNoise)
	}
	return nil
}
