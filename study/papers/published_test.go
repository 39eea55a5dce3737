package papers

import (
	"slices"
	"strings"
	"testing"
)

// Every published figure belongs to an instance of a table and is shown in a table. Every column
// that a table names exists and has the table's quantity.
func TestFiguresAndTablesAgree(t *testing.T) {
	all := published()
	used := map[Figure]bool{}
	for _, table := range Tables() {
		quantities := table.PublishedQuantities()
		for _, v := range table.Variants {
			if len(v.Figures) != len(table.Headings) {
				t.Errorf("%s, %s: %d figures under %d headings", table.Name, v.Label(), len(v.Figures),
					len(table.Headings))
			}
			for i, figure := range v.Figures {
				used[figure] = true
				if figure == (Figure{}) {
					continue
				}
				if p := all[figure.File]; p == nil || p.quantity(figure.Column) != quantities[i] {
					t.Errorf("%s, %s: no figures of %s for %v", table.Name, v.Label(), quantities[i], figure)
				} else if !table.measuresQuantity(quantities[i]) {
					t.Errorf("%s: no measured quantity is comparable with %s of %s", table.Name, quantities[i],
						figure.File)
				}
			}
		}
	}
	for file, p := range all {
		for _, column := range p.Columns {
			if !used[Figure{file, column}] {
				t.Errorf("%s: no table shows the column %s", file, column)
			}
			delete(used, Figure{file, column})
		}
		for cell := range p.cells {
			instance := cell[0]
			if !slices.ContainsFunc(Tables(), func(t Table) bool { return slices.Contains(t.Instances, instance) }) &&
				instance != anyInstance {
				t.Errorf("%s: no table has the instance %s", file, instance)
			}
		}
	}
	delete(used, Figure{})
	for figure := range used {
		t.Errorf("%s has no column %s", figure.File, figure.Column)
	}
}

func TestFiguresAreAsPublished(t *testing.T) {
	for _, c := range []struct {
		figure   Figure
		instance string
		want     float64
	}{
		{Figure{"zhou2017-c1", "gpu"}, "fnl4461", 8903.6},
		{Figure{"zhou2017-c2", "1024"}, "rat783", 0},
		{Figure{"uchida2014-3", "gpu"}, "lin318", 8.9729}, // 897.29 for 100 iterations
		{Figure{"cecilia2013-6", "powf"}, "pr2392", 23},   // one figure for all instances
		{Figure{"cecilia2013-4", "5"}, "pr2392", 1313744.4},
		{Figure{"zhou2017-c6", "cpu most"}, "fl1577", 26488},
		{Figure{"uchida2014-1", "cpu hybrid"}, "pr1002", 815.05},
		{Figure{"delevacq2013-1", "hoos mean"}, "kroA100", 21336.90},
		{Figure{"delevacq2013-1", "hoos mean"}, "rat783", 0},
		{Figure{"delevacq2013-2", "ant-block-shared mean"}, "d2103", 80682.40},
		{Figure{"delevacq2013-4", "C ant-thread"}, "d2103", 82352.83},
		{Figure{"delevacq2013-6-speedup", "2"}, "lin318", 23.60},
		{Figure{"skinderowicz2016-5", "8"}, "pr2392", 5.19},
		{Figure{"skinderowicz2016-7", "1024 least"}, "nrw1379", 2.949},
		{Figure{"skinderowicz2016-10-time", "acs-gpu-spm"}, "rl5915", 1344.87}, // seconds of 1000 n tours
		{Figure{"skinderowicz-cuda-h200", "mmas"}, "fnl4461", 12.1},
	} {
		if got, ok := c.figure.lookUp(c.instance); got != c.want || ok != (c.want > 0) {
			t.Errorf("%v of %s: %v, %v; want %v", c.figure, c.instance, got, ok, c.want)
		}
	}
}

// measuresQuantity reports whether a table measures a quantity.
func (t Table) measuresQuantity(q Quantity) bool {
	return q.isTime() && t.MeasuresTimes() || q.IsLength() && t.MeasuresLengths() || q == Speedup || q == Limit &&
		t.Limit != nil
}

func TestInvalidFigures(t *testing.T) {
	const head = "# paper: P\n# table: T\n# device: D\n# unit: ms\n"
	for text, fault := range map[string]string{
		head + "instance\ta\nd198\t1\t2\n":    "line 6: 2 cells under 1 columns",
		head + "instance\ta\nd198\tone\n":     "line 6",
		head + "# year: 2017\n":               `line 5: unknown key "year"`,
		"# paper: P\ninstance\ta\nd198\t1\n":  "needs paper, table",
		head + "instance\ta\n":                "needs paper, table",
		head + "# iterations: some\n":         "line 5",
		head + "instance\ta\tb\nd198\t1\t2\n": "",
	} {
		_, err := parsePublished(text)
		if (err == nil) != (fault == "") || err != nil && !strings.Contains(err.Error(), fault) {
			t.Errorf("%q: %v, want %q", text, err, fault)
		}
	}
	if _, ok := (Figure{"zhou2017-c9", "gpu"}).lookUp("d198"); ok {
		t.Error("a file that does not exist has a figure")
	}
	if new(Figure).UnmarshalText([]byte("zhou2017-c1")) == nil {
		t.Error("a file without a column names a figure")
	}
}
