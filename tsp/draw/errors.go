package draw

import "fmt"

// An Error says why a picture cannot be drawn.
type Error struct {
	Subject string // what is refused, such as the name of an instance or of a file
	Reason  string // what is wrong and what to do
}

// Error returns "subject: reason".
func (e *Error) Error() string { return e.Subject + ": " + e.Reason }

func refuse(subject, format string, args ...any) *Error {
	return &Error{subject, fmt.Sprintf(format, args...)}
}
