// Package faults makes one message of what is wrong with many rows of an input.
package faults

import (
	"errors"
	"fmt"
	"strings"

	"github.com/aco-vk/aco-vk/tsp"
)

// List counts the faults of rows or places, and keeps the first ones. The zero value has none.
type List struct {
	Count  int
	first  error
	places []string
}

// Add adds a fault of a row or a place, which where names.
func (l *List) Add(err error, where string) {
	const most = 5 // that are listed
	if l.Count++; l.Count == 1 {
		l.first = err
	}
	if len(l.places) < most {
		l.places = append(l.places, where)
	}
}

// String names the first places, and says how many more there are.
func (l *List) String() string {
	text := strings.Join(l.places, ", ")
	if more := l.Count - len(l.places); more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}

// Err returns the first fault, a [*tsp.SyntaxError] or a [*tsp.Error], with the list of all if there are
// several; nil if there is none.
func (l *List) Err() error {
	if l.Count < 2 {
		return l.first
	}
	all := fmt.Sprintf("; %d such faults: %s", l.Count, l)
	if syntax, ok := errors.AsType[*tsp.SyntaxError](l.first); ok {
		return &tsp.SyntaxError{File: syntax.File, Line: syntax.Line, Reason: syntax.Reason + all}
	}
	if other, ok := errors.AsType[*tsp.Error](l.first); ok {
		return &tsp.Error{Subject: other.Subject, Reason: other.Reason + all}
	}
	return l.first
}

// Named returns a name with where it is, such as "Ada (point 3)"; without a name where it is.
func Named(name, where string) string {
	if name == "" {
		return where
	}
	return name + " (" + where + ")"
}
