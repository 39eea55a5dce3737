package model

import "github.com/aco-vk/aco-vk/shaders/glsl"

// Pheromone says where ants kick by the trails that lie on the edges of the tour.
type Pheromone string

const (
	PheromoneOff    Pheromone = "off"    // anywhere; there are no trails
	PheromoneWeak   Pheromone = "weak"   // rather at edges that have little: where nothing was found of late
	PheromoneStrong Pheromone = "strong" // rather at edges that have much
)

// Pheromones are all of them.
var Pheromones = []Pheromone{PheromoneOff, PheromoneWeak, PheromoneStrong}

const (
	// StartTries is from how many starts an ant chooses by their trails.
	StartTries = 4
	// ReinforceChange is what an edge gets that an accepted change puts into the tour, ReinforceBest what it gets as one of a new best tour.
	ReinforceChange, ReinforceBest = glsl.ReinforceOfChange, glsl.ReinforceOfBest
	// halfLife is how often ants look at every city while a trail loses a half.
	halfLife = 2
	// strengthBits of a trail are its strength.
	strengthBits = glsl.MergedStrengthBits
	maxStrength  = glsl.MergedMaxStrength
)

// Trail is the pheromone on the edge from a city to one of its candidates, in a word: how strong it was when it was last reinforced
// and, in half-lives, when that was. It loses a half in each of them, and how much it has lost is worked out when it is read: so
// nobody has to visit all edges. Twin: shaders/include/merged_trails.glsl.
type Trail uint32

// Strength returns what is left of a trail. Times are counted modulo 2²⁰: a trail as old as that counts as a new one.
func (t Trail) Strength(time uint32) uint32 {
	age := (time<<strengthBits - uint32(t)&^maxStrength) >> strengthBits
	return uint32(t) & maxStrength >> min(age, strengthBits)
}

// Reinforced returns the trail with so much more on it.
func (t Trail) Reinforced(time, by uint32) Trail {
	return Trail(time<<strengthBits | min(t.Strength(time)+by, maxStrength))
}

// HasTrails says whether edges have trails.
func (m *Model) HasTrails() bool {
	return m.Parameters.Pheromone == PheromoneWeak || m.Parameters.Pheromone == PheromoneStrong
}

// HalfLife is the iterations in which a trail loses a half.
func (m *Model) HalfLife() uint32 { return uint32(halfLife * ((m.TourCities() + m.Ants - 1) / m.Ants)) }

// Rank orders edges by the strength of their trails: the smallest is where an ant rather kicks.
func (m *Model) Rank(strength uint32) uint32 {
	if m.Parameters.Pheromone == PheromoneStrong {
		return maxStrength - strength
	}
	return strength
}
