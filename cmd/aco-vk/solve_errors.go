package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/alecthomas/kong"

	"github.com/aco-vk/aco-vk/aco"
	"github.com/aco-vk/aco-vk/aco/option"
	"github.com/aco-vk/aco-vk/internal/precompile"
)

// rewordedError is an error of the library with the names of flags.
type rewordedError struct {
	text string
	error
}

func (e rewordedError) Error() string { return e.text }

func (e rewordedError) Unwrap() error { return e.error }

// withFlagNames replaces the names of options in an error of the library by the flags of the command.
func withFlagNames(parsed *kong.Context, err error) error {
	names := flagNames(parsed)
	var (
		rejected *aco.OptionError
		refused  *option.Error
		tooLarge *option.TooLargeError
		crash    *precompile.Error
	)
	switch {
	case errors.As(err, &rejected):
		return usageError{rewordedError{names.optionText(rejected), err}}
	case errors.As(err, &refused):
		return names.reword(err, refused.Remedies)
	case errors.As(err, &tooLarge):
		return names.reword(err, tooLarge.Remedies)
	case errors.As(err, &crash):
		return rewordedError{fmt.Sprintf("%s: %v with --device; aco-vk conform --quick --device %d shows what else fails", crash.Device.Name, err, crash.Device.Index), err}
	}
	return err
}

// optionFlags are the names of flags by the option that they set.
type optionFlags map[string]string

// flagNames returns the flags of the command. The tag option of a flag names the option. Of several flags it is one that is given.
func flagNames(parsed *kong.Context) optionFlags {
	names := optionFlags{}
	for _, flag := range parsed.Flags() {
		if option := flag.Tag.Get("option"); option != "" && (flag.Set || names[option] == "") {
			names[option] = "--" + flag.Name
		}
	}
	return names
}

// of returns the flag of an option, or the option's own name where there is no flag.
func (f optionFlags) of(option string) string {
	if name, ok := f[option]; ok {
		return name
	}
	return option
}

func (f optionFlags) ofRemedy(option option.Name) string { return f.of(string(option)) }

// optionText returns the text of an OptionError.
func (f optionFlags) optionText(e *aco.OptionError) string {
	text := f.of(e.Option)
	if e.With != "" {
		text += " with " + f.of(e.With)
	}
	text += ": " + e.Reason
	switch {
	case len(e.Remedies) > 0:
		text += "; " + option.Advice(e.Remedies, f.ofRemedy)
	case e.Option == "Preset" && e.With == "":
		text += "; aco-vk presets lists them"
	}
	return text
}

// reword replaces the names of options in the advice of an error.
func (f optionFlags) reword(err error, advice []option.Remedy) error {
	if len(advice) == 0 {
		return err
	}
	return rewordedError{strings.Replace(err.Error(), option.Advice(advice, nil), option.Advice(advice, f.ofRemedy), 1), err}
}
