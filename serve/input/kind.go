package input

import (
	"errors"

	"github.com/aco-vk/aco-vk/aco"
	"github.com/aco-vk/aco-vk/aco/option"
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

// optionName returns the name of an option in the service.
var optionName = option.Names(map[string]string{"Path": "the open path", option.Cities: "the number of places"})

// Text returns the text of an error with the names of options in the service.
func Text(err error) string {
	var explained aco.Explained
	if !errors.As(err, &explained) {
		return err.Error()
	}
	return explained.Explain(optionName)
}
