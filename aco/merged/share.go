package merged

import "math"

// share is a range of the ants of an iteration, which one device of a group runs.
type share struct{ first, end uint32 }

func (s share) ants() uint32 { return s.end - s.first }

// pace is the time of a device for an ant, and for the rest of an iteration, in any unit. The rest
// is apart because the first iterations of a large instance are mostly merging.
type pace struct{ ant, rest float64 }

// divideAnts divides the ants among devices so that all take about the same time. Shares begin at multiples of block. If there are enough
// blocks, each device has one, so that its pace can be measured.
func divideAnts(ants, block uint32, paces []pace) []share {
	shares, blocks := make([]share, len(paces)), int((ants+block-1)/block)
	weights, all := weightsOf(float64(ants), paces)
	sum, before := 0.0, 0 // of the devices so far
	for i, weight := range weights {
		sum += weight
		left := len(weights) - 1 - i // devices
		until := max(before, min(max(int(math.Round(sum/all*float64(blocks))), before+1), blocks-left))
		shares[i] = share{min(ants, uint32(before)*block), min(ants, uint32(until)*block)}
		before = until
	}
	return shares
}

// weightsOf returns how many ants each device can run if all end at the same time, and their sum.
func weightsOf(ants float64, paces []pace) (weights []float64, sum float64) {
	perTime, late := 0.0, 0.0 // ants that all run in a unit of time, and those that they do not run during the rest of the iteration
	for _, p := range paces {
		perTime += 1 / p.ant
		late += p.rest / p.ant
	}
	end := (ants + late) / perTime
	for _, p := range paces {
		weight := max(0, end-p.rest) / p.ant
		weights = append(weights, weight)
		sum += weight
	}
	return weights, sum
}
