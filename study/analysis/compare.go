package analysis

import (
	"math"

	"github.com/aco-vk/aco-vk/internal/statistics"
)

// alpha is the level of the tests: the probability of a difference where there is none.
const alpha = 1 - statistics.Confidence

// Comparison is a test of two configurations.
type Comparison struct {
	A, B      int // configurations
	P         float64
	Corrected float64 // P after Holm's correction for its family: all of an instance, or all across instances
	Effect    float64 // A₁₂ on an instance, the rank-biserial correlation across instances
	Pairs     int     // instances that tell the configurations apart, of a comparison across them

	least float64 // the least p-value that this number of runs or pairs can have
}

// common returns the instances where all configurations have runs, and none has one that never beat its
// first tour.
func (s *Study) common() []*Instance {
	var list []*Instance
	for _, in := range s.Instances {
		whole := true
		for i := range in.Cells {
			whole = whole && len(in.Cells[i].Runs) > 0 && in.stuck(i) == 0
		}
		if whole {
			list = append(list, in)
		}
	}
	return list
}

// meanGaps returns the mean gap of each configuration on each instance.
func meanGaps(instances []*Instance) [][]float64 {
	gaps := make([][]float64, len(instances))
	for i, in := range instances {
		for c := range in.Cells {
			gaps[i] = append(gaps[i], in.gap(in.Cells[c].summary().Mean))
		}
	}
	return gaps
}

// pairs returns the configurations to compare: the baseline with each other, or all pairs.
func (s *Study) pairs() (list [][2]int) {
	for a, name := range s.Configurations {
		for b := range s.Configurations {
			switch {
			case s.Baseline == "" && a < b:
				list = append(list, [2]int{a, b})
			case s.Baseline == name && a != b:
				list = append(list, [2]int{b, a})
			}
		}
	}
	return list
}

// compareAcross compares configurations by their mean gaps on all instances with the signed-rank
// test.
func (s *Study) compareAcross() []Comparison {
	gaps := meanGaps(s.common())
	var list []Comparison
	for _, pair := range s.pairs() {
		r, err := statistics.SignedRank(column(gaps, pair[0]), column(gaps, pair[1]))
		if err != nil {
			r.P = 1 // equal on all instances
		}
		list = append(list, Comparison{
			A: pair[0], B: pair[1], P: r.P, Effect: r.RankBiserial, Pairs: r.Pairs,
			least: leastSignedRank(r.Pairs),
		})
	}
	correct(list)
	return list
}

// compareOn compares configurations by the lengths of their runs on each instance with the rank-sum
// test. The list of an instance lacks configurations without runs,
// or with runs that never beat their first tour. A family of Holm's correction are the comparisons on one instance.
func (s *Study) compareOn() [][]Comparison {
	lists := make([][]Comparison, len(s.Instances))
	for i, in := range s.Instances {
		for _, pair := range s.pairs() {
			if in.stuck(pair[0])+in.stuck(pair[1]) > 0 {
				continue
			}
			a, b := in.Cells[pair[0]].values(), in.Cells[pair[1]].values()
			r, err := statistics.RankSum(a, b)
			if err != nil {
				continue // a configuration has no run
			}
			lists[i] = append(lists[i], Comparison{
				A: pair[0], B: pair[1], P: r.P, Effect: r.A12, least: leastRankSum(len(a), len(b)),
			})
		}
		correct(lists[i])
	}
	return lists
}

// correct sets the corrected probabilities of a family of comparisons.
func correct(list []Comparison) {
	p := make([]float64, len(list))
	for i, c := range list {
		p[i] = c.P
	}
	for i, corrected := range statistics.Holm(p) {
		list[i].Corrected = corrected
	}
}

// leastRankSum returns the least p-value of the exact rank-sum test: 2 of all choices of the first
// sample.
func leastRankSum(n, m int) float64 {
	choices := 1.0
	for i := range n {
		choices *= float64(m+i+1) / float64(i+1)
	}
	return min(1, 2/choices)
}

// leastSignedRank returns the least p-value of the exact signed-rank test: 2 of all signs.
func leastSignedRank(pairs int) float64 { return math.Ldexp(2, -pairs) }

// cannotTell reports whether no values of the same number could make a comparison of a family
// significant.
func cannotTell(family []Comparison) bool {
	for _, c := range family {
		if c.least*float64(len(family)) < alpha {
			return false
		}
	}
	return len(family) > 0
}
