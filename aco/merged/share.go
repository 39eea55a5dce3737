package merged

import "math"

// share is a range of the ants of an iteration, which one device of a group runs.
type share struct{ first, end uint32 }

func (s share) ants() uint32 { return s.end - s.first }

// divideAnts divides the ants among devices in proportion to their weights. Shares begin at multiples of block. If there are enough blocks,
// each device has one, so that its speed can be measured.
func divideAnts(ants, block uint32, weights []float64) []share {
	shares, blocks := make([]share, len(weights)), int((ants+block-1)/block)
	var sum, all float64
	for _, weight := range weights {
		all += weight
	}
	before := 0 // blocks of the devices so far
	for i, weight := range weights {
		sum += weight
		left := len(weights) - 1 - i // devices
		until := max(before, min(max(int(math.Round(sum/all*float64(blocks))), before+1), blocks-left))
		shares[i] = share{min(ants, uint32(before)*block), min(ants, uint32(until)*block)}
		before = until
	}
	return shares
}
