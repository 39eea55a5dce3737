package bench

import (
	"slices"

	"github.com/aco-vk/aco-vk/aco/classic"
	"github.com/aco-vk/aco-vk/aco/classic/model"
)

// Variant is what a row measures: a preset, or an algorithm with default parameters, with some parameters changed.
type Variant struct {
	Name       string          // shown in the rows; "" stands for the preset's name
	Preset     string          // "": the algorithm with default parameters
	Algorithm  model.Algorithm // if Preset is ""; "" stands for Ant System
	AntGroup   int
	Tile       int
	Deposit    classic.Deposit
	Ants       int          // AntsAsCities: one per city
	Memory     model.Memory // of the pheromone
	Period     int          // steps between local updates
	Colonies   int
	Iterations int      // of a run for lengths; 0: given by Tours
	Tours      int      // of a run for lengths, per city; 0: the table gives the iterations
	Instances  []string // nil: all of the table
	Figures    []Figure // in the order of Table.Headings
}

// AntsAsCities stands for as many ants as cities.
const AntsAsCities = -1

// Label is the variant's name in the rows.
func (v Variant) Label() string {
	switch {
	case v.Name != "":
		return v.Name
	case v.Preset != "":
		return v.Preset
	}
	return "as chosen"
}

// options returns the parameters and the kernel configuration.
func (v Variant) options(cities int) (classic.Options, error) {
	o := classic.Options{Parameters: model.AntSystem()}
	switch v.Algorithm {
	case model.AlgorithmMMAS:
		o.Parameters = model.MaxMin()
	case model.AlgorithmACS:
		o.Parameters = model.AntColonySystem()
	}
	if v.Preset != "" {
		preset, err := classic.PresetNamed(v.Preset)
		if err != nil {
			return o, err
		}
		o.Parameters, o.Kernel = preset.Parameters, preset.Kernel
	}
	ants := v.Ants
	if ants == AntsAsCities {
		ants = cities
	}
	setUnlessZero(&o.Kernel.AntGroup, v.AntGroup)
	setUnlessZero(&o.Kernel.Deposit, v.Deposit)
	setUnlessZero(&o.Parameters.Tile, v.Tile)
	setUnlessZero(&o.Parameters.Ants, ants)
	setUnlessZero(&o.Parameters.Memory, v.Memory)
	setUnlessZero(&o.Parameters.LocalUpdatePeriod, v.Period)
	setUnlessZero(&o.Parameters.Colonies, v.Colonies)
	return o, nil
}

// setUnlessZero sets a value unless the new one is zero.
func setUnlessZero[T comparable](value *T, to T) {
	var zero T
	if to != zero {
		*value = to
	}
}

// measures reports whether the variant is measured on an instance.
func (v Variant) measures(instance string) bool {
	return v.Instances == nil || slices.Contains(v.Instances, instance)
}
