package aco

import (
	"errors"
	"fmt"
	"strings"

	"github.com/aco-vk/aco-vk/aco/checkpoint"
	"github.com/aco-vk/aco-vk/aco/option"
	"github.com/aco-vk/aco-vk/internal/vkdevice"
	"github.com/aco-vk/aco-vk/vk"
	"github.com/aco-vk/aco-vk/vk/pipeline"
)

// ErrNoDevice is the error if no device matches a name, or if a device cannot be used.
var ErrNoDevice = vkdevice.ErrNone

// Explained is an error that names options. [OptionError], [ParameterError] and [TooLargeError]
// are such errors.
type Explained interface {
	error
	// Explain returns the text of the error with a name for each option, for example a flag.
	// An option is a path in Options or in a method, such as "TimeLimit", "Kick" and
	// "LocalSearch.Kind".
	Explain(name func(option string) string) string
}

// Change is a new value of an option.
type Change struct {
	Option string // its path in Options or in a method; "Method"; "Cities": the size of the instance
	Value  string // "": any value other than the present one
	AtMost bool   // Value is the largest number that can be used
}

// Remedy is a list of changes of options that, made together, make a run possible.
type Remedy []Change

// OptionError says which option cannot be used as it is set, and why.
type OptionError struct {
	Option string // its path in Options or in a method, or the name of a method
	With   string // the option or the method that it cannot be combined with; "" if there is none
	Reason string
	// Remedies are alternatives, each of which makes the run possible; there may be none.
	Remedies []Remedy
}

func (e *OptionError) Error() string { return "option " + e.Explain(unchanged) }

// Explain implements Explained.
func (e *OptionError) Explain(name func(string) string) string {
	text := name(e.Option)
	if e.With != "" {
		text += " with " + name(e.With)
	}
	return withAdvice(text+": "+e.Reason, "; ", e.Remedies, name)
}

// ParameterError is the error of a value, or of an instance, that a method cannot use.
type ParameterError struct {
	Option   string // whose value Reason begins with; "": none
	Op       string // operation that failed; "": none
	Reason   string
	Remedies []Remedy // alternatives; there may be none
	err      error
}

func (e *ParameterError) Error() string { return e.Explain(unchanged) }

// Explain implements Explained.
func (e *ParameterError) Explain(name func(string) string) string {
	text := e.Reason
	if e.Option != "" {
		text = name(e.Option) + " " + text
	}
	return withAdvice(during(e.Op, text), "; ", e.Remedies, name)
}

// Unwrap returns the error of the method.
func (e *ParameterError) Unwrap() error { return e.err }

// TooLargeError is the error of a run that does not fit a device or the memory.
type TooLargeError struct {
	Op       string   // operation that failed; "": none
	Err      error    // names the limit, the need and what is available
	Remedies []Remedy // alternatives, the smallest change first; there may be none
}

func (e *TooLargeError) Error() string { return e.Explain(unchanged) }

// Explain implements Explained.
func (e *TooLargeError) Explain(name func(string) string) string {
	return withAdvice(during(e.Op, e.Err.Error()), "\n", e.Remedies, name)
}

// Unwrap returns the cause.
func (e *TooLargeError) Unwrap() error { return e.Err }

// CheckpointError is the error of a checkpoint that cannot be resumed.
type CheckpointError struct {
	Path string
	Err  error // why
}

func (e *CheckpointError) Error() string { return e.Err.Error() }

// Unwrap returns the cause.
func (e *CheckpointError) Unwrap() error { return e.Err }

// CheckpointWriteError is the error of a checkpoint that could not be written.
type CheckpointWriteError struct {
	Path string
	Err  error // why; it wraps an [*io/fs.PathError] in most cases
}

func (e *CheckpointWriteError) Error() string { return e.Err.Error() }

// Unwrap returns the cause.
func (e *CheckpointWriteError) Unwrap() error { return e.Err }

func unchanged(option string) string { return option }

// withAdvice appends the remedies to the text of an error.
func withAdvice(text, separator string, remedies []Remedy, name func(string) string) string {
	if len(remedies) == 0 {
		return text
	}
	list := make([]option.Remedy, len(remedies))
	for i, remedy := range remedies {
		for _, change := range remedy {
			list[i] = append(list[i], option.Change(change))
		}
	}
	return text + separator + option.Advice(list, name)
}

// during puts the operation that failed, if there is one, before the text of an error.
func during(operation, text string) string {
	if operation == "" {
		return text
	}
	return operation + ": " + text
}

// errNoContext is the error of a call without a context.
var errNoContext = refuse("Context", "it is nil; context.Background() never ends")

func refuse(option, format string, arguments ...any) error {
	return &OptionError{Option: option, Reason: fmt.Sprintf(format, arguments...)}
}

// exclude refuses an option beside another one.
func exclude(option, with, reason string) error {
	return &OptionError{Option: option, With: with, Reason: reason + "; leave one of them out"}
}

// typed returns an error of the packages below as one of this package.
func typed(err error) error {
	if err == nil {
		return nil
	}
	var (
		refused  *option.Error
		fitting  *option.TooLargeError
		tooLarge *pipeline.TooLargeError
		saved    *checkpoint.Error
		unsaved  *checkpoint.WriteError
		opening  *vk.OpeningError
	)
	switch {
	case errors.As(err, &opening):
		return openError(opening.Err)
	case errors.As(err, &saved):
		return &CheckpointError{saved.Path, err}
	case errors.As(err, &unsaved):
		return &CheckpointWriteError{unsaved.Path, err}
	case errors.As(err, &fitting):
		return &TooLargeError{operation(err, fitting), fitting.Err, remediesOf(fitting.Remedies)}
	case errors.As(err, &tooLarge):
		return &TooLargeError{operation(err, tooLarge), tooLarge, nil}
	case errors.As(err, &refused):
		return &ParameterError{
			refused.Option, operation(err, refused), refused.Reason, remediesOf(refused.Remedies), err,
		}
	}
	return err
}

// operation returns what an error says before the one that it wraps; "": nothing.
func operation(err, wrapped error) string {
	text, _ := strings.CutSuffix(err.Error(), wrapped.Error())
	return strings.TrimSuffix(text, ": ")
}

func remediesOf(list []option.Remedy) []Remedy {
	remedies := make([]Remedy, len(list))
	for i, remedy := range list {
		for _, change := range remedy {
			remedies[i] = append(remedies[i], Change(change))
		}
	}
	return remedies
}
