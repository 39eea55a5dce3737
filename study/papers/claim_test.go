package papers

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/internal/statistics"
)

// timed returns a row with a time of an iteration of as many ants as cities.
func timed(instance string, cities int, label string, ms float64) Row {
	return Row{
		Instance: instance, Cities: cities, Label: label, Parameters: model.Parameters{Ants: cities},
		Times: &Times{MeasuredMS: ms, ToursMS: ms, StagesMS: map[string]float64{"construct": ms}},
	}
}

// long returns a row with lengths.
func long(instance string, cities int, label string, lengths ...int64) Row {
	mean, _ := statistics.MeanDeviation(lengths)
	return Row{Instance: instance, Cities: cities, Label: label, Lengths: &Lengths{BySeed: lengths, Mean: mean}}
}

// Claims are judged from the rows of a report: they hold, do not hold at some or all instances, or
// nothing was measured.
func TestJudge(t *testing.T) {
	device := Device{Name: "a device"}
	r := &PaperReport{Device: device, Complete: true, Tables: []*Report{
		{Table: "t", Device: device, Rows: []Row{
			timed("d198", 198, "a", 2), timed("d198", 198, "b", 3), timed("d198", 198, "c", 1),
			timed("rat783", 783, "a", 4), timed("rat783", 783, "b", 10), timed("rat783", 783, "c", 5),
			timed("pr1002", 1002, "a", 4), {Instance: "pr1002", Cities: 1002, Label: "b", Remark: "refused"},
		}},
		{Table: "t", Device: reference, Rows: []Row{timed("d198", 198, "a", 20), timed("rat783", 783, "a", 60)}},
		{Table: "lengths", Device: device, Rows: []Row{
			long("d198", 198, "a", 100, 104), long("d198", 198, "b", 101), long("d198", 198, "c", 90),
			long("rat783", 783, "a", 100), long("rat783", 783, "b", 100), long("rat783", 783, "c", 99),
		}},
	}}
	base := Base{"t", "a", Figure{}}
	for name, c := range map[string]struct {
		judge interface{ judge(*PaperReport) []finding }
		seen  string
		want  Outcome
	}{
		"faster": {faster{Table: "t", Row: "a", Than: []string{"b"}}, "1.50 to 2.50 times as fast at d198, rat783", Holds},
		"faster by more": {
			faster{Table: "t", Row: "a", Than: []string{"b"}, Least: 2},
			"2.50 times as fast at rat783; 1.50 times as fast at d198", Contradicts,
		},
		"slower": {
			faster{Table: "t", Row: "b", Than: []string{"a"}}, "0.40 to 0.67 times as fast at d198, rat783", Contradicts,
		},
		"large only": {
			faster{Table: "t", Row: "a", Than: []string{"c"}, Sizes: Sizes{300, 900}}, "1.25 times as fast at rat783", Holds,
		},
		"refused":  {faster{Table: "t", Row: "a", Than: []string{"b"}, Sizes: Sizes{1000, 0}}, "", NotMeasured},
		"no table": {faster{Table: "none", Row: "a", Than: []string{"b"}}, "", NotMeasured},
		"best": {
			speedups{Table: "t", Rows: []string{"a", "c"}, Base: base, Best: 20},
			"20 times the sequential reference here at d198", Holds,
		},
		"best too small": {
			speedups{Table: "t", Rows: []string{"a"}, Base: base, Best: 20},
			"15 times the sequential reference here at rat783", Contradicts,
		},
		"below": {
			speedups{Table: "t", Rows: []string{"a", "c"}, Base: base, Below: 13},
			"10 to 12 times the sequential reference here at d198, rat783; " +
				"15 to 20 times the sequential reference here at d198, rat783", Contradicts,
		},
		"published base": {
			speedups{Table: "t", Rows: []string{"a"}, Base: Base{"none", "a", Figure{"zhou2017-c1", "cpu"}}, Best: 7},
			"727 times the paper's sequential program at pr1002", Holds,
		},
		"equal": {
			quality{Table: "lengths", Row: "b", Other: "a", Within: 1}, "-0.98 to +0.00% at d198, rat783", Holds,
		},
		"shorter than equal": {
			quality{Table: "lengths", Row: "c", Other: "a", Within: 2}, "-1.00% at rat783; -11.76% at d198", Contradicts,
		},
		"shorter":  {quality{Table: "lengths", Row: "c", Other: "a", Shorter: true}, "-11.76 to -1.00% at d198, rat783", Holds},
		"shortest": {quality{Table: "lengths", Row: "b", Other: "a", Shortest: true, Shorter: true, Sizes: Sizes{0, 200}}, "+1.00% at d198", Contradicts},
		"published": {
			quality{Table: "lengths", Row: "a", Published: Figure{"zhou2017-c6", "cpu"}, Sizes: Sizes{0, 200}, Within: 1},
			"-99.41% at d198", Contradicts,
		},
		"several": {
			claim{Faster: []faster{{Table: "t", Row: "a", Than: []string{"b"}}, {Table: "t", Row: "a", Than: []string{"c"}}}}, "1.25 to 2.50 times as fast at d198, rat783; 0.50 times as fast at d198", Contradicts,
		},
	} {
		findings := c.judge.judge(r)
		text, result := "", NotMeasured
		if len(findings) > 0 {
			text, result = seen(findings)
		}
		if text != c.seen || result != c.want {
			t.Errorf("%s: %q, %s; want %q, %s", name, text, result, c.seen, c.want)
		}
	}
	r.Complete = false
	if found := (speedups{Table: "t", Rows: []string{"a"}, Base: base, Best: 20}).judge(r); found != nil {
		t.Errorf("the best of an incomplete report: %+v", found)
	}
	r.StandIns = true
	if found := (quality{Table: "lengths", Row: "a", Published: Figure{"zhou2017-c6", "cpu"}}).judge(r); found != nil {
		t.Errorf("lengths of stand-ins beside published ones: %+v", found)
	}
	r.Iterations = 2
	if found := (quality{Table: "lengths", Row: "a", Other: "b", Shorter: true}).judge(r); found != nil {
		t.Errorf("lengths after other iterations than the paper's: %+v", found)
	}
}

// Every row, table, base and published figure of a claim and of a figure exists in the tables of
// its paper, so that a claim is not left unmeasured by a wrong name. Every paper has claims.
func TestClaimsAreOfTables(t *testing.T) {
	has := func(paper, table string, sequential bool, row string) {
		t.Helper()
		for _, p := range paperNamed(t, paper).Tables {
			if p.Name != table || sequential && p.Sequential != row || !sequential && p.Sequential != "" {
				continue
			}
			for _, v := range named(t, table).Variants {
				if v.Label() == row {
					return
				}
			}
		}
		t.Errorf("%s has no row %s of table %s, sequential %v", paper, row, table, sequential)
	}
	hasBase := func(paper string, base Base) {
		t.Helper()
		has(paper, base.Table, true, base.Row)
		hasFigure(t, base.Published)
	}
	check := func(c claim) {
		for _, j := range c.Faster {
			for _, row := range append(j.Than, j.Row) {
				has(c.paper, j.Table, false, row)
			}
		}
		for _, j := range c.Speedups {
			for _, row := range j.Rows {
				has(c.paper, j.Table, false, row)
			}
			hasBase(c.paper, j.Base)
			if (j.Best == 0) == (j.Below == 0) {
				t.Errorf("%s: one of best and below", c.Text)
			}
		}
		for _, j := range c.Lengths {
			has(c.paper, j.Table, false, j.Row)
			if j.Other != "" {
				has(c.paper, j.Table, false, j.Other)
			}
			hasFigure(t, j.Published)
			if (j.Other == "") == (j.Published == Figure{}) || (j.Within == 0) != j.Shorter {
				t.Errorf("%s: %+v", c.Text, j)
			}
		}
		for _, j := range c.Trials {
			if !slices.Contains(trialCounts, j.Trials) || named(t, j.Table).Quantity != Trials {
				t.Errorf("%s: %+v", c.Text, j)
			}
		}
		if len(c.Faster)+len(c.Speedups)+len(c.Lengths)+len(c.Trials) == 0 {
			t.Errorf("%s: nothing is compared", c.Text)
		}
	}
	papers := map[string]bool{}
	texts := map[string]bool{}
	for _, c := range read().claims {
		if key := c.paper + c.Text; texts[key] || c.Source == "" {
			t.Errorf("%s: twice, or without a source", c.Text)
		} else {
			texts[key] = true
		}
		papers[c.paper] = true
		check(c)
	}
	for _, p := range Papers() {
		if !papers[p.Name] || len(p.Figures()) == 0 {
			t.Errorf("%s has no claims or no figures", p.Name)
		}
		for _, f := range p.Figures() {
			for _, v := range named(t, f.Table).Variants {
				if strings.Contains(v.Label(), f.Rows) {
					has(p.Name, f.Table, false, v.Label())
				}
			}
			if f.Y == Speedup {
				hasBase(p.Name, f.Base)
			}
		}
	}
}

func hasFigure(t *testing.T, f Figure) {
	t.Helper()
	if p := published()[f.File]; f != (Figure{}) && (p == nil || !strings.Contains(strings.Join(p.Columns, "\n"), f.Column)) {
		t.Errorf("there is no figure %+v", f)
	}
}

// A judgment of a report has the claim, its source and, where it does not hold, the known reason.
func TestJudgmentsHaveReasons(t *testing.T) {
	device := Device{Name: "a device"}
	r := &PaperReport{Paper: "zhou2017", Device: device, Tables: []*Report{{
		Table: "zhou2017-figure1", Device: device, Rows: []Row{
			timed("pcb442", 442, "zhou2017-group", 1), timed("pcb442", 442, "zhou2017-group-stc", 2),
			timed("pcb442", 442, "zhou2017-group-stc-tr", 1),
		},
	}}}
	for _, j := range r.Judge() {
		switch {
		case strings.Contains(j.Claim, "(STC)"):
			if j.Result != Contradicts || j.Why == "" || j.Seen != "0.50 times as fast at pcb442" {
				t.Errorf("%+v", j)
			}
		case strings.Contains(j.Claim, "(TR)"):
			if j.Result != Holds || j.Why != "" {
				t.Errorf("%+v", j)
			}
		case j.Result != NotMeasured || j.Seen != "" || j.Why != "":
			t.Errorf("%+v", j)
		}
	}
}

// A figure has a line for each row name over the cities, and for each instance over a parameter.
// Speed-ups are over the reference on the host for as many tours, and over the published time.
func TestCurves(t *testing.T) {
	device := Device{Name: "a device"}
	switched := func(percent, ms int) Row {
		row := timed("d198", 200, fmt.Sprintf("switch at %d%%", percent), float64(ms))
		row.Parameters.Rest = restAt(200, percent)
		return row
	}
	half := timed("d198", 198, "zhou2017-dynamic", 2)
	half.Parameters.Ants, half.Times.ToursMS = 99, 4
	r := &PaperReport{Device: device, Tables: []*Report{
		{Table: "zhou2017-figure1", Device: device, Rows: []Row{
			timed("lin318", 318, "zhou2017-group", 5), timed("d198", 198, "zhou2017-group", 2), half,
			{Instance: "pcb442", Cities: 442, Label: "zhou2017-group", Remark: "refused"},
		}},
		{Table: "zhou2017-c1", Device: reference, Rows: []Row{timed("d198", 198, "zhou2017-ke-all", 20)}},
		{Table: "uchida2014-figure12", Device: device, Rows: []Row{switched(85, 2), switched(10, 5)}},
	}}
	figure := func(name string) PaperFigure {
		for _, f := range Figures() {
			if f.Name == name {
				return f
			}
		}
		t.Fatalf("no figure %s", name)
		return PaperFigure{}
	}
	want := []Curve{
		{"zhou2017-group", []CurvePoint{
			{Instance: "d198", X: 198, Y: 10, OverPublished: 7.5}, {Instance: "lin318", X: 318, OverPublished: 54. / 5},
		}},
		{"zhou2017-dynamic", []CurvePoint{{Instance: "d198", X: 198, Y: 5, OverPublished: 3.75}}},
	}
	if diff := cmp.Diff(want, figure("zhou2017-figure1").Curves(r)); diff != "" {
		t.Errorf("speed-ups (-want +got):\n%s", diff)
	}
	want = []Curve{{"d198", []CurvePoint{{Instance: "d198", X: 10, Y: 5}, {Instance: "d198", X: 85, Y: 2}}}}
	if diff := cmp.Diff(want, figure("uchida2014-figure12").Curves(r)); diff != "" {
		t.Errorf("switches (-want +got):\n%s", diff)
	}
	if curves := figure("cecilia2013-figure7").Curves(r); curves != nil {
		t.Errorf("without the table: %+v", curves)
	}
}
