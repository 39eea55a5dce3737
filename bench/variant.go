package bench

import (
	"slices"

	"github.com/aco-vk/aco-vk/aco/classic"
	"github.com/aco-vk/aco-vk/aco/problem"
)

// Variant is a system that a table measures: a preset, or what the program chooses, and what a sweep changes of it.
type Variant struct {
	Name      string            // its name in the rows; "" stands for the preset's
	Preset    string            // "" is the algorithm as the program chooses
	Algorithm problem.Algorithm // of a variant that is no preset; "" is Ant System
	AntGroup  int
	Tile      int
	Deposit   classic.Deposit
	Ants      int            // AntsAsCities: as many as cities
	Memory    problem.Memory // of the pheromone
	Period    int            // steps between local updates
	Colonies  int
	// Iterations of a run for lengths, or as many as make so many Tours a city: Tours·n/m. Both 0: the table's.
	Iterations int
	Tours      int
	Instances  []string // those that it is for; nil: all of the table
	Figures    []Figure // below Table.Headings
}

// AntsAsCities stands for as many ants as there are cities.
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

// options are the parameters and the form of a variant.
func (v Variant) options(cities int) (classic.Options, error) {
	o := classic.Options{Parameters: problem.AntSystem()}
	switch v.Algorithm {
	case problem.AlgorithmMMAS:
		o.Parameters = problem.MaxMin()
	case problem.AlgorithmACS:
		o.Parameters = problem.AntColonySystem()
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
	change(&o.Kernel.AntGroup, v.AntGroup)
	change(&o.Kernel.Deposit, v.Deposit)
	change(&o.Parameters.Tile, v.Tile)
	change(&o.Parameters.Ants, ants)
	change(&o.Parameters.Memory, v.Memory)
	change(&o.Parameters.LocalUpdatePeriod, v.Period)
	change(&o.Parameters.Colonies, v.Colonies)
	return o, nil
}

// change sets what a sweep changes.
func change[T comparable](value *T, to T) {
	var none T
	if to != none {
		*value = to
	}
}

// measures says whether a variant is for an instance.
func (v Variant) measures(instance string) bool {
	return v.Instances == nil || slices.Contains(v.Instances, instance)
}
