package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/alecthomas/kong"

	"github.com/aco-vk/aco-vk/aco"
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
		explained aco.Explained
		crash     *precompile.Error
	)
	switch {
	case errors.As(err, &explained):
		text := explained.Explain(names.of)
		if option := (*aco.OptionError)(nil); errors.As(err, &option) && option.Option == "Preset" && option.With == "" {
			text += "; aco-vk presets lists them"
		}
		return rewordedError{text, err}
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

// of returns the flag of an option, or the option's own name where there is no flag. The flags of
// an option of several methods are one, so the method before it is left out.
func (f optionFlags) of(option string) string {
	if name, ok := f[option]; ok {
		return name
	}
	if _, path, found := strings.Cut(option, "."); found {
		if name, ok := f[path]; ok {
			return name
		}
	}
	return option
}
