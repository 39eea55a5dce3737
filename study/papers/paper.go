package papers

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Paper lists the tables of a paper.
type Paper struct {
	Name   string // prefix of its presets and tables
	Title  string
	Tables []PaperTable
}

// PaperTable is a table of a paper's report.
type PaperTable struct {
	Name string // of a [Table]
	// Sequential is a row to measure by the sequential reference on the host, as the base of
	// speed-ups. Larger instances than maxVerifiedCities are left out. "": measure all rows on the
	// device.
	Sequential string
}

// sequential returns the table of a base of speed-ups, which the sequential reference measures.
func sequential(base Base) PaperTable { return PaperTable{base.Table, base.Row} }

// paperTables returns tables that are measured on the device, with all rows.
func paperTables(names ...string) []PaperTable {
	var list []PaperTable
	for _, name := range names {
		list = append(list, PaperTable{Name: name})
	}
	return list
}

// FindPaper returns the paper with a name. An unknown name is a *UsageError.
func FindPaper(name string) (Paper, error) {
	return find("paper", name, Papers(), func(p Paper) string { return p.Name })
}

// section is a table of a paper with what is measured of it.
type section struct {
	Table
	sequential bool
	rows       []rowKey
	instances  []string // of the rows
}

// rowKey identifies a row of a table by the published instance and the name of the variant.
type rowKey struct{ instance, label string }

func keyOf(r Row) rowKey {
	if r.StandInFor != "" {
		return rowKey{r.StandInFor, r.Label}
	}
	return rowKey{r.Instance, r.Label}
}

// variantsOn returns the variants that a table measures on an instance: those whose names contain the
// text of the options, as far as there are devices for them.
func (t Table) variantsOn(instance string, o Options) (list []Variant) {
	for _, v := range t.Variants {
		if v.measures(instance) && strings.Contains(v.Label(), o.Rows) && v.Devices <= 1+len(o.More) {
			list = append(list, v)
		}
	}
	return list
}

// sections returns the tables of a paper with the rows that the options select. An instance that
// no table has, and options without a row, are *UsageErrors.
func (p Paper) sections(o PaperOptions) ([]section, error) {
	var sections []section
	unknown := slices.Clone(o.Instances)
	for _, of := range p.Tables {
		table, err := FindTable(of.Name)
		if err != nil {
			return nil, err
		}
		if o.StandIns {
			table = table.WithStandIns()
		}
		unknown = slices.DeleteFunc(unknown, func(name string) bool { return slices.Contains(table.Instances, name) })
		if of.Sequential != "" && o.Device == nil || table.Quantity.IsLength() && o.Seeds == 0 {
			continue // measured already, or nothing to measure
		}
		if of.Sequential != "" {
			table.Variants = slices.DeleteFunc(slices.Clone(table.Variants),
				func(v Variant) bool { return v.Label() != of.Sequential })
		}
		s := section{Table: table, sequential: of.Sequential != ""}
		for _, name := range table.Instances {
			cities := citiesOf(name)
			if o.Instances != nil && !slices.Contains(o.Instances, name) || o.MaxCities > 0 && cities > o.MaxCities ||
				s.sequential && cities > maxVerifiedCities {
				continue
			}
			variants := table.variantsOn(name, o.Options)
			if variants != nil {
				s.instances = append(s.instances, name)
			}
			for _, v := range variants {
				s.rows = append(s.rows, rowKey{name, v.Label()})
			}
		}
		if s.rows != nil {
			sections = append(sections, s)
		}
	}
	switch {
	case len(unknown) > 0:
		return nil, &UsageError{fmt.Sprintf("instance %q is in no table of %s", unknown[0], p.Title)}
	case sections == nil:
		return nil, &UsageError{fmt.Sprintf("the tables of %s have no such rows", p.Title)}
	}
	return sections, nil
}

// citiesOf returns the number of cities in the name of a published instance, 0 if it has none.
func citiesOf(name string) int {
	parts := publishedName.FindStringSubmatch(name)
	if parts == nil {
		return 0
	}
	cities, err := strconv.Atoi(parts[2])
	if err != nil {
		return 0
	}
	if parts[3] != "" {
		cities *= 1000
	}
	return cities
}
