package tsp

import (
	"fmt"
	"strconv"
)

// SyntaxError says where and why a file is not what it should be: the input is at fault, not the machine.
type SyntaxError struct {
	File   string // the name given to the reader
	Line   int    // counted from 1
	Reason string
}

// Error returns "file:line: reason".
func (e *SyntaxError) Error() string { return fmt.Sprintf("%s:%d: %s", e.File, e.Line, e.Reason) }

// quote makes text of a file fit for a message: quoted, and short.
func quote(text string) string {
	const enough = 40 // bytes that tell what it is
	if len(text) > enough {
		return strconv.Quote(text[:enough]) + "..."
	}
	return strconv.Quote(text)
}
