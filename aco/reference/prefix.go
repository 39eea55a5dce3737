package reference

import "github.com/aco-vk/aco-vk/aco/problem"

// Prefix fills, for each row of weights, their running sums (Uchida et al. 2014, equation 9), and a guide to them: for each
// of equal parts of the random words, the city at which the search for a word of that part can begin (Chen and Asau 1974;
// Devroye 1986, section III.2.4). With about as many parts as cities, a search that begins there takes a step or two.
//
// With selection near it also fills in the weights of each city's list of the nearest; the sums leave these cities out, and
// others has the last one of each row.
func Prefix(p *problem.Problem, weights, near, others, sums, guide []uint32) {
	n, parts := p.Cities, problem.GuideParts(p.Cities)
	counted := make([]uint32, n)
	for i := range n {
		copy(counted, weights[i*n:(i+1)*n])
		if near != nil {
			weighNear(near[i*problem.NearWords:(i+1)*problem.NearWords], counted)
		}
		row := sums[i*n : (i+1)*n]
		var sum uint32
		for j, w := range counted {
			sum += w
			row[j] = sum
		}
		if near != nil {
			others[i] = sum
		}
		for part := range parts {
			word := uint32(part) << problem.GuideShift(n)
			guide[i*parts+part] = search(row, problem.Bounded(word, sum))
		}
	}
}

// weighNear moves the weights of a row's nearest cities to their list.
func weighNear(list, row []uint32) {
	for k := 0; k < len(list); k += 2 {
		city := list[k]
		list[k+1], row[city] = row[city], 0
	}
}

// search returns the first city whose running sum exceeds target, the last one where none does.
func search(sums []uint32, target uint32) uint32 {
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
