package anytime

import (
	"bytes"
	"errors"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/aco-vk/aco-vk/internal/testkind"
	"github.com/aco-vk/aco-vk/study/papers"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/tsplib"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
)

var folderTable = Table{Name: "all", Folder: true, Variants: []Variant{{Name: "honest"}}}

// folderOptions returns options with a folder of five instances and a file that cannot be read.
func folderOptions(t *testing.T) Options {
	t.Helper()
	o := options(t)
	matrix := tsptest.Matrix(tsp.ATSP, 20, func() int32 { return 7 })
	for file, instance := range map[string]*tsp.Instance{
		"atsp/matrix.atsp": matrix,
		"tsp/twice.tsp":    tsptest.Generate(t, "uniform", 40, 1),
		"twice.tsp":        tsptest.Generate(t, "uniform", 50, 1),
		"large.tsp":        tsptest.Generate(t, "uniform", 3100, 1),
		"known.tsp":        tsptest.Generate(t, "uniform", 1000, 1000), // E1k.0
		"broken.tsp":       nil,
	} {
		text := bytes.NewBufferString("FIXED_EDGES_SECTION\n")
		if instance != nil {
			text.Reset()
			if err := tsplib.Write(text, instance); err != nil {
				t.Fatal(err)
			}
		}
		path := filepath.Join(o.Folder, filepath.FromSlash(file))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, text.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return o
}

// runs returns the instances and limits that a report has runs of, in the order of its rows.
func (r *Report) runs() []string {
	var list []string
	for _, row := range r.Rows {
		for _, cell := range row.Cells {
			list = append(list, strings.Join([]string{row.Instance, limitText(cell.LimitS),
				strings.Repeat("+", len(cell.Runs))}, " "))
		}
	}
	return list
}

// A table of a folder measures all of its instances, by size, with the limits of their classes.
func TestRunOfAFolder(t *testing.T) {
	testkind.ManyProcesses(t)
	o := folderOptions(t)
	report, err := Run(t.Context(), folderTable, o, func(*Report, Row) {})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"matrix 2 s ++", "pla85900 2 s ++", "twice 2 s ++", "known 2 s ++", "large 2 s ++",
		"large 10 s ++"}
	if got := report.runs(); !slices.Equal(got, want) || !report.Complete {
		t.Errorf("runs %q, want %q", got, want)
	}
	if len(report.Skipped) != 1 || report.Skipped[0].File != "broken.tsp" {
		t.Errorf("skipped %+v", report.Skipped)
	}
	if known := report.Rows[3]; known.BestKnown != 23360648 || known.Kind != tsp.TSP ||
		report.Rows[0].Kind != tsp.ATSP {
		t.Errorf("%+v", known)
	}
	summaries := report.Summaries()
	if len(summaries) != 1 || summaries[0].Instances != 1 || summaries[0].Runs != 2 || summaries[0].Reached != 0 ||
		summaries[0].Worst < 100 {
		t.Errorf("summaries %+v", summaries)
	}
}

func TestFolderSelection(t *testing.T) {
	for _, c := range []struct {
		patterns  []string
		maxCities int
		want      []string
	}{
		{nil, 40, []string{"matrix 1 s ++", "pla85900 1 s ++", "twice 1 s ++"}},
		{[]string{"*e", "k????"}, 0, []string{"twice 1 s ++", "known 1 s ++", "large 1 s ++"}},
		{[]string{"known"}, 1000, []string{"known 1 s ++"}},
	} {
		o := folderOptions(t)
		o.Instances, o.MaxCities, o.Limits = c.patterns, c.maxCities, seconds(1)
		report, err := Run(t.Context(), folderTable, o, func(*Report, Row) {})
		if err != nil {
			t.Fatal(err)
		}
		if got := report.runs(); !slices.Equal(got, c.want) {
			t.Errorf("%q, %d cities: %q, want %q", c.patterns, c.maxCities, got, c.want)
		}
	}
	for name, change := range map[string]func(*Options){
		"no folder":          func(o *Options) { o.Folder = "" },
		"a missing folder":   func(o *Options) { o.Folder = filepath.Join(o.Folder, "none") },
		"no such instance":   func(o *Options) { o.Instances = []string{"a280"} },
		"an invalid pattern": func(o *Options) { o.Instances = []string{"[a"} },
		"too small a size":   func(o *Options) { o.MaxCities = 3 },
	} {
		o := folderOptions(t)
		change(&o)
		var usage *papers.UsageError
		if report, err := Run(t.Context(), folderTable, o, nil); !errors.As(err, &usage) || report != nil {
			t.Errorf("%s: %v, %v", name, report, err)
		}
	}
}

// A continued report keeps its runs and measures the missing and failed ones.
func TestContinue(t *testing.T) {
	testkind.ManyProcesses(t)
	o := folderOptions(t)
	o.MaxCities, o.Limits, o.Version = 40, seconds(1), "1"
	first, err := Run(t.Context(), folderTable, o, func(*Report, Row) {})
	if err != nil {
		t.Fatal(err)
	}
	const marked = 123 // iterations, which no new run has
	for i := range first.Rows {
		for j := range first.Rows[i].Cells[0].Runs {
			first.Rows[i].Cells[0].Runs[j].Iterations = marked
		}
	}
	first.Rows[1].Cells[0].Runs[0] = Trial{Seed: 1, Failure: "gone"}
	o.Previous, o.MaxCities, o.Seeds = first, 1000, 3
	second, err := Run(t.Context(), folderTable, o, func(*Report, Row) {})
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{"matrix 1 s +++", "pla85900 1 s +++", "twice 1 s +++", "known 1 s +++"}; !slices.Equal(second.runs(), want) {
		t.Errorf("%q, want %q", second.runs(), want)
	}
	var kept []bool
	for _, row := range second.Rows {
		for i, run := range row.Cells[0].Runs {
			if run.Seed != uint64(1+i) || run.Failure != "" {
				t.Errorf("%s, run %d: %+v", row.Instance, i, run)
			}
			kept = append(kept, run.Iterations == marked)
		}
	}
	if want := []bool{true, true, false, false, true, false, true, true, false, false, false, false}; !slices.Equal(kept, want) {
		t.Errorf("kept %v, want %v", kept, want)
	}
	o.Previous, o.MaxCities, o.Limits = first, 40, []time.Duration{time.Second / 2}
	third, err := Run(t.Context(), folderTable, o, func(*Report, Row) {})
	if err != nil {
		t.Fatal(err)
	}
	if cells := third.Rows[0].Cells; !slices.Equal(third.LimitsS, []float64{0.5, 1}) || len(cells) != 2 ||
		cells[0].LimitS != 0.5 || cells[1].Runs[0].Iterations != marked {
		t.Errorf("limits %v, cells %+v: the cell of another limit comes first", third.LimitsS, cells)
	}
	for name, change := range map[string]func(*Report){
		"table":   func(r *Report) { r.Table = "anytime" },
		"version": func(r *Report) { r.Version = "0" },
		"device":  func(r *Report) { r.Device.Name = "another" },
	} {
		previous := *first
		change(&previous)
		o.Previous = &previous
		var usage *papers.UsageError
		if _, err := Run(t.Context(), folderTable, o, func(*Report, Row) {}); !errors.As(err, &usage) {
			t.Errorf("another %s: %v", name, err)
		}
	}
}

// A summary is of the instances of its class that have a best known length, with the limit of the
// class.
func TestSummaries(t *testing.T) {
	row := func(cities int, best int64, cells ...Cell) Row {
		return Row{Kind: tsp.TSP, Cities: cities, BestKnown: best, Cells: cells}
	}
	r := &Report{Rows: []Row{
		row(50, 100, Cell{2, []Trial{{Length: 100}, {Length: 100}}}),
		row(3050, 100, Cell{2, []Trial{{Length: 100}, {Length: 104}}},
			Cell{10, []Trial{{Length: 100}, {Failure: "gone"}}}),
		row(60, 0, Cell{2, []Trial{{Length: 100}}}),
		row(30_000, 100, Cell{30, []Trial{{Failure: "gone"}}}),
	}}
	want := []Summary{
		{"up to 3100 cities", 2, 2, 4, 3, 1, 4, 1, 4},
		{"3000 to 20,000 cities", 10, 1, 2, 1, 0, 1, 0, 0},
		{"above 20,000 cities", 30, 1, 1, 0, 0, 0, 0, 0},
	}
	for i, s := range r.Summaries() {
		s.Mean, s.Worst = math.Round(s.Mean*1e9)/1e9, math.Round(s.Worst*1e9)/1e9
		if s != want[i] {
			t.Errorf("%+v, want %+v", s, want[i])
		}
	}
	if r.LimitsS = []float64{2}; len(r.Summaries()) != 2 { // both classes of the instance with 3050 cities
		t.Errorf("%+v", r.Summaries())
	}
	table := r.SummaryTable()
	if texts := strings.Join(table[1], ", "); texts != "up to 3100 cities, 2 s, 2, 1, 4, 3 (75.0%), 1.000, 4.000" {
		t.Error(texts)
	}
}

func TestCellTexts(t *testing.T) {
	cell := Cell{2, []Trial{
		{Length: 100, WallS: 2, Trace: []TracePoint{{0.1, 110}, {0.5, 100}}}, {Length: 102, WallS: 2.5,
			Trace: []TracePoint{{1.5, 102}}},
		{Seed: 3, Failure: "gone", WallS: 1},
	}}
	for _, c := range []struct {
		best int64
		want string
	}{
		{100, "a, 5, 2 s, 1/3, 1.000, 2.000, 1.00 s, longest run 2.50 s; seed 3: gone"},
		{0,
			"a, 5, 2 s, , , , 1.00 s, no best known length; mean 101.0, best 100, worst 102; longest run 2.50 s; seed 3: gone"},
	} {
		if got := strings.Join(Row{Instance: "a", Cities: 5, BestKnown: c.best}.CellTexts(cell), ", "); got != c.want {
			t.Errorf("%s, want %s", got, c.want)
		}
	}
}

// Each class has one limit, and all numbers of cities are in a class.
func TestClasses(t *testing.T) {
	for cities, want := range map[int][]time.Duration{10: seconds(2), 2999: seconds(2), 3000: seconds(2, 10), 3101: seconds(10), 20_000: seconds(10), 20_001: seconds(30)} {
		if got := limitsOf(&tsp.Instance{Kind: tsp.TSP, Metric: tsp.EUC2D, X: make([]float64, cities)}); !slices.Equal(got, want) {
			t.Errorf("%d cities: %v, want %v", cities, got, want)
		}
	}
}
