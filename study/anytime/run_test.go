package anytime

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/aco-vk/aco-vk/internal/testkind"
	"github.com/aco-vk/aco-vk/study/papers"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/generate"
	"github.com/aco-vk/aco-vk/tsp/tsplib"
)

// program is the environment variable that makes the test binary act as aco-vk.
const program = "ANYTIME_TEST_PROGRAM"

func TestMain(m *testing.M) {
	if os.Getenv(program) == "" {
		os.Exit(m.Run())
	}
	if err := solve(os.Args[1:]); err != nil {
		os.Stderr.WriteString(err.Error())
		os.Exit(2)
	}
}

// hangs is the environment variable with the file that this program creates before it waits.
const hangs = "ANYTIME_TEST_HANGS"

// solve acts as aco-vk solve. It returns the tour of the cities in their order. Flags make it
// fail, report a wrong length or wait.
func solve(arguments []string) error {
	value := func(flag string) string { return arguments[slices.Index(arguments, flag)+1] }
	switch {
	case slices.Contains(arguments, "--fail"):
		return errors.New("no usable device")
	case slices.Contains(arguments, "--hang"):
		if err := os.WriteFile(os.Getenv(hangs), nil, 0o600); err != nil {
			return err
		}
		time.Sleep(time.Hour)
	}
	instance, err := tsplib.ReadFile(arguments[1])
	if err != nil {
		return err
	}
	tour := make(tsp.Tour, instance.Dimension())
	for i := range tour {
		tour[i] = int32(i)
	}
	out, err := os.Create(value("--tour"))
	if err != nil {
		return err
	}
	defer out.Close()
	if err := tsplib.WriteTour(out, tour, instance.Name, ""); err != nil {
		return err
	}
	length := tour.Length(instance)
	if slices.Contains(arguments, "--lie") {
		length--
	}
	text, err := json.Marshal(solveReport{
		Version: "1", Device: Device{Name: value("--device")}, BestLength: length, Iterations: 7,
		Trace: []trace{{0.1, length + 5}, {0.2, length}},
	})
	if err != nil {
		return err
	}
	return os.WriteFile(value("--json"), text, 0o666)
}

// options returns options that run the test binary, with a small instance named pla85900.
func options(t *testing.T) Options {
	t.Helper()
	t.Setenv(program, "1")
	file, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	instance, err := generate.Instance("uniform", 30, 1)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(folder, "tsp"), 0o777); err != nil {
		t.Fatal(err)
	}
	out, err := os.Create(filepath.Join(folder, "tsp", "pla85900.tsp"))
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	if err := tsplib.Write(out, instance); err != nil {
		t.Fatal(err)
	}
	return Options{Program: file, Device: "a device", Folder: folder, Seeds: 2}
}

// Each run of an instance, a variant and a time limit is a process of its own. Instances of the
// DIMACS challenge are generated.
func TestRun(t *testing.T) {
	testkind.ManyProcesses(t)
	table := Table{
		Name: "a", Limits: seconds(5, 10), Instances: []Instance{{Name: "pla85900"},
			{Name: "E1k.0", From: 10 * time.Second}},
		Variants: []Variant{
			{Name: "honest"}, {"elsewhere", []string{"--device", "cpu"}}, {"failing", []string{"--fail"}},
			{"lying", []string{"--lie"}},
		},
	}
	var rows []Row
	report, err := Run(t.Context(), table, options(t), func(_ *Report, row Row) { rows = append(rows, row) })
	if err != nil {
		t.Fatal(err)
	}
	if !report.Complete || len(rows) != 8 || len(report.Rows) != 8 || report.Device.Name != "a device" {
		t.Fatalf("%d rows, report %+v", len(rows), report)
	}
	failures := map[string]string{"failing": "no usable device", "lying": "reported length"}
	for i, row := range rows {
		limits, cities := 2, 30
		if i >= 4 {
			limits, cities = 1, 1000
		}
		if len(row.Cells) != limits || row.Cities != cities {
			t.Errorf("%s, %s: %d cells, %d cities", row.Instance, row.Label, len(row.Cells), row.Cities)
		}
		for _, cell := range row.Cells {
			if len(cell.Runs) != 2 || cell.Runs[0].Seed != 1 || cell.Runs[1].Seed != 2 {
				t.Fatalf("%s, %s: runs %+v", row.Instance, row.Label, cell.Runs)
			}
			run := cell.Runs[0]
			if want := failures[row.Label]; want != "" != (run.Length == 0) || !strings.Contains(run.Failure, want) {
				t.Errorf("%s, %s: length %d, failure %q", row.Instance, row.Label, run.Length, run.Failure)
			}
			if run.Failure == "" && (run.WallS <= 0 || run.Iterations != 7 || len(run.Trace) != 2) {
				t.Errorf("%s, %s: %+v", row.Instance, row.Label, run)
			}
		}
	}
	if rows[0].BestKnown != 0 || rows[4].BestKnown == 0 { // the first one only has the name of pla85900
		t.Errorf("best known lengths %d and %d", rows[0].BestKnown, rows[4].BestKnown)
	}
}

// Canceling the context ends the run; the report has the results so far.
func TestRunInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	file := filepath.Join(t.TempDir(), "hangs")
	t.Setenv(hangs, file)
	go func() {
		for ctx.Err() == nil {
			if _, err := os.Stat(file); err == nil {
				cancel()
			}
			time.Sleep(time.Millisecond)
		}
	}()
	table := Table{Limits: seconds(1), Instances: []Instance{{Name: "pla85900"}},
		Variants: []Variant{{"hanging", []string{"--hang"}}}}
	report, err := Run(ctx, table, options(t), func(*Report, Row) {})
	if !errors.Is(err, context.Canceled) || report == nil || report.Complete || len(report.Rows) != 1 {
		t.Errorf("%+v, %v", report, err)
	}
}

func TestRunRefuses(t *testing.T) {
	table := Table{Name: "a", Limits: seconds(1), Instances: []Instance{{Name: "pla85900"}},
		Variants: []Variant{{Name: "honest"}}}
	for name, change := range map[string]func(*Options){
		"an instance that the table does not have": func(o *Options) { o.Instances = []string{"a280"} },
		"rows that it does not have":               func(o *Options) { o.Rows = "dishonest" },
	} {
		o := options(t)
		change(&o)
		var asked *papers.UsageError
		if report, err := Run(t.Context(), table, o, nil); !errors.As(err, &asked) || report != nil {
			t.Errorf("%s: %v, %v", name, report, err)
		}
	}
	o := options(t)
	o.Folder = t.TempDir()
	if _, err := Run(t.Context(), table, o, nil); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no file: %v", err)
	}
}

// Generated instances stand in for published ones, which need files. The instances of the DIMACS
// challenge stay.
func TestRunOfStandIns(t *testing.T) {
	testkind.ManyProcesses(t)
	table := Table{Name: "a", Limits: seconds(5), Instances: []Instance{{Name: "pla850"}, {Name: "E1k.0"}},
		Variants: []Variant{{Name: "honest"}}}
	o := options(t)
	o.Folder = ""
	_, err := Run(t.Context(), table, o, func(*Report, Row) {})
	if missing := (*papers.MissingFilesError)(nil); !errors.As(err, &missing) ||
		!slices.Equal(missing.Files, []string{"pla850.tsp"}) {
		t.Errorf("without stand-ins: %v", err)
	}
	o.StandIns = true
	report, err := Run(t.Context(), table, o, func(*Report, Row) {})
	if err != nil {
		t.Fatal(err)
	}
	first, second := report.Rows[0], report.Rows[1]
	if first.Instance != "grid:850:1" || first.StandInFor != "pla850" || first.Cities != 850 || first.BestKnown != 0 ||
		len(first.Cells[0].succeeded()) != 2 {
		t.Errorf("%+v", first)
	}
	if second.Instance != "E1k.0" || second.StandInFor != "" || second.BestKnown == 0 {
		t.Errorf("%+v", second)
	}
	folder := Table{Name: "b", Folder: true, Variants: table.Variants}
	if _, err := Run(t.Context(), folder, o, nil); !errors.As(err, new(*papers.UsageError)) {
		t.Errorf("a table of a folder has stand-ins: %v", err)
	}
}
