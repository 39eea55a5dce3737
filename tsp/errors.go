package tsp

import (
	"fmt"
)

// A SyntaxError says where and why a file is not in the format that it should be.
type SyntaxError struct {
	File   string // the name given to the reader
	Line   int    // counted from 1
	Reason string // what is wrong and, where it is not obvious, what to do
}

// Error returns "file:line: reason".
func (e *SyntaxError) Error() string { return fmt.Sprintf("%s:%d: %s", e.File, e.Line, e.Reason) }

// An Error says why a function of this package cannot use its arguments.
type Error struct {
	Subject string // what is refused, such as "tour" or "generate uniform-2-1"
	Reason  string // what is wrong and, where it is not obvious, what to do
}

// Error returns "subject: reason".
func (e *Error) Error() string { return e.Subject + ": " + e.Reason }

// Errorf returns an Error with a formatted reason.
func Errorf(subject, format string, args ...any) *Error {
	return &Error{subject, fmt.Sprintf(format, args...)}
}

// A LimitError says which limit of a reader an input exceeds. The input may be right: a reader
// with a greater limit takes it.
type LimitError struct{ Err error } // a [*SyntaxError] or an [*Error]

// Error returns the text of the error that it wraps.
func (e *LimitError) Error() string { return e.Err.Error() }

// Unwrap returns the error with the place of the input.
func (e *LimitError) Unwrap() error { return e.Err }
