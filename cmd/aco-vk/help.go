package main

import (
	"fmt"

	"github.com/alecthomas/kong"
)

// shortHelp is what the program prints without arguments.
const shortHelp = `aco-vk finds short tours for the travelling salesman problem.

  aco-vk solve places.csv --tour places.tour   find a short tour and write it
  aco-vk devices                               list the GPUs and other devices
  aco-vk help                                  list all commands
  aco-vk help solve                            list the common flags of a command
`

type helpCommand struct {
	Command []string `arg:"" optional:"" help:"Command to describe."`
}

func (h *helpCommand) Run(c console, parsed *kong.Context) error {
	described, err := kong.Trace(parsed.Kong, h.Command)
	if err != nil {
		return err
	}
	if described.Error != nil {
		return usageError{fmt.Errorf("%w (see aco-vk help)", described.Error)}
	}
	return described.PrintUsage(false)
}
