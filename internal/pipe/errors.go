package pipe

import (
	"context"
	"errors"
	"regexp"

	"github.com/aco-vk/aco-vk/aco"
	"github.com/aco-vk/aco-vk/aco/option"
	"github.com/aco-vk/aco-vk/internal/errtype"
	"github.com/aco-vk/aco-vk/tsp"
)

// Code is the kind of an error.
type Code string

// The codes of errors.
const (
	CodeFrame     Code = "frame"     // the frame cannot be read, or its header has an unknown field
	CodeOption    Code = "option"    // an option cannot be used as it is set
	CodeInstance  Code = "instance"  // the places, the matrix or the edges cannot be used
	CodeTooLarge  Code = "too-large" // the run does not fit the device or the memory
	CodeDevice    Code = "device"    // there is no such device, or it failed
	CodeForbidden Code = "forbidden" // no tour without forbidden edges was found
	CodeCancelled Code = "cancelled" // the run was cancelled before it had a tour
	CodeFailure   Code = "failure"   // anything else
)

// nameOf returns the name of an option in the protocol.
var nameOf = option.Names(map[string]string{option.Cities: "the number of places"})

// numbered matches a city without a name in the texts of errors. Clients call it a place.
var numbered = regexp.MustCompile(`\bcity ([0-9])`)

// codeOf returns the code and the text of an error.
func codeOf(err error) (Code, string) {
	text := err.Error()
	if explained, ok := errors.AsType[aco.Explained](err); ok {
		text = explained.Explain(nameOf)
	}
	text = numbered.ReplaceAllString(text, "place $1")
	switch {
	case errtype.Is[*FrameError](err):
		return CodeFrame, text
	case errtype.Is[*aco.OptionError](err), errtype.Is[*aco.ParameterError](err):
		return CodeOption, text
	case errtype.Is[*aco.TooLargeError](err):
		return CodeTooLarge, text
	case errtype.Is[*aco.ForbiddenEdgeError](err):
		return CodeForbidden, text
	case errtype.Is[*tsp.Error](err), errtype.Is[*tsp.DistanceError](err):
		return CodeInstance, text
	case errors.Is(err, aco.ErrNoDevice):
		return CodeDevice, text
	case errors.Is(err, context.Canceled):
		return CodeCancelled, "the run was cancelled before it had a tour"
	}
	return CodeFailure, text
}
