package model

import "math"

// heuristicTop is the heuristic value of the nearest city of a row.
const heuristicTop = math.MaxUint32

// noCity is the index of the city itself in a list without it.
const noCity = -1

// CandidateHeuristic returns the heuristic η^β of the candidates of each city, from 1 to 2³²−1, scaled so that the nearest has the
// largest value. Each city has Candidates words.
func (p *Problem) CandidateHeuristic(l NeighbourLists) []uint32 {
	width := min(p.Candidates, p.Cities-1)
	table := make([]uint32, p.Cities*width)
	for city := range p.Cities {
		_, distances := l.Of(uint32(city))
		heuristicRow(table[city*width:(city+1)*width], distances[:width], noCity, halves(p.Beta))
	}
	return table
}

// heuristicRow fills row with η^β for the distances of one city, where η is 1/d, scaled so that its nearest city has heuristicTop and none
// has less than 1. This is the last step in float64. It uses products and square roots only, which IEEE 754 rounds the same on every
// processor.
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

// heuristicDistance returns the distance for the heuristic. It is 0.5 for cities in the same place, which is less than all other distances
// and keeps η finite.
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
