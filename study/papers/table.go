package papers

import (
	"fmt"
	"slices"
	"strings"

	"github.com/aco-vk/aco-vk/aco/classic"
	"github.com/aco-vk/aco-vk/aco/classic/model"
)

// Table describes measurements. Each pair of an instance and a variant is a row.
type Table struct {
	Name      string
	Title     string
	Quantity  Quantity
	Lengths   bool     // measure lengths as well, if Quantity is no length
	Stages    []string // stages whose time is measured; nil: all
	ByStage   bool     `toml:"by_stage"` // print the time of each stage
	Instances []string
	StandIns  bool      // measure generated instances in their place, see WithStandIns
	Variants  []Variant `toml:"rows"`
	// Headings are the headings of the published figures, in the order of Variant.Figures.
	Headings   []string
	Iterations int         // of a run for lengths or hashes, unless the user or the variant sets it
	Limit      *PresetTime // time of a run for lengths; nil: Iterations applies
	Seed       uint64      // of a run for a hash; 0 stands for 1
}

// PresetTime is the device time of a number of iterations of a preset.
type PresetTime struct {
	Preset     string
	Iterations int
}

// MeasuresTimes reports whether rows have times.
func (t Table) MeasuresTimes() bool { return t.Quantity.isTime() }

// MeasuresLengths reports whether rows have tour lengths.
func (t Table) MeasuresLengths() bool { return t.Quantity.IsLength() || t.Lengths }

// PublishedQuantities returns the quantity of the published figures below each heading.
func (t Table) PublishedQuantities() []Quantity {
	list := make([]Quantity, len(t.Headings))
	for i := range list {
		for _, v := range t.Variants {
			if p := published()[v.Figures[i].File]; p != nil && list[i] == "" {
				list[i] = p.quantity(v.Figures[i].Column)
			}
		}
	}
	return list
}

// Sources returns the sources of the published figures, without duplicates.
func (t Table) Sources() (sources []string) {
	for _, v := range t.Variants {
		for _, figure := range v.Figures {
			if p := published()[figure.File]; p != nil && !slices.Contains(sources, p.Source()) {
				sources = append(sources, p.Source())
			}
		}
	}
	return sources
}

// FindTable returns the table with a name. An unknown name is a *UsageError.
func FindTable(name string) (Table, error) {
	return find("table", name, Tables(), func(t Table) string { return t.Name })
}

// find returns the element of a list with a name.
func find[T any](what, name string, list []T, nameOf func(T) string) (found T, err error) {
	var names []string
	for _, element := range list {
		if nameOf(element) == name {
			return element, nil
		}
		names = append(names, nameOf(element))
	}
	return found, &UsageError{fmt.Sprintf("%s %q does not exist; there are %s", what, name, strings.Join(names, ", "))}
}

// UsageError says which argument of a call is invalid.
type UsageError struct{ Reason string }

func (e *UsageError) Error() string { return e.Reason }

// Variant is what a row measures: a preset, or an algorithm with default parameters, with some
// parameters changed.
type Variant struct {
	Name       string          // shown in the rows; "" stands for the preset's name
	Preset     string          // "": the algorithm with default parameters
	Algorithm  model.Algorithm // if Preset is ""; "" stands for Ant System
	AntGroup   int             `toml:"ant_group"`
	AtOnce     int             `toml:"at_once"` // racing ants at once; AllAtOnce: all
	Tile       int
	Deposit    classic.Deposit
	Dispatch   classic.Dispatch
	Ants       int              // AntsAsCities: one per city
	Memory     model.Memory     // of the pheromone
	LowerLimit model.LowerLimit `toml:"lower_limit"`
	Renewal    model.RenewalRule
	BestPeriod model.BestPeriod `toml:"best_period"`
	Period     int              // steps between local updates
	Switch     int              // percent of the cities that are visited when a hybrid's list begins
	Colonies   int
	Devices    int      // that share the colonies; 0 stands for 1
	Iterations int      // of a run for lengths; 0: given by Tours
	Tours      int      // of a run for lengths, per city; 0: the table gives the iterations
	Instances  []string // nil: all of the table
	Figures    []Figure `toml:"published"` // in the order of Table.Headings
}

// AntsAsCities stands for as many ants as cities.
const AntsAsCities = -1

// AllAtOnce stands for a dispatch of all racing ants.
const AllAtOnce = -1

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
	setUnlessZero(&o.Kernel.Dispatch, v.Dispatch)
	setUnlessZero(&o.Kernel.AntsAtOnce, v.AtOnce)
	o.Kernel.AntsAtOnce = max(0, o.Kernel.AntsAtOnce) // AllAtOnce is 0 there
	setUnlessZero(&o.Parameters.Tile, v.Tile)
	setUnlessZero(&o.Parameters.Ants, ants)
	setUnlessZero(&o.Parameters.Memory, v.Memory)
	setUnlessZero(&o.Parameters.LocalUpdatePeriod, v.Period)
	setUnlessZero(&o.Parameters.Colonies, v.Colonies)
	if v.Switch > 0 {
		o.Parameters.Rest = restAt(cities, v.Switch)
	}
	setUnlessZero(&o.Parameters.LowerLimit, v.LowerLimit)
	setUnlessZero(&o.Parameters.Renewal, v.Renewal)
	setUnlessZero(&o.Parameters.BestPeriod, v.BestPeriod)
	return o, nil
}

// system is what a variant runs, as text.
type system string

// system returns what the variant runs, without what a table shows of it and how long it runs.
func (v Variant) system() system {
	v.Name, v.Instances, v.Figures, v.Iterations, v.Tours = "", nil, nil, 0, 0
	return system(fmt.Sprintf("%+v", v))
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

// restAt returns the number of unvisited cities when a part of all is visited.
func restAt(cities, percent int) int { return max(1, cities-cities*percent/100) }

// visitedPercent returns the part of the cities that is visited when the list of a hybrid begins.
func visitedPercent(cities int, p model.Parameters) float64 {
	return 100 * float64(cities-p.Rest) / float64(cities)
}
