package problem

import "math"

// heuristicTop is the heuristic of a row's nearest city.
const heuristicTop = math.MaxUint32

// noCity stands for the place of the city itself where it is not among the others.
const noCity = -1

// CandidateHeuristic returns by city the heuristic of the candidates of its list, 1..2³²−1: η^β scaled so that the nearest has the
// largest. A city takes Candidates words, or one less than there are cities.
func (p *Problem) CandidateHeuristic(l NeighbourLists) []uint32 {
	width := min(p.Candidates, p.Cities-1)
	table := make([]uint32, p.Cities*width)
	for city := range p.Cities {
		_, distances := l.Of(uint32(city))
		heuristicRow(table[city*width:(city+1)*width], distances[:width], noCity, halves(p.Beta))
	}
	return table
}

// heuristicRow fills row with η^β for the distances of one city, scaled so that its nearest city has heuristicTop and
// none has less than 1; η is 1/d. It is where float64 ends: products and square roots, each rounded by itself, which
// IEEE 754 makes the same on every processor.
func heuristicRow(row, distances []uint32, self int, betaHalves uint32) {
	nearest := math.Inf(1)
	for j, d := range distances {
		if j != self {
			nearest = min(nearest, heuristicDistance(d))
		}
	}
	for j, d := range distances {
		if j == self {
			row[j] = 0
			continue
		}
		row[j] = max(1, uint32(heuristicTop*halfPower(nearest/heuristicDistance(d), betaHalves)))
	}
}

// heuristicDistance is the distance as the heuristic sees it: cities in the same place are one half apart, nearer than
// any others can be, and η stays finite.
func heuristicDistance(d uint32) float64 { return max(0.5, float64(d)) }

// halfPower returns x to the power of halves/2. The conversions keep compilers from fusing a product into a sum.
func halfPower(x float64, halves uint32) float64 {
	result := 1.0
	if halves%2 == 1 {
		result = math.Sqrt(x)
	}
	for range halves / 2 {
		result = float64(result * x)
	}
	return result
}
