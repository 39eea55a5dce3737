package main

import (
	"errors"
	"fmt"

	"github.com/alecthomas/kong"

	"github.com/aco-vk/aco-vk/aco"
)

// inFlags words an error of the library's options in terms of the command's flags: their tag "option" names the option.
func inFlags(line *kong.Context, err error) error {
	var refused *aco.OptionError
	if !errors.As(err, &refused) {
		return err
	}
	flags := map[string]string{}
	for _, flag := range line.Flags() {
		if option := flag.Tag.Get("option"); option != "" {
			flags[option] = "--" + flag.Name
		}
	}
	flag := func(option string) string {
		if name, ok := flags[option]; ok {
			return name
		}
		return option
	}
	text := flag(refused.Option)
	if refused.With != "" {
		text += " with " + flag(refused.With)
	}
	text += ": " + refused.Reason
	switch {
	case refused.Set != "":
		text += fmt.Sprintf("; add %s %s", flag(refused.Set), refused.To)
	case refused.Option == "Preset" && refused.With == "":
		text += "; aco-vk presets lists them"
	}
	return usageError{errors.New(text)}
}
