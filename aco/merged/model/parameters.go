package model

import (
	"slices"

	"github.com/aco-vk/aco-vk/aco/problem"
)

// Parameters of merged ants.
type Parameters struct {
	Ants        int       `json:"ants"`              // of a colony in an iteration: 1 to MaxAnts; 0 stands for what Best has
	Colonies    int       `json:"colonies"`          // 1 to MaxColonies; 0 stands for what Best has, or for as many as there are windows
	Windows     int       `json:"windows,omitempty"` // of one tour, one a colony: 2 to MaxColonies; 0 or 1: each colony has a tour of its own
	Candidates  int       `json:"candidates"`        // of a city: 1 to MaxWidth, of fewer cities all others; 0 stands for what Best has
	Kick        int       `json:"kick"`              // most cities of a stretch that a kick moves: 1 to MaxKick; 0 stands for what Best has
	Temperature float64   `json:"temperature"`       // where annealing starts, as a part of Model.Spread: 0 to MaxTemperature
	Pheromone   Pheromone `json:"pheromone"`         // where ants kick by trails; "" stands for what Best has
	Seed        uint64    `json:"-"`                 // a report has it beside the parameters
}

const (
	MaxColonies    = 1024
	MaxWidth       = 16
	MaxKick        = 10_000
	MaxTemperature = 10
)

func refuse(format string, arguments ...any) *problem.Error {
	return problem.Errorf(format, arguments...)
}

// choose fills in what was left open. It depends on the number of cities alone.
func (p *Parameters) choose(cities int) {
	best := Recommended(cities)
	if p.Windows > 1 {
		best.Ants, best.Colonies = Recommended(cities/p.Windows).Ants, p.Windows
	}
	for _, number := range []struct {
		of *int
		to int
	}{{&p.Ants, best.Ants}, {&p.Colonies, best.Colonies}, {&p.Candidates, best.Candidates}, {&p.Kick, best.Kick}} {
		if *number.of == 0 {
			*number.of = number.to
		}
	}
	if p.Pheromone == "" {
		p.Pheromone = best.Pheromone
	}
	p.Candidates = min(p.Candidates, cities-1)
}

func (p Parameters) validate() error {
	for _, number := range []struct {
		name        string
		value, most int
	}{{"ants", p.Ants, MaxAnts}, {"colonies", p.Colonies, MaxColonies}, {"candidates", p.Candidates, MaxWidth}, {"kick", p.Kick, MaxKick}} {
		if number.value < 1 || number.value > number.most {
			return refuse("%s %d: between 1 and %d can be used", number.name, number.value, number.most)
		}
	}
	if p.Windows < 0 || p.Windows > 1 && p.Windows != p.Colonies {
		return refuse("windows %d: each has a colony, of which there are %d", p.Windows, p.Colonies)
	}
	if !(p.Temperature >= 0 && p.Temperature <= MaxTemperature) {
		return refuse("temperature %v: a share between 0 and %d", p.Temperature, MaxTemperature)
	}
	if !slices.Contains(Pheromones, p.Pheromone) {
		return refuse("pheromone %q: there are %q", p.Pheromone, Pheromones)
	}
	return nil
}
