package input

import (
	"cmp"
	"errors"

	"github.com/aco-vk/aco-vk/aco"
	"github.com/aco-vk/aco-vk/tsp"
)

// Kind returns the kind of an error in what a client gave, for the type of a problem: "option",
// "parameter", "too-large", "syntax" or "instance"; "" if the error is another one.
func Kind(err error) string {
	var (
		option    *aco.OptionError
		parameter *aco.ParameterError
		tooLarge  *aco.TooLargeError
		limit     *tsp.LimitError
		syntax    *tsp.SyntaxError
		instance  *tsp.Error
	)
	switch {
	case errors.As(err, &option):
		return "option"
	case errors.As(err, &tooLarge), errors.As(err, &limit):
		return "too-large"
	case errors.As(err, &parameter):
		return "parameter"
	case errors.As(err, &syntax):
		return "syntax"
	case errors.As(err, &instance):
		return "instance"
	}
	return ""
}

// optionNames are the names of options in the service, by the names in package aco.
var optionNames = map[string]string{
	"Method": "algorithm", "Preset": "preset", "Seed": "seed", "Ants": "ants", "Colonies": "colonies",
	"Candidates": "candidates", "Iterations": "iterations", "TimeLimit": "time_limit", "Target": "target",
	"Idle": "idle", "Path": "the open path", "Cities": "the number of places",
}

// Text returns the text of an error with the names of options in the service.
func Text(err error) string {
	var explained aco.Explained
	if !errors.As(err, &explained) {
		return err.Error()
	}
	return explained.Explain(func(option string) string { return cmp.Or(optionNames[option], option) })
}
