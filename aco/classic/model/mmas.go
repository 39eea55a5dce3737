package model

import (
	"cmp"
	"math"
	"math/bits"
	"slices"

	"github.com/aco-vk/aco-vk/aco/option"
)

// maxMinCandidates is the length of candidate lists in Delévacq et al. 2013, section 5.1.
const maxMinCandidates = 20

// MaxMin returns the parameters of MMAS without local search in Stützle and Hoos 2000 and Delévacq
// et al. 2013, section 5.1: α = 1, β = 2, ρ = 0.02, candidate lists of 20. With a local search
// both papers use ρ = 0.2; see Published.
func MaxMin() Parameters {
	return Parameters{
		Algorithm: AlgorithmMMAS, Alpha: 1, Beta: 2, Rho: 0.02, Seed: 1, Candidates: maxMinCandidates,
		Memory: MemoryMatrix,
	}
}

// chooseMaxMin sets the defaults of MMAS.
func (p *Parameters) chooseMaxMin() {
	p.Candidates = cmp.Or(p.Candidates, maxMinCandidates)
	p.Memory = cmp.Or(p.Memory, MemoryMatrix)
	limit, renewal, period := LowerLimitCandidates, RenewalSmooth, BestPeriodFixed
	if p.HasLocalSearch() {
		limit, renewal, period = LowerLimitFixed, RenewalRestart, BestPeriodFalling
	}
	p.LowerLimit = cmp.Or(p.LowerLimit, limit)
	p.Renewal = cmp.Or(p.Renewal, renewal)
	p.BestPeriod = cmp.Or(p.BestPeriod, period)
}

// SetFormerLimit sets the lower limit of a run of version 0.9, whose checkpoints do not have it: in
// MMAS without local search it was LowerLimitCities.
func (p *Parameters) SetFormerLimit() {
	if p.Algorithm == AlgorithmMMAS && !p.HasLocalSearch() {
		p.LowerLimit = cmp.Or(p.LowerLimit, LowerLimitCities)
	}
}

// validateMaxMin checks the parameters of MMAS.
func (p Parameters) validateMaxMin() error {
	if err := p.validateCandidates(); err != nil {
		return err
	}
	if !slices.Contains(LowerLimits, p.LowerLimit) {
		return option.Refuse(option.LowerLimit, "%q: use one of %v", p.LowerLimit, LowerLimits)
	}
	if !slices.Contains(RenewalRules, p.Renewal) {
		return option.Refuse(option.Renewal, "%q: use one of %v", p.Renewal, RenewalRules)
	}
	if !slices.Contains(BestPeriods, p.BestPeriod) {
		return option.Refuse(option.BestPeriod, "%q: use one of %v", p.BestPeriod, BestPeriods)
	}
	return p.validateMemory(MemoryMatrix, MemoryCandidates)
}

// ReinforcesBest reports whether MMAS reinforces the best tour of the run each time when it does
// not reinforce the iteration's best. Otherwise this is the best tour since the trails were
// initialised. Without a local search and without restarts the two differ only where no ant has
// found a tour shorter than the first one.
func (p Parameters) ReinforcesBest() bool {
	return !p.HasLocalSearch() && p.Renewal != RenewalRestart
}

// TrailLimits are the trail limits of MMAS (Stützle and Hoos 2000) in unsigned 32-bit fixed point.
// A tour of length L adds 1/L to each of its edges. The upper limit is 1/(ρ·L) for the best tour's
// L, the value that the trail of an edge in every tour converges to.
type TrailLimits struct {
	Upper   uint64 // upper limit times the length of the best tour
	Deposit uint64 // deposit of a tour times its length
	Ratio   uint32 // lower limit divided by upper limit, in 2⁻³²
}

const (
	// initialUpperLimit is the upper limit for the nearest-neighbour tour. A tour can be half as
	// long before the limit saturates. The nearest-neighbour tour is about a quarter longer than
	// the optimum on most instances.
	initialUpperLimit = 1 << 31
	// logBest is −ln p_best for p_best = 0.05, the probability that an ant constructs the best
	// tour after convergence (Stützle and Hoos 2000).
	logBest = 2.995732273553991
	// branchDivisor is 1/λ for λ = 0.05: a candidate's trail counts for the λ-branching factor if
	// it exceeds its city's least trail by more than λ times the difference between the greatest
	// and the least (Gambardella and Dorigo 1995; λ of ACOTSP 1.03).
	branchDivisor = 20
)

// newTrailLimits returns limits without the values that depend on distances. With p_best = 0.05
// the lower limit is the part (1 − ⁿ√p)/(c·ⁿ√p) of the upper one, where c is the number of cities
// that an ant can choose besides the right one: n/2 − 1 (Stützle and Hoos 2000, equation 11), or
// half of the candidates, rounded up (ACOTSP 1.03).
func newTrailLimits(p Parameters, cities int) TrailLimits {
	n := float64(cities)
	grown := growth(logBest / n) // 1/ⁿ√p − 1
	var part float64
	switch p.LowerLimit {
	case LowerLimitCities:
		part = grown / (n/2 - 1)
	case LowerLimitCandidates:
		part = grown / float64((p.Candidates+1)/2)
	default:
		part = 1 / (2 * n)
	}
	// With three or four cities the ratio exceeds 1: all trails are equal.
	return TrailLimits{Ratio: uint32(min(math.MaxUint32, float64(part*(1<<32))))}
}

// growth returns eˣ − 1 for x from 0 to 1, the same on every processor. Twenty terms of the series
// exceed the precision of float64.
func growth(x float64) float64 {
	term, sum := 1.0, 0.0
	for k := 1.0; k <= 20; k++ {
		term = float64(term*x) / k
		sum += term
	}
	return sum
}

// scale sets the values that depend on the length of the nearest-neighbour tour.
func (l *TrailLimits) scale(rho float64, nearestNeighbourLength uint64) {
	length := max(1, nearestNeighbourLength)
	top := min(initialUpperLimit, math.MaxInt64/length) // below 2⁶³, so that the device's long division has a spare bit
	l.Upper = top * length
	l.Deposit = max(1, uint64(float64(rho*float64(top)))) * length
}

// ForBest returns the trail limits for a best tour of the given length.
func (l TrailLimits) ForBest(best uint64) (upper, lower uint32) {
	upper = saturatingQuotient(l.Upper, best)
	lower, _ = bits.Mul32(upper, l.Ratio)
	return max(1, upper), max(1, lower)
}

// Amount returns the units that a tour of the given length adds to each of its edges.
func (l TrailLimits) Amount(length uint64) uint32 { return saturatingQuotient(l.Deposit, length) }

// saturatingQuotient divides. The result saturates at 2³²−1.
func saturatingQuotient(dividend, divisor uint64) uint32 {
	if divisor == 0 {
		return math.MaxUint32
	}
	return uint32(min(math.MaxUint32, dividend/divisor))
}

// BranchThreshold returns the difference from a city's least trail above which a trail counts as a
// branch.
func BranchThreshold(least, most uint32) uint32 { return (most - least) / branchDivisor }

// ConvergenceThreshold returns the number of branches of all cities below which the trails have
// converged. Then the mean λ-branching factor, half the branches per city, is below 1.00001
// (ACOTSP 1.03). A single tour has two branches per city.
func ConvergenceThreshold(cities int) uint32 {
	const parts, factor = 100_000, 100_001
	return uint32((2*factor*uint64(cities) + parts - 1) / parts)
}
