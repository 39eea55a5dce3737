package papers

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/internal/statistics"
)

// timed returns a row with a time of an iteration of as many ants as cities.
func timed(instance string, cities int, label string, ms float64) Row {
	return Row{
		Instance: instance, Cities: cities, Label: label, Parameters: model.Parameters{Ants: cities},
		Times: &Times{MeasuredMS: ms, IterationMS: ms, ToursMS: ms, StagesMS: map[string]float64{"construct": ms}},
	}
}

// long returns a row with lengths.
func long(instance string, cities int, label string, lengths ...int64) Row {
	mean, _ := statistics.MeanDeviation(lengths)
	return Row{Instance: instance, Cities: cities, Label: label, Lengths: &Lengths{BySeed: lengths, Mean: mean}}
}

// Claims are judged from the rows that they are about: they hold, do not hold, are undecided, or rows
// are missing.
func TestJudge(t *testing.T) {
	const all, one = "zhou2017-ke-all", "zhou2017-ke-one"
	const roulette, data = "cecilia2013-iroulette", "cecilia2013-data"
	device := Device{Name: "a device"}
	compared := long("d198", 198, all, 17302)
	compared.Verified = Equal
	differs := long("lin318", 318, all, 47406)
	differs.Verified = Differs
	refused := Row{Instance: "lin318", Cities: 318, Label: "1024 invocations", Remark: "the device has work-groups of 32 to 512"}
	r := &PaperReport{Device: device, Complete: true, Tables: []*Report{
		{Table: "zhou2017-figurec1", Device: device, Rows: []Row{
			timed("d198", 198, all, 2), timed("d198", 198, one, 3), timed("lin318", 318, all, 4), timed("lin318", 318, one, 10),
			timed("pcb442", 442, all, 4), timed("pcb442", 442, one, 4.04), timed("rat783", 783, all, 4),
		}},
		{Table: "zhou2017-c1", Device: reference, Rows: []Row{timed("d198", 198, all, 20), timed("lin318", 318, all, 60), timed("rat783", 783, all, 10)}},
		{Table: "zhou2017-c2", Device: device, Rows: []Row{
			timed("d198", 198, "256 invocations", 1), timed("d198", 198, "512 invocations", 2), timed("d198", 198, "1024 invocations", 3),
			timed("lin318", 318, "256 invocations", 2), timed("lin318", 318, "512 invocations", 1), refused,
		}},
		{Table: "uchida2014-figure11", Device: device, Rows: []Row{
			{Instance: "pr1002", Cities: 1002, Label: "uchida2014-trial", Trials: []TrialShare{{1, 49}, {32, 90}}},
		}},
		{Table: "zhou2017-c6", Device: device, Rows: []Row{compared, differs}},
		{Table: "cecilia2013-figure9", Device: device, Rows: []Row{
			long("d198", 198, all, 1000, 1002, 1001), long("d198", 198, data, 1000, 1003, 1001), long("d198", 198, roulette, 900, 901),
			long("a280", 280, all, 1000, 1001), long("a280", 280, data, 900, 1100), long("a280", 280, roulette, 950),
			long("lin318", 318, all, 1000, 1002, 1004), long("lin318", 318, data, 1005, 1007, 1009),
		}},
	}}
	base := Base{"zhou2017-c1", all, Figure{"zhou2017-c1", "cpu"}} // ACOTSP takes 15, 54, 198 and 1519 ms
	sizes := []string{"256 invocations", "512 invocations"}
	for name, c := range map[string]struct {
		claim claim
		seen  string
		want  Outcome
	}{
		"faster": {
			claim{Faster: []faster{{Table: "zhou2017-figurec1", Row: all, Than: []string{one}, Sizes: Sizes{0, 400}}}},
			"1.50 to 2.50 times as fast at d198, lin318", Holds,
		},
		"faster by more": {
			claim{Faster: []faster{{Table: "zhou2017-figurec1", Row: all, Than: []string{one}, Least: 2, Sizes: Sizes{0, 400}}}},
			"2.50 times as fast at lin318; 1.50 times as fast at d198", Contradicts,
		},
		"as fast": {
			claim{Faster: []faster{{Table: "zhou2017-figurec1", Row: all, Than: []string{one}, Sizes: Sizes{0, 500}}}},
			"1.50 to 2.50 times as fast at d198, lin318; undecided: 1.01 times as fast at pcb442", Undecided,
		},
		"a selection": {
			claim{Faster: []faster{{Table: "zhou2017-figurec1", Row: all, Than: []string{one}, Sizes: Sizes{300, 1100}}}},
			"2.50 times as fast at lin318; undecided: 1.01 times as fast at pcb442; missing: zhou2017-ke-one and zhou2017-ke-all " +
				"of zhou2017-figurec1 at rat783, pr1002", NotMeasured,
		},
		"one instance is enough": {
			claim{Faster: []faster{{Table: "zhou2017-figurec1", Row: all, Than: []string{one}, Best: 2.2}}},
			"2.50 times as fast at lin318", Holds,
		},
		"another instance may be faster": {
			claim{Faster: []faster{{Table: "zhou2017-figurec1", Row: all, Than: []string{one}, Best: 3, Sizes: Sizes{0, 800}}}},
			"undecided: 2.50 times as fast at lin318; missing: zhou2017-ke-one of zhou2017-figurec1 at rat783", NotMeasured,
		},
		"no table": {
			claim{Faster: []faster{{Table: "zhou2017-figure1", Row: "zhou2017-group", Than: []string{"zhou2017-dynamic"}, Sizes: Sizes{0, 200}}}},
			"missing: zhou2017-group and zhou2017-dynamic of zhou2017-figure1 at d198", NotMeasured,
		},
		"best over both": {
			claim{Speedups: []speedups{{Table: "zhou2017-figurec1", Rows: []string{all}, Base: base, Best: 10, Sizes: Sizes{0, 400}}}},
			"15 times the sequential reference here at lin318; 13.5 times the paper's sequential program at lin318", Holds,
		},
		"best over one": {
			claim{Speedups: []speedups{{Table: "zhou2017-figurec1", Rows: []string{all}, Base: base, Best: 14, Sizes: Sizes{0, 400}}}},
			"15 times the sequential reference here at lin318; 13.5 times the paper's sequential program at lin318", Undecided,
		},
		"best of too few": {
			claim{Speedups: []speedups{{Table: "zhou2017-figurec1", Rows: []string{one}, Base: base, Best: 40, Sizes: Sizes{0, 800}}}},
			"undecided: 6.67 times the sequential reference here at d198; undecided: 49 times the paper's sequential program at pcb442; " +
				"missing: the sequential reference of zhou2017-c1 at pcb442, zhou2017-ke-one of zhou2017-figurec1 at rat783", NotMeasured,
		},
		"no base": {
			claim{Speedups: []speedups{{Table: "zhou2017-figurec1", Rows: []string{all}, Base: base, Best: 40, Sizes: Sizes{400, 500}}}},
			"undecided: 49.5 times the paper's sequential program at pcb442; missing: the sequential reference of zhou2017-c1 at pcb442", NotMeasured,
		},
		"no base, too few": {
			claim{Speedups: []speedups{{Table: "zhou2017-figurec1", Rows: []string{all}, Base: base, Best: 50, Sizes: Sizes{400, 500}}}},
			"undecided: 49.5 times the paper's sequential program at pcb442; missing: the sequential reference of zhou2017-c1 at pcb442", NotMeasured,
		},
		"below": {
			claim{Speedups: []speedups{{Table: "zhou2017-figurec1", Rows: []string{all}, Base: base, Below: 11, Sizes: Sizes{0, 400}}}},
			"10 times the sequential reference here at d198; 7.5 times the paper's sequential program at d198; " +
				"15 times the sequential reference here at lin318; 13.5 times the paper's sequential program at lin318", Contradicts,
		},
		"equal lengths": {
			claim{Lengths: []quality{{Table: "cecilia2013-figure9", Row: data, Other: all, Within: 2, Sizes: Sizes{0, 200}}}}, "+0.03% at d198", Holds,
		},
		"of other lengths": {
			claim{Lengths: []quality{{Table: "cecilia2013-figure9", Row: roulette, Other: all, Within: 2, Sizes: Sizes{0, 200}}}}, "-10.04% at d198", Contradicts,
		},
		"shorter": {
			claim{Lengths: []quality{{Table: "cecilia2013-figure9", Row: roulette, Other: all, Within: 2, OrShorter: true, Sizes: Sizes{0, 200}}}},
			"-10.04% at d198", Holds,
		},
		"longer": {
			claim{Lengths: []quality{{Table: "cecilia2013-figure9", Row: all, Other: roulette, Shorter: true, Sizes: Sizes{0, 200}}}}, "+11.16% at d198", Contradicts,
		},
		"within the spread": {
			claim{Lengths: []quality{{Table: "cecilia2013-figure9", Row: data, Other: all, Shorter: true, Sizes: Sizes{0, 300}}}},
			"-0.05 to +0.03% at d198, a280", Undecided,
		},
		"longer in the only test": { // p = .038
			claim{Lengths: []quality{{Table: "cecilia2013-figure9", Row: data, Other: all, Shorter: true, Sizes: Sizes{318, 318}}}},
			"+0.50% at lin318", Contradicts,
		},
		"longer in one of two tests": {
			claim{Lengths: []quality{
				{Table: "cecilia2013-figure9", Row: data, Other: all, Shorter: true, Sizes: Sizes{318, 318}},
				{Table: "cecilia2013-figure9", Row: data, Other: all, Shorter: true, Sizes: Sizes{198, 198}},
			}},
			"+0.03 to +0.50% at d198, lin318", Undecided,
		},
		"of one run": {
			claim{Lengths: []quality{{Table: "cecilia2013-figure9", Row: roulette, Other: all, Shorter: true, Sizes: Sizes{280, 280}}}},
			"-5.05% at a280", Undecided,
		},
		"the shortest": {
			claim{Lengths: []quality{{Table: "zhou2017-c6", Row: all, Published: Figure{"zhou2017-c6", "gpu"}, Runs: 10, Shorter: true, Sizes: Sizes{0, 400}}}},
			"-0.40 to -0.23% at d198, lin318", Holds,
		},
		"the shortest of fewer runs": {
			claim{Lengths: []quality{{Table: "zhou2017-c6", Row: all, Published: Figure{"zhou2017-c6", "cpu"}, Runs: 10, Shorter: true, Sizes: Sizes{0, 200}}}},
			"+0.00% at d198", Undecided,
		},
		"the shortest of as many runs": {
			claim{Lengths: []quality{{Table: "zhou2017-c6", Row: all, Published: Figure{"zhou2017-c6", "cpu"}, Runs: 1, Shorter: true, Sizes: Sizes{0, 200}}}},
			"+0.00% at d198", Contradicts,
		},
		"the same tours": {
			claim{Same: []same{{Table: "zhou2017-c6", Rows: []string{all}, Published: Figure{"zhou2017-c6", "gpu"}, Sizes: Sizes{0, 400}}}},
			"the tours of the sequential reference at d198; other tours than the sequential reference at lin318; " +
				"mean lengths beside the paper's sequential program: -0.40 to -0.23% at d198, lin318", Contradicts,
		},
		"not compared": {
			claim{Same: []same{{Table: "zhou2017-c6", Rows: []string{all}, Sizes: Sizes{198, 198}}, {Table: "zhou2017-c6", Rows: []string{all}, Sizes: Sizes{442, 442}}}},
			"the tours of the sequential reference at d198; missing: zhou2017-ke-all of zhou2017-c6, compared with the reference, at pcb442", NotMeasured,
		},
		"the size grows": {
			claim{Grows: []grows{{Table: "zhou2017-c2", Rows: append(sizes, "1024 invocations"), Sizes: Sizes{0, 400}}}},
			"256 invocations at d198; 512 invocations at lin318; not on this device: 1024 invocations", Holds,
		},
		"the size falls": {
			claim{Grows: []grows{{Table: "zhou2017-c2", Rows: []string{"512 invocations", "256 invocations"}, Sizes: Sizes{0, 400}}}},
			"256 invocations at d198; 512 invocations at lin318", Contradicts,
		},
		"the speed-up grows": {
			claim{Grows: []grows{{Table: "zhou2017-figurec1", Rows: []string{all}, Base: base, Sizes: Sizes{0, 500}}}},
			"undecided: 10 to 15 times the sequential reference here at d198, lin318; missing: zhou2017-ke-all of zhou2017-figurec1 at pcb442", NotMeasured,
		},
		"a share": {
			claim{Within: []within{{Table: "zhou2017-c2", Row: "256 invocations", Stages: []string{"construct"}, Most: 10, Sizes: Sizes{0, 400}}}},
			"100% at d198, lin318", Contradicts,
		},
		"trials": {
			claim{Within: []within{{Table: "uchida2014-figure11", Row: "uchida2014-trial", Trials: 1, Least: 40, Most: 60}}}, "49% at pr1002", Holds,
		},
		"too many trials": {
			claim{Within: []within{{Table: "uchida2014-figure11", Row: "uchida2014-trial", Trials: 32, Least: 40, Most: 60}}}, "90% at pr1002", Contradicts,
		},
		"another number of trials": {
			claim{Within: []within{{Table: "uchida2014-figure11", Row: "uchida2014-trial", Trials: 5, Least: 40, Most: 60}}}, "", NotMeasured,
		},
		"several": {
			claim{
				Faster:  []faster{{Table: "zhou2017-figurec1", Row: all, Than: []string{one}, Sizes: Sizes{0, 200}}},
				Lengths: []quality{{Table: "cecilia2013-figure9", Row: roulette, Other: all, Shorter: true, Sizes: Sizes{280, 280}}},
			}, "1.50 times as fast at d198; undecided: -5.05% at a280", Undecided,
		},
	} {
		if e := c.claim.judge(r); e.text() != c.seen || e.outcome() != c.want {
			t.Errorf("%s:\n%q, %s; want\n%q, %s", name, e.text(), e.outcome(), c.seen, c.want)
		}
	}
	r.StandIns = true
	lengths := quality{Table: "zhou2017-c6", Row: all, Published: Figure{"zhou2017-c6", "cpu"}}
	if e := lengths.judge(r); e.found != nil {
		t.Errorf("lengths of stand-ins beside published ones: %+v", e)
	}
	r.StandIns, r.Iterations = false, 2
	if e := lengths.judge(r); e.found != nil {
		t.Errorf("lengths after other iterations than the paper's: %+v", e)
	}
}

// Most later values have to be larger.
func TestGrowth(t *testing.T) {
	for _, c := range []struct {
		values []float64
		want   Outcome
	}{
		{[]float64{1, 2, 3}, Holds}, {[]float64{1, 1, 2}, Holds}, {[]float64{1, 3, 2, 4, 5}, Holds},
		{[]float64{2, 2, 2}, Contradicts}, {[]float64{3, 2, 1}, Contradicts}, {[]float64{1, 3, 2}, Undecided}, {nil, Contradicts},
	} {
		if got := growth(c.values); got != c.want {
			t.Errorf("%v: %s, want %s", c.values, got, c.want)
		}
	}
}

// Rows of several devices have the host's clock, so rows beside them have it, too.
func TestFasterByTheHostClock(t *testing.T) {
	device := Device{Name: "a device"}
	two, one := timed("d198", 198, "colonies 2, two devices", 3), timed("d198", 198, "colonies 1", 4)
	two.Times.WallMS, one.Times.WallMS = 3, 6
	r := &PaperReport{Device: device, Tables: []*Report{{Table: "delevacq2013-6", Device: device, Rows: []Row{two, one}}}}
	c := faster{Table: "delevacq2013-6", Row: two.Label, Than: []string{one.Label}, Sizes: Sizes{0, 200}}
	if e := c.judge(r); e.text() != "1.33 times as fast at d198" {
		t.Errorf("by the devices' clocks: %s", e.text())
	}
	c.HostClock = true
	if e := c.judge(r); e.text() != "2.00 times as fast at d198" {
		t.Errorf("by the host's clock: %s", e.text())
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
			if (j.Other == "") == (j.Published == Figure{}) || (j.Within == 0) != j.Shorter || (j.Runs == 0) != (j.Other != "") {
				t.Errorf("%s: %+v", c.Text, j)
			}
		}
		for _, j := range c.Same {
			for _, row := range j.Rows {
				has(c.paper, j.Table, false, row)
			}
			hasFigure(t, j.Published)
		}
		for _, j := range c.Within {
			has(c.paper, j.Table, false, j.Row)
			if j.Stages == nil && (!slices.Contains(trialCounts, j.Trials) || named(t, j.Table).Quantity != Trials) {
				t.Errorf("%s: %+v", c.Text, j)
			}
		}
		for _, j := range c.Grows {
			for _, row := range j.Rows {
				has(c.paper, j.Table, false, row)
			}
			if len(j.Rows) == 1 {
				hasBase(c.paper, j.Base)
			}
		}
		if len(c.Faster)+len(c.Speedups)+len(c.Lengths)+len(c.Same)+len(c.Within)+len(c.Grows) == 0 {
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

// A judgment has the known reason where a claim does not hold, and what is missing of the others.
func TestJudgmentsHaveReasons(t *testing.T) {
	device := Device{Name: "a device"}
	r := &PaperReport{Paper: "zhou2017", Device: device, Tables: []*Report{{
		Table: "zhou2017-figure1", Device: device, Rows: []Row{
			timed("pcb442", 442, "zhou2017-group", 1), timed("pcb442", 442, "zhou2017-group-stc", 2),
			timed("pcb442", 442, "zhou2017-group-stc-tr", 1),
		},
	}}}
	for _, j := range r.Judge() {
		contradicted := strings.Contains(j.Claim, "(STC)")
		if contradicted && (j.Result != Contradicts || j.Why == "" || !strings.HasPrefix(j.Seen, "0.50 times as fast at pcb442; missing: ")) ||
			!contradicted && (j.Result != NotMeasured || j.Why != "" || !strings.Contains(j.Seen, "missing: ")) {
			t.Errorf("%+v", j)
		}
	}
}

func figureNamed(t *testing.T, name string) PaperFigure {
	t.Helper()
	return must.Get(find("figure", name, Figures(), func(f PaperFigure) string { return f.Name }))(t)
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
	want := []Curve{
		{"zhou2017-group", []CurvePoint{
			{Instance: "d198", X: 198, Y: 10, OverPublished: 7.5}, {Instance: "lin318", X: 318, OverPublished: 54. / 5},
		}},
		{"zhou2017-dynamic", []CurvePoint{{Instance: "d198", X: 198, Y: 5, OverPublished: 3.75}}},
	}
	if diff := cmp.Diff(want, figureNamed(t, "zhou2017-figure1").Curves(r)); diff != "" {
		t.Errorf("speed-ups (-want +got):\n%s", diff)
	}
	want = []Curve{{"d198", []CurvePoint{{Instance: "d198", X: 10, Y: 5}, {Instance: "d198", X: 85, Y: 2}}}}
	if diff := cmp.Diff(want, figureNamed(t, "uchida2014-figure12").Curves(r)); diff != "" {
		t.Errorf("switches (-want +got):\n%s", diff)
	}
	if curves := figureNamed(t, "cecilia2013-figure7").Curves(r); curves != nil {
		t.Errorf("without the table: %+v", curves)
	}
}

// Every claim that does not hold in a kept report has a reason.
func TestKeptContradictionsHaveReasons(t *testing.T) {
	files := must.Get(filepath.Glob("../../docs/bench/*.json"))(t)
	kept := 0
	for _, name := range files {
		text := must.Get(os.ReadFile(name))(t)
		report, err := ReadPaper(bytes.NewReader(text))
		if err != nil {
			continue // of another kind
		}
		kept++
		for _, j := range report.Judge() {
			if j.Result == Contradicts && j.Why == "" {
				t.Errorf("%s: %q has no reason: %s", name, j.Claim, j.Seen)
			}
		}
	}
	if kept < len(Papers()) {
		t.Errorf("%d reports of papers are kept", kept)
	}
}

// Of missing rows with more than two names each counts once.
func TestMissingRowsAreCounted(t *testing.T) {
	list := []need{
		{table: "t", label: "a", instance: "d198"}, {table: "t", label: "a", instance: "pr2392"}, {table: "t", label: "a", instance: "d198"},
		{table: "t", label: "b", instance: "d198"}, {table: "t", label: "c", instance: "pr2392"},
	}
	if got, want := missingText(list), "4 rows of t at d198, pr2392"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
