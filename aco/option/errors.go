package option

import (
	"fmt"
	"slices"
)

// An Error says that an instance or an option cannot be used, and why.
type Error struct {
	Option   string   // the option whose value Reason begins with; "": none
	Reason   string   // what cannot be used, and which values can
	Remedies []Remedy // alternatives, each of which makes the run possible; may be empty
}

// Error returns the reason and the advice in the library's names.
func (e *Error) Error() string { return advised(e.Text(), "; ", e.Remedies) }

// Text returns the reason with the option, without advice.
func (e *Error) Text() string {
	if e.Option == "" {
		return e.Reason
	}
	return e.Option + " " + e.Reason
}

// Errorf returns an Error with a formatted reason.
func Errorf(format string, arguments ...any) *Error {
	return &Error{Reason: fmt.Sprintf(format, arguments...)}
}

// Refuse returns an Error of an option. The formatted reason begins with the option's value.
func Refuse(option, format string, arguments ...any) *Error {
	return &Error{Option: option, Reason: fmt.Sprintf(format, arguments...)}
}

// With returns the error with alternatives to what was refused.
func (e *Error) With(remedies ...Remedy) *Error {
	return &Error{e.Option, e.Reason, append(slices.Clone(e.Remedies), remedies...)}
}

// A TooLargeError says that a run needs more of a device, or of the processor, than there is, and
// what would fit.
type TooLargeError struct {
	Err      error    // what is too large and by how much: a *pipeline.TooLargeError for a device
	Remedies []Remedy // alternatives, each of which fits; the smallest change first
}

// Error returns the cause and, on a line of its own, the advice in the library's names.
func (e *TooLargeError) Error() string { return advised(e.Err.Error(), "\n", e.Remedies) }

// Unwrap returns the cause.
func (e *TooLargeError) Unwrap() error { return e.Err }

// advised appends the advice to the text of an error.
func advised(text, separator string, remedies []Remedy) string {
	if len(remedies) == 0 {
		return text
	}
	return text + separator + Advice(remedies, nil)
}
