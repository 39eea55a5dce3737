package problem

import (
	"math"
	"math/bits"
)

// ACSRates holds what ACS has besides a Trail, as shares of 2³²: integers, so that every device computes the same.
//
// A local update of a trail τ takes ⌊(τ − τ0)·ξ⌋ away, where τ0 is Trail.Initial, 1/(n·Lnn) (Dorigo and Gambardella 1997, section
// III.C). A global one takes ⌊τ·ρ⌋ away and adds Trail.Amount of the best tour's length, ρ/L; the sum saturates. No trail
// falls below τ0, because no best tour is longer than the nearest-neighbour tour.
type ACSRates struct {
	Greedy uint32 // q0: a step is greedy if its first random word is below
	Local  uint32 // ξ
	Global uint32 // ρ
}

// acsUnit is 1/Lnn in units of the pheromone. Trails come to 1/L, so those of tours up to four times shorter fit.
const acsUnit = 1 << 30

func newACSRates(p Parameters) ACSRates {
	return ACSRates{Greedy: share(p.Q0), Local: share(p.LocalRate), Global: share(p.Rho)}
}

// share returns a number from 0 to 1 in parts of 2³².
func share(of float64) uint32 { return uint32(min(math.MaxUint32, of*(1<<32))) }

// trail returns the units of an instance by the length of its nearest-neighbour tour.
func (s ACSRates) trail(cities int, nearestNeighbourLength uint64) Trail {
	length := max(1, nearestNeighbourLength)
	// Quantity stays below 2⁶³, so that the device's long division has a spare bit.
	unit := uint32(min(acsUnit, math.MaxInt64/length))
	deposit, _ := bits.Mul32(unit, s.Global)
	return Trail{Initial: max(1, unit/uint32(cities)), Cap: math.MaxUint32, Quantity: uint64(deposit) * length}
}
