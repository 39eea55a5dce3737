package model

import (
	"math"
	"math/bits"
)

// ACSRates holds the rates of ACS as fractions of 2³²: integers, so that every device computes the same.
//
// The local update subtracts ⌊(τ − τ0)·ξ⌋ from a trail τ, where τ0 is Trail.Initial, 1/(n·Lnn) (Dorigo and Gambardella 1997, section
// III.C). The global update subtracts ⌊τ·ρ⌋ and adds ρ/L, which is Trail.Amount of the best tour's length L (section III.B); the sum
// saturates. No trail falls below τ0, because no best tour is longer than the nearest-neighbour tour.
type ACSRates struct {
	Greedy uint32 // q0: a step is greedy if its first random word is smaller
	Local  uint32 // ξ
	Global uint32 // ρ
}

// acsUnit is 1/Lnn in units of the pheromone. Trails tend to 1/L, so a tour can be four times shorter before they saturate.
const acsUnit = 1 << 30

// newACSRates returns the zero value for other algorithms.
func newACSRates(p Parameters) ACSRates {
	if p.Algorithm != AlgorithmACS {
		return ACSRates{}
	}
	return ACSRates{Greedy: share(*p.Q0), Local: share(*p.LocalRate), Global: share(p.Rho)}
}

// share returns a number from 0 to 1 as a fraction of 2³².
func share(of float64) uint32 { return uint32(min(math.MaxUint32, of*(1<<32))) }

// trail returns the units of the pheromone for the length of the nearest-neighbour tour.
func (s ACSRates) trail(cities int, nearestNeighbourLength uint64) Trail {
	length := max(1, nearestNeighbourLength)
	// Quantity stays below 2⁶³: the long division on the device needs a spare bit.
	unit := uint32(min(acsUnit, math.MaxInt64/length))
	deposit, _ := bits.Mul32(unit, s.Global)
	return Trail{Initial: max(1, unit/uint32(cities)), Cap: math.MaxUint32, Quantity: uint64(deposit) * length}
}
