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

// AboveOptimum says by how many percent a length exceeds the optimum at most, by a lower bound of
// the optimum. It rounds up. A length below the bound is a contradiction.
func AboveOptimum(length, lower int64) string {
	switch {
	case length < lower && lower > 0:
		return "shorter than the lower bound: one of the two is wrong"
	case length <= lower:
		return "optimal"
	case lower <= 0:
		return "above the optimum by an unknown part"
	}
	return fmt.Sprintf("at most %.2f%% above the optimum", math.Ceil(1e4*float64(length-lower)/float64(lower))/100)
}
