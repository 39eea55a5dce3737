package testkind

import "testing"

// First returns all cases or, in short tests, the first few. Some drivers take seconds to compile
// the ant's pipeline.
func First[T any](few int, cases []T) []T {
	if testing.Short() {
		return cases[:few]
	}
	return cases
}

// Fewer returns the number of repetitions, or a smaller one in short tests.
func Fewer(few, all int) int {
	if testing.Short() {
		return few
	}
	return all
}
