package reference

import "github.com/aco-vk/aco-vk/aco/problem"

// Prefix fills, for each row of weights, their running sums (Uchida et al. 2014, equation 9), and a guide to them: for each
// of equal parts of the random words, the city at which the search for a word of that part can begin (Chen and Asau 1974;
// Devroye 1986, section III.2.4). With about as many parts as cities, a search that begins there takes a step or two.
func Prefix(p *problem.Problem, weights, sums, guide []uint32) {
	n, parts := p.Cities, problem.GuideParts(p.Cities)
	for i := range n {
		row := sums[i*n : (i+1)*n]
		var sum uint32
		for j, w := range weights[i*n : (i+1)*n] {
			sum += w
			row[j] = sum
		}
		for part := range parts {
			word := uint32(part) << problem.GuideShift(n)
			guide[i*parts+part] = search(row, problem.Bounded(word, sum))
		}
	}
}

// search returns the first city whose running sum exceeds target, which is below the last.
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
