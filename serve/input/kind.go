package input

import (
	"errors"

	"github.com/aco-vk/aco-vk/aco"
	"github.com/aco-vk/aco-vk/aco/option"
	"github.com/aco-vk/aco-vk/internal/errtype"
	"github.com/aco-vk/aco-vk/tsp"
)

// Kind returns the kind of an error in what a client gave, for the type of a problem: "option",
// "parameter", "too-large", "syntax" or "instance"; "" if the error is another one.
func Kind(err error) string {
	switch {
	case errtype.Is[*aco.OptionError](err):
		return "option"
	case errtype.Is[*aco.TooLargeError](err), errtype.Is[*tsp.LimitError](err):
		return "too-large"
	case errtype.Is[*aco.ParameterError](err):
		return "parameter"
	case errtype.Is[*tsp.SyntaxError](err):
		return "syntax"
	case errtype.Is[*tsp.Error](err):
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
