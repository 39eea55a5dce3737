package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"unicode/utf8"

	"github.com/aco-vk/aco-vk/aco"
	"github.com/aco-vk/aco-vk/aco/option"
	"github.com/aco-vk/aco-vk/internal/errtype"
	"github.com/aco-vk/aco-vk/tsp"
)

// code is a code of aco_vk.h.
type code int

const (
	codeOK code = iota
	codeInvalid
	codeNoDevice
	codeTooLarge
	codeNoTour
	codeCancelled
	codeClosed
	codeInUse
	codeFailed
)

// nameOf returns the name of an option in C.
var nameOf = option.Names(map[string]string{option.Devices: "devices", option.Cities: "n"})

// describe returns the code and the text of an error.
func describe(err error) (code, string) {
	if err == nil {
		return codeOK, ""
	}
	text := err.Error()
	if explained, ok := errors.AsType[aco.Explained](err); ok {
		text = explained.Explain(nameOf)
	}
	return codeOf(err), text
}

func codeOf(err error) code {
	for _, c := range []struct {
		is   error
		code code
	}{
		{aco.ErrDeviceInUse, codeInUse}, {aco.ErrDeviceClosed, codeClosed}, {errNoSolver, codeClosed},
		{aco.ErrNoDevice, codeNoDevice}, {context.Canceled, codeCancelled},
	} {
		if errors.Is(err, c.is) {
			return c.code
		}
	}
	switch {
	case errtype.Is[*aco.TooLargeError](err):
		return codeTooLarge
	case errtype.Is[*aco.ForbiddenEdgeError](err):
		return codeNoTour
	case errtype.Is[*aco.OptionError](err), errtype.Is[*aco.ParameterError](err), errtype.Is[*tsp.Error](err), errtype.Is[*tsp.DistanceError](err):
		return codeInvalid
	}
	return codeFailed
}

// fitting returns the first texts that fit so many bytes, each with one more behind. If some do not fit, the last
// text says how many. The first one is cut if it does not fit.
func fitting(texts []string, room int) []string {
	const last = 40 // bytes
	all, fit := 0, 0
	for _, text := range texts {
		if all += len(text) + 1; all+last <= room {
			fit++
		}
	}
	if all <= room {
		return texts
	}
	first := slices.Clone(texts[:max(fit, 1)])
	first[0] = beginOf(first[0], room-last)
	if more := len(texts) - len(first); more > 0 {
		first = append(first, fmt.Sprintf("... and %d more", more))
	}
	return first
}

// beginOf returns as much of a text as fits so many bytes, in whole characters.
func beginOf(text string, room int) string {
	fits := max(0, min(len(text), room))
	for fits < len(text) && fits > 0 && !utf8.RuneStart(text[fits]) {
		fits--
	}
	return text[:fits]
}
