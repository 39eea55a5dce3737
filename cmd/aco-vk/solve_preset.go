package main

import (
	"fmt"

	"github.com/alecthomas/kong"

	"github.com/aco-vk/aco-vk/aco/classic"
)

// ofPreset are the flags that say what a preset says. Others go with it, --ants, --seed and --distances among them.
var ofPreset = []string{
	"algorithm", "alpha", "beta", "rho", "selection", "trials", "rest", "tile", "mapping", "dispatch", "search", "deposit",
	"candidates", "memory", "q0", "local-rate", "local-update-period", "synchronous", "ant-data",
	"local-search", "local-search-ants", "neighbours", "colonies", "exchange-every", "topology",
}

// takePreset puts the preset that --preset names into the options. Flags that would make it another system are refused.
func (s *solveCommand) takePreset(line *kong.Context, o *classic.Options) error {
	if s.Preset == "" {
		return nil
	}
	preset, err := classic.PresetNamed(s.Preset)
	if err != nil {
		return err
	}
	if name := flagOf(line, ofPreset); name != "" {
		return usageError{fmt.Errorf("--%s with --preset %s: a preset is a paper's system as it stands; leave one of them out", name, s.Preset)}
	}
	distances := o.Kernel.Distances // where a device takes them from is no part of any paper's system
	o.Parameters, o.Kernel = preset.Parameters, preset.Kernel
	o.Parameters.Seed, o.Kernel.Distances = s.Seed, distances
	if s.Ants > 0 {
		o.Parameters.Ants = s.Ants
	}
	return nil
}
