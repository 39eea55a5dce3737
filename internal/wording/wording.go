// Package wording has texts about results that the command and the page of the service share.
package wording

import (
	"fmt"
	"math"
)

// Gap writes by how many percent a length exceeds the best known one.
func Gap(length, known int64) string {
	return fmt.Sprintf("%.2f%%", 100*(float64(length)/float64(known)-1))
}

// Optimal says what a proof of a run proves. tour names the tours of the run; within is by how much one
// can still be shorter, "" if none is; priced: the run has minimized the length and prices of legs.
func Optimal(tour, within string, priced bool) string {
	text := "no " + tour + " is shorter"
	if priced {
		text = "no " + tour + " has a smaller sum of its length and the prices of its new legs"
	}
	if within != "" {
		text += " by more than " + within
	}
	return text
}

// AboveOptimum says by how many percent a length exceeds the optimum at most, by a lower bound of
// the optimum. It rounds up. A length below the bound is a contradiction.
func AboveOptimum(length, lower float64) string {
	switch {
	case length < lower && lower > 0:
		return "shorter than the lower bound: one of the two is wrong"
	case length <= lower:
		return "optimal"
	case lower <= 0:
		return "above the optimum by an unknown part"
	}
	return fmt.Sprintf("at most %.2f%% above the optimum", math.Ceil(1e4*(length-lower)/lower)/100)
}
