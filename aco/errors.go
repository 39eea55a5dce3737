package aco

import (
	"errors"
	"fmt"
)

// ErrNoDevice is the error of a device that is not there or cannot be used.
var ErrNoDevice = errors.New("no usable device")

// OptionError says which option cannot be used as it is set, and why.
type OptionError struct {
	Option string // its place in Options, such as "Pheromone.Alpha"
	With   string // the other option that it cannot be combined with, "" where there is none
	Reason string
	Set    string // another option that would help, "" where there is none
	To     string // what it would be set to
}

func (e *OptionError) Error() string {
	text := "option " + e.Option
	if e.With != "" {
		text += " with " + e.With
	}
	text += ": " + e.Reason
	if e.Set != "" {
		text += fmt.Sprintf("; set %s to %q", e.Set, e.To)
	}
	return text
}

func refuse(option, format string, arguments ...any) error {
	return &OptionError{Option: option, Reason: fmt.Sprintf(format, arguments...)}
}
