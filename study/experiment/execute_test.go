package experiment

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/aco-vk/aco-vk/internal/filelock"
	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/internal/scratch/scratchtest"
)

// testRuns returns the runs of a plan with two configurations and some seeds.
func testRuns(seeds int, instances ...Instance) []Run {
	const rest = testRest + "[[configurations]]\nalgorithm = 'as'\n[[configurations]]\nalgorithm = 'acs'\nparameters.q0 = 0\n"
	plan, err := ParsePlan(fmt.Appendf(nil, "seeds = %d\n%s", seeds, rest), "plan.toml", testVocabulary)
	if err != nil {
		panic(err)
	}
	runs, err := plan.Runs(instances)
	if err != nil {
		panic(err)
	}
	return runs
}

func twoInstances() []Instance { return []Instance{{"a.tsp", "a", "00", 5}, {"b.tsp", "b", "11", 6}} }

// rowOf returns a row that depends on the run alone.
func rowOf(run Run) Row {
	row := run.Row("plan.toml")
	row.Length = int64(run.Seed) + 1000*int64(run.Instance.Cities)
	return row
}

// However an experiment is interrupted, each run is made once, and the sorted rows are the same.
func TestInterrupted(t *testing.T) {
	runs := testRuns(2, twoInstances()...)
	var want []Row
	for _, run := range runs {
		want = append(want, rowOf(run))
	}
	name := filepath.Join(t.TempDir(), "rows.jsonl")
	rapid.Check(t, func(t *rapid.T) {
		must.Do(t, os.RemoveAll(name))
		made := map[string]int{}
		for left := len(runs); left > 0; {
			journal := must.Get(OpenJournal(name))(t)
			state, err := Compare(runs, journal.Rows(), "", name)
			if err != nil || len(state.Left) != left {
				t.Fatalf("%d runs are left, want %d (%v)", len(state.Left), left, err)
			}
			until := rapid.IntRange(1, left).Draw(t, "until")
			left -= executeUntil(t, journal, state, until, rapid.IntRange(1, 3).Draw(t, "solvers"), made)
			must.Do(t, journal.Close())
			tear(t, name, rapid.IntRange(0, 60).Draw(t, "torn"))
		}
		rows := must.Get(ReadJournal(name))(t)
		state := must.Get(Compare(runs, rows, "", name))(t)
		if diff := cmp.Diff(want, state.Sorted("plan.toml")); diff != "" {
			t.Fatal(diff)
		}
		for id, times := range made {
			if times != 1 {
				t.Fatalf("the run %s was made %d times", id, times)
			}
		}
	})
}

// executeUntil interrupts an experiment after a number of rows, and returns the number of new rows.
func executeUntil(t *rapid.T, journal *Journal, state *State, until, solvers int, made map[string]int) (count int) {
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	solve := func(_ context.Context, run Run) (Row, error) { return rowOf(run), nil }
	err := Execute(ctx, state.Left, slices.Repeat([]Solver{solve}, solvers), func(Run) {}, func(row Row) error {
		made[row.ID]++
		if count++; count == until {
			stop()
		}
		return journal.Add(row)
	})
	if !errors.Is(err, context.Canceled) {
		t.Fatalf("the experiment ends with %v", err)
	}
	return count
}

// tear adds the beginning of a row, as a process does that is killed while it writes.
func tear(t *rapid.T, name string, bytes int) {
	file := must.Get(os.OpenFile(name, os.O_APPEND|os.O_WRONLY, 0))(t)
	defer file.Close()
	if _, err := file.WriteString(strings.Repeat(`{"schema":1,`, 5)[:bytes]); err != nil {
		t.Fatal(err)
	}
}

// Rows of one configuration by two methods are refused: in a file, and as the next one.
func TestOneMethod(t *testing.T) {
	runs := testRuns(2, twoInstances()...)
	first, second := rowOf(runs[0]), rowOf(runs[1])
	first.Method, second.Method = "merged", "chained"
	state := must.Get(Compare(runs, []Row{first}, "", "rows.jsonl"))(t)
	refused := new(Error)
	if err := state.Add(second, "rows.jsonl"); !errors.As(err, &refused) || len(state.Rows) != 1 {
		t.Errorf("error %v, and %d rows", err, len(state.Rows))
	}
	if _, err := Compare(runs, []Row{first, second}, "", "rows.jsonl"); !errors.As(err, &refused) {
		t.Errorf("a file with both: %v", err)
	}
	failed := second
	failed.Error = "gone"
	if err := state.Add(failed, "rows.jsonl"); err != nil {
		t.Errorf("a run that failed: %v", err)
	}
}

// A plan that grew has the new runs left. Rows of runs that it does not have any more stay, after the
// others.
func TestGrownPlan(t *testing.T) {
	few, many := testRuns(2, twoInstances()...), testRuns(3, twoInstances()...)
	var rows []Row
	for _, run := range few {
		rows = append(rows, rowOf(run))
	}
	slices.Reverse(rows)
	state, err := Compare(many, rows, "", "rows.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	for _, run := range state.Left {
		if run.Seed != 3 {
			t.Errorf("the run with seed %d is left", run.Seed)
		}
	}
	if len(state.Left) != 4 || len(state.Other) != 0 {
		t.Errorf("%d runs are left, and %d other rows", len(state.Left), len(state.Other))
	}
	one := testRuns(2, twoInstances()[1])
	if state, err = Compare(one, rows, "", "rows.jsonl"); err != nil {
		t.Fatal(err)
	}
	sorted := state.Sorted("new.toml")
	if len(state.Left) != 0 || len(state.Other) != 4 || len(sorted) != 8 {
		t.Fatalf("%d runs are left, %d other rows, %d in all", len(state.Left), len(state.Other), len(sorted))
	}
	for i, row := range sorted[:4] {
		if row.Run != i || row.Plan != "new.toml" || row.Instance != "b" {
			t.Errorf("row %d is %d of %s, %s", i, row.Run, row.Plan, row.Instance)
		}
	}
}

// A failed run is left. Its row is kept until the run has another one.
func TestFailedRun(t *testing.T) {
	runs := testRuns(1, twoInstances()[0])
	failed, good := rowOf(runs[0]), rowOf(runs[0])
	failed.Error, failed.Length = "no memory", 0
	for _, c := range []struct {
		rows []Row
		left int
		want Row
	}{{[]Row{failed}, 2, failed}, {[]Row{failed, good}, 1, good}, {[]Row{good, failed}, 1, good}} {
		state := must.Get(Compare(runs, c.rows, "", "rows.jsonl"))(t)
		if diff := cmp.Diff([]Row{c.want}, state.Sorted("plan.toml")); diff != "" || len(state.Left) != c.left {
			t.Errorf("%d left\n%s", len(state.Left), diff)
		}
	}
}

// An instance whose cities have changed is noticed, and so are instances that are the same.
func TestChangedInstance(t *testing.T) {
	before := testRuns(1, twoInstances()...)
	after := testRuns(1, Instance{"a.tsp", "a", "22", 5})
	var refused *Error
	if _, err := Compare(after, []Row{rowOf(before[0])}, "", "rows.jsonl"); !errors.As(err, &refused) ||
		!strings.Contains(err.Error(), "the instance a has changed") {
		t.Error(err)
	}
	plan := &Plan{Name: "plan.toml", Configurations: make([]Configuration, 1), Limits: make([]Limit, 1), Seeds: []uint64{1}}
	if _, err := plan.Runs([]Instance{{"a", "a", "00", 5}, {"b", "b", "00", 5}}); !errors.As(err, &refused) {
		t.Errorf("two equal instances: %v", err)
	}
	runs, err := plan.Runs([]Instance{{"x/a", "a", "00", 5}, {"y/a", "a", "11", 5}})
	if err != nil || runs[0].Instance.Name != "x/a" || runs[1].Instance.Name != "y/a" {
		t.Errorf("two instances of one name: %v", err)
	}
}

// An error of a solver ends the experiment, and runs are shared by all solvers.
func TestExecute(t *testing.T) {
	runs := testRuns(4, twoInstances()...)
	broken := errors.New("broken")
	var lock sync.Mutex
	count := 0
	solve := func(_ context.Context, run Run) (Row, error) {
		lock.Lock()
		defer lock.Unlock()
		if count++; count == 3 {
			return Row{}, broken
		}
		return rowOf(run), nil
	}
	var ended []Row
	end := func(row Row) error { ended = append(ended, row); return nil }
	if err := Execute(t.Context(), runs, []Solver{solve}, func(Run) {}, end); !errors.Is(err, broken) || len(ended) != 2 {
		t.Errorf("%v after %d rows", err, len(ended))
	}
	var meeting sync.WaitGroup
	meeting.Add(2)
	first := func(_ context.Context, run Run) (Row, error) {
		meeting.Done() // both solvers have a run at one time
		meeting.Wait()
		return rowOf(run), nil
	}
	if err := Execute(t.Context(), runs[:2], []Solver{first, first}, func(Run) {}, end); err != nil {
		t.Error(err)
	}
}

// A file of rows is for one experiment at a time.
func TestLockedJournal(t *testing.T) {
	name := filepath.Join(t.TempDir(), "rows.jsonl")
	journal := must.Get(OpenJournal(name))(t)
	defer journal.Close()
	if filelock.Lock(journal.file) != nil {
		t.Skip("this system has no locks")
	}
	var refused *Error
	if second, err := OpenJournal(name); !errors.As(err, &refused) {
		t.Errorf("a second experiment opens the file: %v, %v", second, err)
	}
	if _, err := OpenJournal(t.TempDir()); err == nil {
		t.Error("a folder is opened")
	}
}

// A crash of the machine loses no row, also of a file that was replaced.
func TestDurableJournal(t *testing.T) {
	disk, name := scratchtest.NewDisk(t), filepath.Join(t.TempDir(), "rows.jsonl")
	journal := must.Get(OpenJournal(name))(t)
	defer journal.Close()
	for _, step := range []func() error{
		func() error { return journal.Add(Row{ID: "a"}) },
		func() error { return journal.Replace([]Row{{ID: "b"}}) },
	} {
		must.Do(t, step())
		disk.Keeps(name)
	}
}

// A file that has something else than rows, or too many bytes, is refused and stays as it is.
func TestOtherFiles(t *testing.T) {
	name := filepath.Join(t.TempDir(), "rows.jsonl")
	for _, text := range []string{"my notes", `{"schema":1}`, `{"a":`, "x\n"} {
		must.Do(t, os.WriteFile(name, []byte(text), 0o600))
		var refused *Error
		if _, err := OpenJournal(name); !errors.As(err, &refused) {
			t.Errorf("%q: %v", text, err)
		}
		if now, err := os.ReadFile(name); err != nil || string(now) != text {
			t.Errorf("%q is now %q (%v)", text, now, err)
		}
	}
	if err := os.Truncate(name, MaxBytes+1); err != nil {
		t.Skip(err) // the file system has no files with holes
	}
	if _, err := OpenJournal(name); err == nil || !strings.Contains(err.Error(), "split it") {
		t.Error(err)
	}
	if info, err := os.Stat(name); err != nil || info.Size() != MaxBytes+1 {
		t.Error("the file is shorter", err)
	}
}

// Rows that are replaced are read again, and a last line without an end is kept if it is whole.
func TestReplace(t *testing.T) {
	name := filepath.Join(t.TempDir(), "rows.jsonl")
	runs := testRuns(2, twoInstances()...)
	journal := must.Get(OpenJournal(name))(t)
	defer journal.Close()
	must.Do(t, journal.Replace([]Row{rowOf(runs[1]), rowOf(runs[0])}))
	text := must.Get(os.ReadFile(name))(t)
	must.Do(t, os.WriteFile(name, text[:len(text)-1], 0o600))
	again := must.Get(OpenJournal(name))(t)
	defer again.Close()
	must.Do(t, again.Add(rowOf(runs[2])))
	rows, err := ReadJournal(name)
	if diff := cmp.Diff([]Row{rowOf(runs[1]), rowOf(runs[0]), rowOf(runs[2])}, rows); err != nil || diff != "" {
		t.Error(err, diff)
	}
}

// The time left follows from the limit, or from runs of the same configuration.
func TestEstimate(t *testing.T) {
	runs := testRuns(2, twoInstances()...)
	var e Estimate
	if seconds, unknown := e.Seconds(runs, 2); seconds != 0 || unknown != 8 {
		t.Errorf("without rows: %v s, %d unknown", seconds, unknown)
	}
	row := rowOf(runs[0]) // of "as" with 5 cities
	row.Seconds = 10
	e.Add(row)
	row.Error = "failed"
	e.Add(row)
	if seconds, unknown := e.Seconds(runs, 2); seconds != (10+10+12+12)/2 || unknown != 4 {
		t.Errorf("with a row: %v s, %d unknown", seconds, unknown)
	}
	clock := slices.Clone(runs[:1])
	clock[0].Limit = Limit{Seconds: 3}
	if seconds, unknown := new(Estimate).Seconds(clock, 8); seconds != 3 || unknown != 0 {
		t.Errorf("with a clock: %v s, %d unknown", seconds, unknown)
	}
}

// A row counts for the program that made it. Rows of other programs, and those that name none, stay
// in the file after the others.
func TestRowsOfOtherPrograms(t *testing.T) {
	runs := testRuns(2, twoInstances()...)
	var rows []Row
	for i, run := range runs {
		row := rowOf(run)
		row.Program = []string{"", "old", "new"}[i%3]
		rows = append(rows, row)
	}
	state := must.Get(Compare(runs, rows, "new", "rows.jsonl"))(t)
	if len(state.Rows) != 2 || len(state.Foreign) != 6 || len(state.Left) != 6 || len(state.Other) != 0 {
		t.Fatalf("%d rows count, %d are foreign, %d others; %d runs are left", len(state.Rows), len(state.Foreign),
			len(state.Other), len(state.Left))
	}
	sorted := state.Sorted("plan.toml")
	if len(sorted) != len(rows) || sorted[0].Program != "new" || sorted[1].Program != "new" {
		t.Errorf("%d of %d rows are kept; the first two are of %q and %q", len(sorted), len(rows), sorted[0].Program,
			sorted[1].Program)
	}
}
