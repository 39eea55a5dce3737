package bench

import (
	"cmp"
	"slices"
)

// order is a paper's statement that one of its variants is faster than another on instances of a
// range of sizes.
type order struct {
	faster, slower string // presets
	from, to       int    // cities
	source         string
}

// orders lists the statements in the papers' texts for which their tables have no figures.
var orders = []order{
	{"zhou2017-ke-all", "zhou2017-ke-one", 198, 1577, "Zhou et al. 2017, appendix C.3"},
	{"zhou2017-group-stc", "zhou2017-group", 442, 4461, "Zhou et al. 2017, appendix C.4"},
	{"zhou2017-group-stc-tr", "zhou2017-group-stc", 442, 4461, "Zhou et al. 2017, appendix C.4"},
	{"zhou2017-dynamic", "zhou2017-group-stc-tr", 2392, 4461, "Zhou et al. 2017, appendix C.4"},
	{"cecilia2013-iroulette", "cecilia2013-data", 198, 2392, "Cecilia et al. 2013, section 5.1.3"},
	{"cecilia2013-data", "cecilia2013-task", 198, 2392, "Cecilia et al. 2013, section 5.1.4"},
}

// Comparison compares a paper's order of two of its variants with the times measured here.
type Comparison struct {
	Instance       string
	Faster, Slower string // according to the paper
	Source         string
	FasterMS       float64 // measured here
	SlowerMS       float64
}

// Holds reports whether the order is the same here.
func (c Comparison) Holds() bool { return c.FasterMS < c.SlowerMS }

// Comparisons compares the times of the table presets with the papers' orders. A paper gives an
// order in its text, or by its figures for neighbouring variants.
func (r *Report) Comparisons() ([]Comparison, error) {
	table, err := FindTable(r.Table)
	if err != nil {
		return nil, err
	}
	all, err := published()
	if err != nil {
		return nil, err
	}
	var list []Comparison
	for instance, rows := range r.byInstance() {
		add := func(faster, slower, source string) {
			if f, s := rows[faster], rows[slower]; f.Times != nil && s.Times != nil {
				list = append(
					list, Comparison{instance, faster, slower, source, f.Times.MeasuredMS, s.Times.MeasuredMS},
				)
			}
		}
		for _, o := range orders {
			if cities := rows[o.faster].Cities; o.from <= cities && cities <= o.to {
				add(o.faster, o.slower, o.source)
			}
		}
		for file, names := range table.byFigures(rows) {
			for i := 1; i < len(names); i++ {
				add(names[i-1], names[i], all[file].Source())
			}
		}
	}
	slices.SortStableFunc(list, func(a, b Comparison) int {
		return cmp.Or(
			r.rowIndex(a.Instance, "")-r.rowIndex(b.Instance, ""),
			r.rowIndex(a.Instance, a.Faster)-r.rowIndex(b.Instance, b.Faster),
		)
	})
	return list, nil
}

// byInstance returns the rows by instance and preset.
func (r *Report) byInstance() map[string]map[string]Row {
	all := map[string]map[string]Row{}
	for _, row := range r.Rows {
		if all[row.Instance] == nil {
			all[row.Instance] = map[string]Row{}
		}
		all[row.Instance][row.Preset] = row
	}
	return all
}

// byFigures returns, for each file of figures, the timed presets that have a figure in it, from
// the paper's fastest to its slowest.
func (t Table) byFigures(rows map[string]Row) map[string][]string {
	figure := func(preset string) float64 { return rows[preset].Published[0].Value }
	files := map[string][]string{}
	for _, v := range t.Variants {
		row := rows[v.Preset]
		if row.Times != nil && len(row.Published) > 0 && figure(v.Preset) > 0 {
			files[v.Figures[0].File] = append(files[v.Figures[0].File], v.Preset)
		}
	}
	for _, names := range files {
		slices.SortFunc(names, func(a, b string) int { return cmp.Compare(figure(a), figure(b)) })
	}
	return files
}

// rowIndex returns the index of an instance's first row, or of its row of a preset.
func (r *Report) rowIndex(instance, preset string) int {
	return slices.IndexFunc(
		r.Rows, func(row Row) bool { return row.Instance == instance && (preset == "" || row.Preset == preset) },
	)
}
