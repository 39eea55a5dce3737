package main

import (
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"github.com/aco-vk/aco-vk/aco/option"
	"github.com/aco-vk/aco-vk/internal/choice"
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
		return usagef("%w (see aco-vk help)", described.Error)
	}
	return described.PrintUsage(false)
}

// allFlags is the argument for the help of all flags; --help shows the common ones.
const allFlags = "--help=all"

// solveGroups are the groups of the flags of solve.
var solveGroups = []kong.Group{
	{Key: "input", Title: "Input"},
	{Key: "path", Title: "Paths and fixed edges"},
	{Key: "stop", Title: "When to stop (without a rule: after 60 s, or earlier without improvement)"},
	{Key: "output", Title: "Output"},
	{Key: "device", Title: "Devices"},
	{Key: "checkpoint", Title: "Checkpoints"},
	{Key: "algorithm", Title: "Algorithm"},
	{Key: "merged", Title: "The default solver (merged)"},
	{Key: "search", Title: "Local search"},
	{Key: "colonies", Title: "Colonies"},
	{Key: "pheromone", Title: "Pheromone"},
	{Key: "acs", Title: "Ant Colony System"},
	{Key: "as", Title: "Ant System"},
	{Key: "kernels",
		Title: "Kernels (how stages run on a device, without effect on the tour, except of racing ACS)"},
}

// wantsAllFlags replaces --help=all by --help, and reports whether it was there.
func wantsAllFlags(arguments []string) ([]string, bool) {
	at := slices.Index(arguments, allFlags)
	if at < 0 {
		return arguments, false
	}
	arguments = slices.Clone(arguments)
	arguments[at] = "--help"
	return arguments, true
}

// solveHelp prepares the help of solve for all flags or for the common ones.
func solveHelp(all bool) kong.Option {
	return kong.PostBuild(func(k *kong.Kong) error {
		for _, command := range k.Model.Children {
			if command.Name != "solve" {
				continue
			}
			if !all {
				command.Detail = "These are the flags that most people use; " + allFlags + " shows every flag."
			}
			for _, flag := range command.Flags {
				row, _ := option.Find(flag.Tag.Get("option"))
				if flag.Help == "" {
					flag.Help, flag.PlaceHolder = row.Help, row.Sample
				}
				flag.Hidden = !all && !flag.Tag.Has("common") && !row.Common
				flag.Help += algorithmsOf(flag)
			}
		}
		return nil
	})
}

// algorithmsOf returns the algorithms that have a flag, as text in parentheses; "" if all have it.
func algorithmsOf(flag *kong.Flag) string {
	with := choice.With(flag.Tag.Get("option"))
	if len(with) == 0 || len(with) == len(choice.Algorithms()) {
		return ""
	}
	return " (" + strings.ReplaceAll(joined(with), ",", ", ") + ")"
}
