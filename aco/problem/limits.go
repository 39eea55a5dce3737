package problem

import (
	"math"
	"math/bits"
)

// TrailLimits are the units of the pheromone of MMAS, unsigned 32-bit fixed point, and the limits between which it keeps every
// trail (Stützle and Hoos 2000). A tour of length L adds 1/L to each of its edges; the upper limit is 1/(ρ·L) of the
// best tour's L, which is what an edge's trail tends to that is in every tour.
type TrailLimits struct {
	Upper   uint64 // the upper limit, in units, times the length of the best tour
	Deposit uint64 // what a tour adds, in units, times its length
	Ratio   uint32 // the lower limit as a part of the upper one, in 2⁻³²
}

const (
	// initialUpperLimit is the upper limit by the nearest-neighbour tour. A tour can be half as long before the limit saturates; that tour
	// is about a quarter longer than the best one on most instances.
	initialUpperLimit = 1 << 31
	// logBest is −ln p of p = 0.05, the probability that an ant makes the best tour again when the trails have converged: p_best of
	// Stützle and Hoos 2000.
	logBest = 2.995732273553991
	// branchDivisor is 1/λ: a candidate's trail counts for the λ-branching factor if it is above the least of its city by more than
	// λ = 0.05 of what lies between the least and the most (Gambardella and Dorigo 1995; λ of ACOTSP 1.03).
	branchDivisor = 20
)

// newTrailLimits returns what does not depend on the distances. With p_best = 0.05 and n/2 cities to choose from on average, the
// lower limit is the part (1 − ⁿ√p)/((n/2 − 1)·ⁿ√p) of the upper one (Stützle and Hoos 2000, equation 11). With local search it is
// 1/(2n), as ACOTSP 1.03 has it.
func newTrailLimits(cities int, searches bool) TrailLimits {
	n := float64(cities)
	part := 1 / (2 * n)
	if !searches {
		part = growth(logBest/n) / (n/2 - 1) // 1/ⁿ√p − 1 is the growth
	}
	// Of three or four cities the part exceeds 1: all trails are alike.
	return TrailLimits{Ratio: uint32(min(math.MaxUint32, float64(part*(1<<32))))}
}

// growth returns eˣ − 1 for x from 0 to 1, the same on every processor, by its series: twenty terms are more than float64 has digits
// for.
func growth(x float64) float64 {
	term, sum := 1.0, 0.0
	for k := 1.0; k <= 20; k++ {
		term = float64(term*x) / k
		sum += term
	}
	return sum
}

// scale fills in what depends on the length of the nearest-neighbour tour.
func (l *TrailLimits) scale(rho float64, nearestNeighbourLength uint64) {
	length := max(1, nearestNeighbourLength)
	top := min(initialUpperLimit, math.MaxInt64/length) // below 2⁶³, so that the device's long division has a spare bit
	l.Upper = top * length
	l.Deposit = max(1, uint64(float64(rho*float64(top)))) * length
}

// ForBest returns the limits of the trails when the best tour has the given length.
func (l TrailLimits) ForBest(best uint64) (upper, lower uint32) {
	upper = saturatingQuotient(l.Upper, best)
	lower, _ = bits.Mul32(upper, l.Ratio)
	return max(1, upper), max(1, lower)
}

// Amount returns the units that a tour of the given length adds to each of its edges.
func (l TrailLimits) Amount(length uint64) uint32 { return saturatingQuotient(l.Deposit, length) }

// saturatingQuotient divides; what exceeds 32 bits is their largest number.
func saturatingQuotient(dividend, divisor uint64) uint32 {
	if divisor == 0 {
		return math.MaxUint32
	}
	return uint32(min(math.MaxUint32, dividend/divisor))
}

// BranchThreshold returns how far above a city's least trail one has to be to count as a branch.
func BranchThreshold(least, most uint32) uint32 { return (most - least) / branchDivisor }

// ConvergenceThreshold returns the number of branches of all cities below which the trails have converged: two a city are one tour, and
// the mean λ-branching factor, half of the branches of a city, is then below 1.00001 (Stützle's program ACOTSP 1.03).
func ConvergenceThreshold(cities int) uint32 {
	const parts, factor = 100_000, 100_001
	return uint32((2*factor*uint64(cities) + parts - 1) / parts)
}
