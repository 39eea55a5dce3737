package chained

import (
	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/aco/option"
)

// Parameters are the parameters of a run. A zero stands for the recommended value.
type Parameters struct {
	Colonies   int    `json:"colonies"`   // tours: 1 to model.MaxColonies
	Candidates int    `json:"candidates"` // per city: 1 to model.MaxWidth
	Seed       uint64 `json:"-"`          // of the random numbers
}

const (
	// maxWholeCities is the most cities of a tour that one job improves as a whole. The cities of
	// larger tours are divided into parts.
	maxWholeCities = 12_000
	// smallColonies is the number of tours of instances whose tours are improved as a whole.
	smallColonies = 10
)

// withDefaults returns the parameters with defaults filled in.
func (p Parameters) withDefaults(cities int) Parameters {
	if p.Colonies == 0 {
		p.Colonies = smallColonies
		if cities > maxWholeCities {
			p.Colonies = 1
		}
	}
	if p.Candidates == 0 {
		p.Candidates = model.Recommended(cities).Candidates
	}
	return p
}

// model returns the parameters of the model that has the candidates and the first tours.
func (p Parameters) model(cities int) model.Parameters {
	m := model.Recommended(cities)
	m.Colonies, m.Candidates, m.Seed = p.Colonies, p.Candidates, p.Seed
	return m
}

// checkNumbers refuses numbers below 0, which no default stands for.
func (p Parameters) validate() error {
	if p.Colonies < 0 {
		return option.Refuse(option.Colonies, "%d is negative", p.Colonies)
	}
	return nil
}
