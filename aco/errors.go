package aco

import (
	"errors"
	"fmt"

	"github.com/aco-vk/aco-vk/aco/option"
	"github.com/aco-vk/aco-vk/checkpoint"
)

// ErrNoDevice is the error if no device matches a name, or if a device cannot be used.
var ErrNoDevice = errors.New("no usable device")

type (
	// ParameterError is the error of a parameter, or of an instance, that an algorithm cannot use.
	ParameterError = option.Error
	// TooLargeError is the error of a run that does not fit a device or the memory.
	TooLargeError = option.TooLargeError
	// CheckpointError is the error of a checkpoint that cannot be resumed.
	CheckpointError = checkpoint.Error
	// Remedy is a list of changes of options that, made together, make a run possible.
	Remedy = option.Remedy
)

// OptionError says which option cannot be used as it is set, and why.
type OptionError struct {
	Option string // its path in Options, such as "Pheromone.Alpha"
	With   string // the option that it cannot be combined with; "" if there is none
	Reason string
	// Remedies are alternatives, each of which makes the run possible; there may be none.
	Remedies []Remedy
}

func (e *OptionError) Error() string {
	text := "option " + e.Option
	if e.With != "" {
		text += " with " + e.With
	}
	text += ": " + e.Reason
	if len(e.Remedies) > 0 {
		text += "; " + option.Advice(e.Remedies, nil)
	}
	return text
}

func refuse(option, format string, arguments ...any) error {
	return &OptionError{Option: option, Reason: fmt.Sprintf(format, arguments...)}
}
