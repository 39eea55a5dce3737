package bound

import "fmt"

// ContradictionError says that a tour is shorter than a lower bound of all tours. One of the two
// was computed wrongly.
type ContradictionError struct {
	Length int64 // of the tour
	Lower  int64 // the bound
}

func (e *ContradictionError) Error() string {
	return fmt.Sprintf("the tour has length %d, and a lower bound of all tours is %d: one of the two is wrong; "+
		"please report this with the instance", e.Length, e.Lower)
}

// Check returns a [*ContradictionError] if a tour of this length is shorter than the bound, and nil
// otherwise. A bound of 0 says nothing.
func Check(length, lower int64) error {
	if lower > 0 && length < lower {
		return &ContradictionError{length, lower}
	}
	return nil
}
