package reference

import (
	"github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/aco/philox"
)

// prefix computes the running sums of the rows of weights from first to end-1 (Uchida et al. 2014,
// equation 9) and a guide table for searches in them (Chen and Asau 1974; Devroye 1986, section
// III.2.4). The table divides the range of random words into equal parts, about as many as cities.
// For each part it has the first city that a word of the part can draw. A search that starts there
// takes one or two steps.
//
// With selection near, prefix moves the weights of each city's nearest cities to their list. The
// sums do not count these cities, and the last sum of each row follows the guide table.
func prefix(p *model.Problem, weights, near, sums, guide []uint32, first, end int) {
	n, parts := p.Cities, model.GuideParts(p.Cities)
	summed := make([]uint32, n)
	for i := first; i < end; i++ {
		copy(summed, weights[i*n:(i+1)*n])
		if near != nil {
			moveNearWeights(near[i*model.NearWords:(i+1)*model.NearWords], summed)
		}
		row := sums[i*n : (i+1)*n]
		var sum uint32
		for j, w := range summed {
			sum += w
			row[j] = sum
		}
		if near != nil {
			guide[n*parts+i] = sum
		}
		for part := range parts {
			word := uint32(part) << model.GuideShift(n)
			guide[i*parts+part] = searchSums(row, philox.Bounded(word, sum))
		}
	}
}

// moveNearWeights moves the weights of a row's nearest cities to their list.
func moveNearWeights(list, row []uint32) {
	for k := 0; k < len(list); k += 2 {
		city := list[k]
		list[k+1], row[city] = row[city], 0
	}
}

// searchSums returns the first city whose running sum exceeds target, or the last city if none
// does.
func searchSums(sums []uint32, target uint32) uint32 {
	low, high := uint32(0), uint32(len(sums)-1)
	for low < high {
		if middle := (low + high) / 2; sums[middle] > target {
			high = middle
		} else {
			low = middle + 1
		}
	}
	return low
}
