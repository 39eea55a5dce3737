package model

import (
	"cmp"
	"math"
	"math/bits"

	"github.com/aco-vk/aco-vk/aco/option"
)

const (
	// acsCandidates and acsLocalRate are from Skinderowicz's program. The paper gives the former
	// in section 3.1.
	acsCandidates = 32
	acsLocalRate  = 0.01
	// rouletteSteps is the mean number of steps of a tour that are not greedy: q0 = (n −
	// rouletteSteps)/n (Skinderowicz's program).
	rouletteSteps = 20
)

// AntColonySystem returns the parameters of ACS of Skinderowicz 2016, section 4.1: as many ants as
// cities, α = 1, β = 3, ρ = 0.2, local rate 0.01, q0 = (n − 20)/n, candidate lists of 32.
func AntColonySystem() Parameters {
	return Parameters{
		Algorithm: AlgorithmACS, Alpha: 1, Beta: 3, Rho: 0.2, Seed: 1, Candidates: acsCandidates, Memory: MemoryMatrix,
		LocalRate: new(acsLocalRate), LocalUpdatePeriod: 1,
	}
}

// Racy reports whether ants read trails while others write them, so that tours depend on timing.
// This is so in ACS, with any kernels, except with Synchronous or with one ant per colony.
func (p Parameters) Racy() bool { return p.Algorithm == AlgorithmACS && !p.Synchronous && p.Ants != 1 }

// chooseACS sets the defaults of ACS.
func (p *Parameters) chooseACS(cities int) {
	p.Candidates = cmp.Or(p.Candidates, acsCandidates)
	p.Memory = cmp.Or(p.Memory, MemoryMatrix)
	p.LocalRate = cmp.Or(p.LocalRate, new(acsLocalRate))
	p.LocalUpdatePeriod = cmp.Or(p.LocalUpdatePeriod, 1)
	p.Q0 = cmp.Or(p.Q0, new(float64(max(0, cities-rouletteSteps))/float64(cities)))
}

// validateACS checks the parameters of ACS.
func (p Parameters) validateACS() error {
	if err := p.validateCandidates(); err != nil {
		return err
	}
	if err := p.validateMemory(MemoryMatrix, MemorySelective); err != nil {
		return err
	}
	if p.Alpha != 1 {
		return option.Refuse(option.Alpha, "%v: algorithm %s supports only 1", p.Alpha, p.Algorithm)
	}
	if !isShare(*p.Q0) {
		return option.Refuse(option.Q0, "%v: the probability of the greedy choice must be 0 to 1", *p.Q0)
	}
	if !isShare(*p.LocalRate) {
		return option.Refuse(option.LocalRate, "%v: the rate of the local update must be 0 to 1", *p.LocalRate)
	}
	if p.LocalUpdatePeriod < 1 || p.LocalUpdatePeriod > MaxLocalUpdatePeriod {
		return option.Refuse(option.LocalUpdatePeriod, "%d: use 1 to %d steps", p.LocalUpdatePeriod,
			MaxLocalUpdatePeriod)
	}
	return nil
}

func isShare(x float64) bool { return x >= 0 && x <= 1 }

// ACSRates holds the rates of ACS as fractions of 2³²: integers, so that every device computes the
// same.
//
// The local update subtracts ⌊(τ − τ0)·ξ⌋ from a trail τ, where τ0 is Trail.Initial, 1/(n·Lnn)
// (Dorigo and Gambardella 1997, section III.C). The global update subtracts ⌊τ·ρ⌋ and adds ρ/L,
// which is Trail.Amount of the best tour's length L (section III.B); the sum saturates. No trail
// falls below τ0, because no best tour is longer than the nearest-neighbour tour.
type ACSRates struct {
	Greedy uint32 // q0: a step is greedy if its first random word is smaller
	Local  uint32 // ξ
	Global uint32 // ρ
}

// acsUnit is the most units that 1/Lnn has. Trails tend to 1/L, so a tour can be four times
// shorter before they saturate.
const acsUnit = 1 << 30

// newACSRates returns the zero value for other algorithms.
func newACSRates(p Parameters) ACSRates {
	if p.Algorithm != AlgorithmACS {
		return ACSRates{}
	}
	return ACSRates{Greedy: share(*p.Q0), Local: share(*p.LocalRate), Global: share(p.Rho)}
}

// acsUnitOf returns 1/Lnn in units of the pheromone. The quantity of the deposits stays below 2⁶³:
// the long division on the device needs a spare bit.
func acsUnitOf(nearestNeighbourLength uint64) uint32 {
	return uint32(min(acsUnit, math.MaxInt64/nearestNeighbourLength))
}

// share returns a number from 0 to 1 as a fraction of 2³².
func share(of float64) uint32 { return uint32(min(math.MaxUint32, of*(1<<32))) }

// trail returns the units of the pheromone for the length of the nearest-neighbour tour.
func (s ACSRates) trail(cities int, nearestNeighbourLength uint64) Trail {
	length := max(1, nearestNeighbourLength)
	unit := acsUnitOf(length)
	deposit, _ := bits.Mul32(unit, s.Global)
	return Trail{Initial: max(1, unit/uint32(cities)), Cap: math.MaxUint32, Quantity: uint64(deposit) * length}
}
