package model

import (
	"math"
	"math/big"
	"math/bits"

	"github.com/aco-vk/aco-vk/shaders/glsl"
)

// Statistics are the whole numbers that a device collects of an iteration of a colony, after the
// tours are complete and before the trails are updated. The methods compute the measures that
// ACOTSP 1.03 prints (population_statistics).
//
// Length statistics are of the tours of all ants, after the local search. Trail statistics are of
// the edges that ants choose from: from each city to its candidates or, in Ant System, to all
// others.
type Statistics struct {
	Iteration  uint32 // counted from 1
	Shortest   uint64 // length of the iteration's shortest tour
	Excess     uint64 // sum of the ants' length − Shortest
	Squares    uint64 // sum of ((length − Shortest) >> Shift)²
	Shift      uint32 // 0 unless Squares would exceed 64 bits
	Branches   uint32 // edges with a trail well above the least of their city
	Entropy    uint64 // sum over all cities, in parts of 2²⁴ bit
	Least      uint32 // trail
	Most       uint32 // trail
	CommonEdge uint32 // edges that the tours of a pair have in common, of all pairs together
}

// StatisticsOf reads statistics from a device's words, glsl.StatisticsWords of them.
func StatisticsOf(w []uint32) Statistics {
	return Statistics{
		Iteration: w[glsl.StatisticsIteration], Shortest: glsl.Uint64(w[glsl.StatisticsShortest:]),
		Excess: glsl.Uint64(w[glsl.StatisticsExcessLow:]), Squares: glsl.Uint64(w[glsl.StatisticsSquaresLow:]),
		Shift: w[glsl.StatisticsShift], Branches: w[glsl.StatisticsBranches],
		Entropy: glsl.Uint64(w[glsl.StatisticsEntropyLow:]),
		Least:   w[glsl.StatisticsTrailMin], Most: w[glsl.StatisticsTrailMax],
		CommonEdge: w[glsl.StatisticsCommonEdges],
	}
}

// Words returns the statistics as a device has them.
func (s Statistics) Words() []uint32 {
	w := make([]uint32, glsl.StatisticsWords)
	w[glsl.StatisticsIteration], w[glsl.StatisticsShift] = s.Iteration, s.Shift
	glsl.PutUint64(w[glsl.StatisticsShortest:], s.Shortest)
	glsl.PutUint64(w[glsl.StatisticsExcessLow:], s.Excess)
	glsl.PutUint64(w[glsl.StatisticsSquaresLow:], s.Squares)
	glsl.PutUint64(w[glsl.StatisticsEntropyLow:], s.Entropy)
	w[glsl.StatisticsBranches], w[glsl.StatisticsCommonEdges] = s.Branches, s.CommonEdge
	w[glsl.StatisticsTrailMin], w[glsl.StatisticsTrailMax] = s.Least, s.Most
	return w
}

const (
	// StatisticsRows is the number of rows that a device keeps of each colony: more than two
	// submissions can contain.
	StatisticsRows = glsl.StatisticsRows
	// LogUnit is 1 bit of entropy.
	LogUnit = 1 << 24
)

// HasStatistics reports whether an iteration, numbered from 1, has a row of statistics.
func (p *Problem) HasStatistics(iteration uint32) bool {
	return p.StatisticsEvery > 0 && iteration%uint32(p.StatisticsEvery) == 0
}

// StatisticsRow returns the first word of the row of an iteration, numbered from 1, in a device's
// buffer.
func (p *Problem) StatisticsRow(colony int, iteration uint32) int {
	row := int(iteration) / p.StatisticsEvery % StatisticsRows
	return (colony*StatisticsRows + row) * glsl.StatisticsWords
}

// Pairs returns the number of pairs of ants whose tours are compared: all, or the first
// glsl.StatisticsPairs of them.
func (p *Problem) Pairs() int { return min(glsl.StatisticsPairs, p.Ants*(p.Ants-1)/2) }

// PairOf returns the ants of a pair. The first pairs are of ants with successive numbers, the next
// ones of ants whose numbers differ by two, and so on.
func (p *Problem) PairOf(pair int) (one, other int) {
	one = pair % p.Ants
	return one, (one + 1 + pair/p.Ants) % p.Ants
}

// SquareShift returns the right shift of length differences up to most after which the sum of the
// squares of all ants fits in 64 bits.
func (p *Problem) SquareShift(most uint64) uint32 {
	halfBits := (bits.Len32(uint32(p.Ants-1)) + 1) / 2
	return uint32(max(0, bits.Len64(most)+halfBits-32))
}

// ShareShift returns the right shift of trails up to most after which the sum of the edges of a
// city fits in 32 bits.
func ShareShift(most uint32, edges int) uint32 {
	return uint32(max(0, bits.Len32(most)+bits.Len32(uint32(edges-1))-32))
}

// Log2 returns log2 of a value of at least 1 in parts of LogUnit. The error is below two parts.
func Log2(value uint32) uint32 {
	zeros := bits.LeadingZeros32(value)
	return uint32(31-zeros)<<24 | logFraction(value<<zeros<<1)>>8
}

// Mean returns the mean length of the tours.
func (s Statistics) Mean(p *Problem) float64 {
	sum := new(big.Int).SetUint64(s.Shortest)
	sum.Mul(sum, big.NewInt(int64(p.Ants)))
	sum.Add(sum, new(big.Int).SetUint64(s.Excess))
	mean, _ := new(big.Rat).SetFrac(sum, big.NewInt(int64(p.Ants))).Float64()
	return mean
}

// Deviation returns the standard deviation of the lengths, with one ant less as the divisor. It is
// exactly 0 for equal lengths. A single ant has none.
func (s Statistics) Deviation(p *Problem) (deviation float64, ok bool) {
	if p.Ants < 2 {
		return 0, false
	}
	ants := big.NewInt(int64(p.Ants))
	squares := new(big.Int).SetUint64(s.Squares)
	squares.Mul(squares.Lsh(squares, uint(2*s.Shift)), ants)
	excess := new(big.Int).SetUint64(s.Excess)
	squares.Sub(squares, excess.Mul(excess, excess))
	divisor := new(big.Int).Mul(ants, big.NewInt(int64(p.Ants-1)))
	variance, _ := new(big.Rat).SetFrac(squares, divisor).Float64()
	return math.Sqrt(max(0, variance)), true
}

// BranchingFactor returns the mean λ-branching factor for λ = 0.05 (Gambardella and Dorigo 1995),
// halved as in ACOTSP: it is near 1 when the trails have converged to one tour.
func (s Statistics) BranchingFactor(p *Problem) float64 {
	return float64(s.Branches) / float64(2*p.Cities)
}

// MeanEntropy returns the mean entropy of a city's trails in bits: an edge has the part of its
// trail in the sum of the city's trails.
func (s Statistics) MeanEntropy(p *Problem) float64 {
	return float64(s.Entropy) / float64(LogUnit*p.Cities)
}

// MeanDistance returns the mean number of edges of a tour that another ant's tour does not have. A
// single ant has none.
func (s Statistics) MeanDistance(p *Problem) (distance float64, ok bool) {
	pairs := p.Pairs()
	if pairs == 0 {
		return 0, false
	}
	return float64(uint64(pairs)*uint64(p.Cities)-uint64(s.CommonEdge)) / float64(pairs), true
}

// TrailUnit returns the pheromone of the papers that a unit of the fixed point stands for: a tour
// of length L deposits 1/L, in ACS ρ/L. The problem is prepared.
func (p *Problem) TrailUnit() float64 {
	switch p.Algorithm {
	case AlgorithmMMAS:
		return 1 / float64(p.Limits.Deposit)
	case AlgorithmACS:
		length := max(1, p.StartLength)
		return 1 / (float64(acsUnitOf(length)) * float64(length))
	}
	return 1 / float64(p.Trail.Quantity)
}
