package papers

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/vk"
	"github.com/aco-vk/aco-vk/vk/vktest"
)

func paperNamed(t *testing.T, name string) Paper {
	t.Helper()
	return must.Get(FindPaper(name))(t)
}

// An interrupted run of a paper has the rows so far. It continues from its JSON with what is
// missing: no row is measured twice, and the report is the one of a run without interruption.
func TestPaperIsContinued(t *testing.T) {
	paper := paperNamed(t, "delevacq2013")
	paper.Tables = paperTables("delevacq2013-1")
	o := PaperOptions{
		Options: Options{
			Device: vktest.Open(t), Timing: time.Millisecond, Seeds: 2, Iterations: 2, Verify: 2, Version: "test",
		},
		MaxCities: 60, StandIns: true, Date: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC),
	}
	watch := func(row func(*PaperReport, Row)) PaperWatch {
		return PaperWatch{func(Table, *Report, Remaining) {}, row}
	}
	silent := watch(func(*PaperReport, Row) {})
	whole := must.Get(RunPaper(t.Context(), paper, o, silent))(t)
	if !whole.Complete || len(whole.Tables) == 0 || len(whole.Tables[0].Rows) != 5 || whole.Date != "2026-01-02" {
		t.Fatalf("%+v", whole)
	}
	first := whole.Tables[0].Rows
	if l := first[2].Lengths; first[0].Lengths.From != defaultKernels || first[0].Lengths.WallS != 0 || l.WallS != 0 ||
		l.From != "delevacq2013-1, delevacq2013-ant-block-shared" || !slices.Equal(l.BySeed, first[0].Lengths.BySeed) {
		t.Errorf("another kernel's lengths: %+v and %+v", first[0].Lengths, l)
	}
	alone := o.Options
	alone.Instances, alone.Rows = []string{"eil51"}, "thread"
	table := named(t, "delevacq2013-1").WithStandIns()
	own := must.Get(Run(t.Context(), table, alone, nil, func(Row) {}))(t)
	if l := own.Rows[0].Lengths; l.From != "" || l.WallS == 0 || !slices.Equal(l.BySeed, first[2].Lengths.BySeed) {
		t.Errorf("lengths with the row's own kernels %+v, with others %+v", l, first[2].Lengths)
	}

	ctx, interrupt := context.WithCancel(t.Context())
	var text []byte
	partial, err := RunPaper(ctx, paper, o, watch(func(r *PaperReport, _ Row) {
		text, _ = json.Marshal(r)
		interrupt()
	}))
	if !errors.Is(err, context.Canceled) || partial.Complete || len(partial.Tables[0].Rows) != 1 {
		t.Fatalf("interrupted: %v, %+v", err, partial)
	}
	if o.Previous, err = ReadPaper(bytes.NewReader(text)); err != nil {
		t.Fatal(err)
	}
	o.Date = o.Date.AddDate(0, 0, 1)
	var measured []string
	continued, err := RunPaper(t.Context(), paper, o,
		watch(func(_ *PaperReport, row Row) { measured = append(measured, row.Label) }))
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{
		"delevacq2013-ant-block-global", "delevacq2013-ant-thread",
		"delevacq2013-ant-block-shared, lower limit cities", "delevacq2013-ant-block-shared, best period falling",
	}; !cmp.Equal(measured, want) {
		t.Errorf("measured %q, want %q", measured, want)
	}
	timeless := cmp.Options{
		cmpopts.IgnoreFields(Lengths{}, "WallS"), cmpopts.IgnoreTypes(&Times{}),
		cmpopts.IgnoreFields(Row{}, "Parameters"), // JSON has the seed and the algorithm elsewhere
	}
	if diff := cmp.Diff(whole, continued, timeless); diff != "" {
		t.Errorf("continued (-whole +continued):\n%s", diff)
	}

	complete := o
	complete.Previous = continued
	again, err := RunPaper(t.Context(), paper, complete, watch(func(*PaperReport, Row) { t.Error("a row is measured again") }))
	if diff := cmp.Diff(continued, again, cmpopts.IgnoreFields(Row{}, "Parameters")); err != nil || diff != "" || again.Verdicts == nil {
		t.Errorf("with nothing left to measure: %v (-before +after):\n%s", err, diff)
	}

	for what, change := range map[string]func(*PaperReport, *PaperOptions){
		"version": func(_ *PaperReport, o *PaperOptions) { o.Version = "another" },
		"device":  func(r *PaperReport, _ *PaperOptions) { r.Device.DriverVersion = "another" },
		"shaders": func(r *PaperReport, _ *PaperOptions) { r.ShadersSHA256 = "another" },
		"seeds":   func(_ *PaperReport, o *PaperOptions) { o.Seeds = 1 },
		"paper":   func(r *PaperReport, _ *PaperOptions) { r.Paper = "zhou2017" },
	} {
		other, previous := o, *partial
		other.Previous = &previous
		change(&previous, &other)
		_, err := RunPaper(t.Context(), paper, other, silent)
		if usage := (*UsageError)(nil); !errors.As(err, &usage) || !strings.Contains(err.Error(), "other "+what) {
			t.Errorf("another %s: %v", what, err)
		}
	}
}

// A report with a table that is null is not read.
func TestNullTableIsRefused(t *testing.T) {
	if r, err := ReadPaper(strings.NewReader(`{"schema":1,"paper":"zhou2017","tables":[null]}`)); err == nil {
		t.Errorf("%+v", r)
	}
}

// A report with a row or a table twice is not read.
func TestDuplicateRowsAreRefused(t *testing.T) {
	row := Row{Instance: "uniform:51:1", StandInFor: "eil51", Label: "a system"}
	table := &Report{Schema: reportSchema, Table: "delevacq2013-1", Rows: []Row{row, {Instance: "eil51"}, row}}
	for _, report := range []any{
		table,
		&PaperReport{Schema: paperReportSchema, Paper: "delevacq2013", Tables: []*Report{table}},
		&PaperReport{
			Schema: paperReportSchema, Paper: "delevacq2013", Tables: []*Report{{Table: "twice"}, {Table: "twice"}},
		},
	} {
		text, err := json.Marshal(report)
		if err != nil {
			t.Fatal(err)
		}
		if _, ok := report.(*Report); ok {
			_, err = Read(bytes.NewReader(text))
		} else {
			_, err = ReadPaper(bytes.NewReader(text))
		}
		if err == nil || !strings.HasSuffix(err.Error(), "occurs twice") && !strings.HasSuffix(err.Error(), "of eil51 twice") {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// Every table of a paper exists, and the options select from its rows. The reference measures its rows
// after the times of the device, and before the lengths, which take the longest.
func TestPaperSections(t *testing.T) {
	for _, paper := range Papers() {
		at := slices.IndexFunc(paper.Tables, func(of PaperTable) bool { return of.Sequential != "" })
		lengths := slices.IndexFunc(paper.Tables, func(of PaperTable) bool { return named(t, of.Name).Quantity.IsLength() })
		if at < 0 || lengths < 0 || paper.Tables[lengths-1].Sequential == "" || paper.Tables[at-1].Sequential != "" {
			t.Errorf("%s: %+v", paper.Name, paper.Tables)
		}
		if _, err := paper.sections(PaperOptions{Options: Options{Seeds: 1}}); err != nil {
			t.Error(err)
		}
	}
	paper := paperNamed(t, "uchida2014")
	for _, o := range []PaperOptions{
		{Options: Options{Instances: []string{"eil51"}, Seeds: 1}},
		{Options: Options{Rows: "no such row", Seeds: 1}},
		{MaxCities: 10},
	} {
		if usage := (*UsageError)(nil); !errors.As(func() error { _, err := paper.sections(o); return err }(), &usage) {
			t.Errorf("%+v has rows", o)
		}
	}
	sections := must.Get(paper.sections(PaperOptions{Options: Options{Rows: "hybrid"}, MaxCities: 250}))(t)
	for _, s := range sections {
		if s.Quantity.IsLength() || len(s.rows) != 1 || s.rows[0] != (rowKey{"d198", "uchida2014-hybrid"}) {
			t.Errorf("%s, of no seeds: %v", s.Name, s.rows)
		}
	}
}

// What remains is estimated from the timed rows of a preset: by the numbers of ants and cities,
// iterations and seeds. Rows that nothing tells about are counted.
func TestRemaining(t *testing.T) {
	paper := paperNamed(t, "skinderowicz2016")
	o := PaperOptions{Options: Options{
		Device: &vk.Device{}, Instances: []string{"nrw1379"}, Timing: 4 * time.Second, Seeds: 2, Rows: "256 ants",
	}}
	sections := must.Get(paper.sections(o))(t)
	device := Device{Name: "a device"}
	r := &PaperReport{Device: device}
	rows := 1 + 10 // of table 7 and figure 8
	if left := r.remaining(sections, o); left.Rows != rows || left.Unknown != rows {
		t.Errorf("without rows: %+v", left)
	}
	// 64 ants take 20 ms, so 256 take 80 ms, for each of 1000·1379/256 iterations.
	alt := Row{
		Instance: "other", Cities: 1379, Label: "other", Preset: "skinderowicz2016-acs-gpu-alt",
		Parameters: model.Parameters{Ants: 64}, Times: &Times{IterationMS: 20},
	}
	r.Tables = []*Report{{Table: "other", Device: device, Rows: []Row{alt}}}
	left := r.remaining(sections, o)
	want := 11*(rowOverhead+5*time.Second) + 6*2*5386*80*time.Millisecond
	if off := left.Time - want; left.Rows != rows || left.Unknown != 5 || off < -time.Second || off > time.Second {
		t.Errorf("%+v, want %v", left, want)
	}
	r.Tables = append(r.Tables, &Report{Table: "skinderowicz2016-7", Device: device, Rows: []Row{
		{Instance: "nrw1379", Label: "256 ants"},
	}})
	if left := r.remaining(sections, o); left.Rows != rows-1 {
		t.Errorf("with a row: %+v", left)
	}
}

// The base of speed-ups is measured by the reference on one processor, after the device's tables.
func TestPaperMeasuresTheReferenceOnOneProcessor(t *testing.T) {
	base := Base{Table: "delevacq2013-figure7", Row: "delevacq2013-ant-thread"}
	paper := Paper{"delevacq2013", "Delévacq et al. 2013", append(
		paperTables("delevacq2013-figure7"), sequential(base),
	)}
	o := PaperOptions{
		Options:   Options{Device: vktest.Open(t), Timing: time.Millisecond, Rows: "thread"},
		MaxCities: 60, StandIns: true,
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(2))
	before := runtime.GOMAXPROCS(0)
	var processors []int
	report, err := RunPaper(t.Context(), paper, o, PaperWatch{
		func(Table, *Report, Remaining) {},
		func(*PaperReport, Row) { processors = append(processors, runtime.GOMAXPROCS(0)) },
	})
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(processors, []int{before, 1}) || runtime.GOMAXPROCS(0) != before {
		t.Errorf("processors %v, then %d, before %d", processors, runtime.GOMAXPROCS(0), before)
	}
	row := report.row("delevacq2013-figure7", true, rowKey{"eil51", "delevacq2013-ant-thread"})
	if row == nil || row.Verified != IsReference || report.speedup(report.Tables[0], report.Tables[0].Rows[0],
		base) <= 0 {
		t.Errorf("%+v", report)
	}
}

// A system that two tables of a paper show is measured once: the later table takes the times of
// its stages and the lengths over, and says from where.
func TestPaperMeasuresOnce(t *testing.T) {
	paper := Paper{"zhou2017", "Zhou et al. 2017", paperTables(
		"cecilia2013-figure7", "zhou2017-c4", "skinderowicz2016-5", "skinderowicz2016-6",
	)}
	o := PaperOptions{
		Options:  Options{Instances: []string{"d198"}, Timing: time.Millisecond, Seeds: 2, Iterations: 2},
		StandIns: true,
	}
	watch := PaperWatch{func(Table, *Report, Remaining) {}, func(*PaperReport, Row) {}}
	report := must.Get(RunPaper(t.Context(), paper, o, watch))(t)
	rows := report.Tables[1].Rows
	if len(rows) != 3 || rows[0].Times.From != "cecilia2013-figure7" || rows[2].Times.From != "" {
		t.Fatalf("%+v", rows)
	}
	first := report.Tables[0].Rows[1]
	if first.Label != rows[0].Label || first.Times.IterationMS != rows[0].Times.IterationMS ||
		rows[0].Times.MeasuredMS != rows[0].Times.IterationMS || first.Times.MeasuredMS >= first.Times.IterationMS ||
		first.Times.From != "" || rows[0].Parameters.Ants != 198 {
		t.Errorf("%+v and %+v", first.Times, rows[0].Times)
	}
	if l := rows[0].Lengths; l != nil {
		t.Errorf("lengths of a table of times: %+v", l)
	}
	for i, row := range report.Tables[3].Rows {
		if row.Lengths.From != "skinderowicz2016-5" || !slices.Equal(row.Lengths.BySeed, report.Tables[2].Rows[i].Lengths.BySeed) {
			t.Errorf("%+v", row.Lengths)
		}
	}
}
