package bench

import (
	"fmt"
	"slices"

	"github.com/aco-vk/aco-vk/aco"
	"github.com/aco-vk/aco-vk/aco/problem"
)

// Table is a description of what is measured. Each instance and variant makes a row.
type Table struct {
	Name      string
	Title     string
	Quantity  Quantity
	Lengths   bool     // the lengths of tours too, where the quantity is another
	Stages    []string // what is measured of an iteration's time; nil: all of it
	ByStage   bool     // rows are printed with the time of each stage
	Instances []string
	Variants  []Variant
	// Beside are the headings of the published figures; a variant's Figures stand below them, in this order.
	Beside     []string
	Iterations int    // of each run for lengths or tours, where the user says nothing else
	Seed       uint64 // of a run for a tour's hash; 0 stands for 1
}

// Quantity is what a row's figures are compared by.
type Quantity string

const (
	Time      Quantity = "ms"     // device time of the measured stages, an iteration
	Bandwidth Quantity = "GB/s"   // bytes that the measured stages move by definition, a second
	Length    Quantity = "length" // the ants' best tour, a mean over seeds
	Hash      Quantity = "hash"   // of one seed's tour
)

// Variant is a system that a table measures: a preset, or what the program chooses, and what a sweep changes of it.
type Variant struct {
	What      string // its name in the rows; "" stands for the preset's
	Preset    string // "" is Ant System as the program chooses
	AntGroup  int
	Tile      int
	Deposit   aco.Deposit
	Instances []string // those that it is for; nil: all of the table
	Figures   []Figure // below Table.Beside
}

// Label is the variant's name in the rows.
func (v Variant) Label() string {
	switch {
	case v.What != "":
		return v.What
	case v.Preset != "":
		return v.Preset
	}
	return "as chosen"
}

// options are the parameters and the form of a variant.
func (v Variant) options() (aco.Options, error) {
	o := aco.Options{Parameters: problem.AntSystem()}
	if v.Preset != "" {
		preset, err := aco.PresetNamed(v.Preset)
		if err != nil {
			return o, err
		}
		o.Parameters, o.Form = preset.Parameters, preset.Form
	}
	if v.AntGroup > 0 {
		o.Form.AntGroup = v.AntGroup
	}
	if v.Tile > 0 {
		o.Parameters.Tile = v.Tile
	}
	if v.Deposit != "" {
		o.Form.Deposit = v.Deposit
	}
	return o, nil
}

// measures says whether a variant is for an instance.
func (v Variant) measures(instance string) bool {
	return v.Instances == nil || slices.Contains(v.Instances, instance)
}

// MeasuresTimes says whether rows have times.
func (t Table) MeasuresTimes() bool { return t.Quantity == Time || t.Quantity == Bandwidth }

// MeasuresLengths says whether a table's rows have lengths of tours, over seeds.
func (t Table) MeasuresLengths() bool { return t.Quantity == Length || t.Lengths }

// Sources lists where a table's published figures are from, each once.
func (t Table) Sources() ([]string, error) {
	all, err := published()
	if err != nil {
		return nil, err
	}
	var sources []string
	for _, v := range t.Variants {
		for _, figure := range v.Figures {
			if p := all[figure.File]; p != nil && !slices.Contains(sources, p.Source()) {
				sources = append(sources, p.Source())
			}
		}
	}
	return sources, nil
}

// Named returns a table by its name.
func Named(name string) (Table, error) {
	var names []string
	for _, t := range Tables {
		if t.Name == name {
			return t, nil
		}
		names = append(names, t.Name)
	}
	return Table{}, &UsageError{fmt.Sprintf("table %q: there are %v", name, names)}
}

// UsageError says what of a call cannot be.
type UsageError struct{ Reason string }

func (e *UsageError) Error() string { return e.Reason }
