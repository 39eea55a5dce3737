package bench

import (
	"fmt"
	"slices"
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
	Headings   []string
	Iterations int         // of each run for lengths or tours, where neither the user nor the variant says something else
	Limit      *PresetTime // the time of each run for lengths, in place of iterations
	Seed       uint64      // of a run for a tour's hash; 0 stands for 1
}

// PresetTime is the device time that so many iterations of a preset take here.
type PresetTime struct {
	Preset     string
	Iterations int
}

// MeasuresTimes says whether rows have times.
func (t Table) MeasuresTimes() bool { return t.Quantity.times() }

// MeasuresLengths says whether a table's rows have lengths of tours, over seeds.
func (t Table) MeasuresLengths() bool { return t.Quantity.IsLength() || t.Lengths }

// PublishedQuantities are what the published figures below Beside are of.
func (t Table) PublishedQuantities() ([]Quantity, error) {
	all, err := published()
	if err != nil {
		return nil, err
	}
	list := make([]Quantity, len(t.Headings))
	for i := range list {
		for _, v := range t.Variants {
			if p := all[v.Figures[i].File]; p != nil && list[i] == "" {
				list[i] = p.quantity(v.Figures[i].Column)
			}
		}
	}
	return list, nil
}

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

// FindTable returns a table by its name.
func FindTable(name string) (Table, error) {
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

// Tables are all that there is to measure.
var Tables = slices.Concat(antSystemTables, candidateTables)
