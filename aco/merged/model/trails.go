package model

import "github.com/aco-vk/aco-vk/shaders/glsl"

// Pheromone says how the trails on the edges of the tour guide kicks.
type Pheromone string

const (
	PheromoneOff    Pheromone = "off"    // kicks anywhere; no trails
	PheromoneWeak   Pheromone = "weak"   // kicks preferably at edges with weak trails, where nothing was found recently
	PheromoneStrong Pheromone = "strong" // kicks preferably at edges with strong trails
)

// Pheromones lists all values.
var Pheromones = []Pheromone{PheromoneOff, PheromoneWeak, PheromoneStrong}

const (
	// StartTries is the number of starts that an ant compares by their trails.
	StartTries = 4
	// ReinforceChange is the deposit on an edge that an accepted change adds to the tour, ReinforceBest that on an edge of a new best tour.
	ReinforceChange, ReinforceBest = glsl.ReinforceOfChange, glsl.ReinforceOfBest
	// halfLife is the time in which a trail loses half of its strength, in ants per city.
	halfLife = 2
	// strengthBits is the number of low bits of a trail that hold its strength.
	strengthBits = glsl.MergedStrengthBits
	maxStrength  = glsl.MergedMaxStrength
)

// Trail is the pheromone on the edge from a city to one of its candidates. Its word has the strength and the time, in half-lives, of the
// last reinforcement. The strength now is computed from both when the trail is read, so evaporation need not visit all edges. Shader:
// shaders/include/merged_trails.glsl.
type Trail uint32

// Strength returns the strength of a trail at a time. Times are modulo 2²⁰: a trail of that age counts as new.
func (t Trail) Strength(time uint32) uint32 {
	age := (time<<strengthBits - uint32(t)&^maxStrength) >> strengthBits
	return uint32(t) & maxStrength >> min(age, strengthBits)
}

// Reinforced returns the trail with a deposit added.
func (t Trail) Reinforced(time, by uint32) Trail {
	return Trail(time<<strengthBits | min(t.Strength(time)+by, maxStrength))
}

// HasTrails reports whether edges have trails.
func (m *Model) HasTrails() bool {
	return m.Parameters.Pheromone == PheromoneWeak || m.Parameters.Pheromone == PheromoneStrong
}

// HalfLife returns the number of iterations in which a trail loses half of its strength.
func (m *Model) HalfLife() uint32 { return uint32(halfLife * ((m.TourCities() + m.Ants - 1) / m.Ants)) }

// Rank returns the rank of an edge by the strength of its trail. Ants prefer to kick at the smallest rank.
func (m *Model) Rank(strength uint32) uint32 {
	if m.Parameters.Pheromone == PheromoneStrong {
		return maxStrength - strength
	}
	return strength
}
