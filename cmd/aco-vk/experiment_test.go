package main

import (
	"bytes"
	"encoding/json"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/aco-vk/aco-vk/aco"
	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/internal/testkind"
	"github.com/aco-vk/aco-vk/study/experiment"
)

// testPlan has a configuration of each method, a zero, draws and two limits.
const testPlan = `
seeds = { first = 7, count = 2 }
limits = [{ iterations = 3 }, { tours = 100 }]
instances = [{ generator = "uniform", cities = [12, 30] }, "places.tsp"]
[[configurations]]
algorithm = "as"
parameters.alpha = [0, 1]
[[configurations]]
algorithm = "mmas"
draws = 2
parameters.rho = { uniform = [0.01, 0.5], log = true }
[[configurations]]
algorithm = "acs"
parameters = { q0 = 0, synchronous = true, local-search = "3opt" }
[[configurations]]
preset = "acs-synchronous"
`

// testIterations is like testPlan for methods that construct no tours.
const testIterations = `
limits.iterations = 2
seeds = 3
instances = [{ generator = "clustered", cities = 40 }]
[[configurations]]
algorithm = "merged"
[[configurations]]
algorithm = "chained"
parameters.colonies = 2
`

// testClock ends runs by the clock of the device.
const testClock = `
limits.device_seconds = 0.01
instances = [{ generator = "clustered", cities = 40 }]
[[configurations]]
algorithm = "as"
[[configurations]]
algorithm = "mmas"
`

// testReplays ends runs of methods by a clock that only their reports repeat.
const testReplays = `
limits = [{ device_seconds = 0.01 }, { seconds = 0.1 }]
instances = [{ generator = "clustered", cities = 400 }]
[[configurations]]
algorithm = "merged"
[[configurations]]
algorithm = "chained"
`

// newStudy writes a plan and an instance to a new folder, and returns the name of the plan.
func newStudy(t *testing.T, plan string) string {
	t.Helper()
	folder := t.TempDir()
	const places = "NAME: places\nTYPE: TSP\nDIMENSION: 9\nEDGE_WEIGHT_TYPE: EUC_2D\nNODE_COORD_SECTION\n" +
		"1 0 0\n2 7 1\n3 3 9\n4 8 8\n5 2 2\n6 9 4\n7 5 5\n8 1 7\n9 6 3\nEOF\n"
	for name, text := range map[string]string{"plan.toml": plan, "places.tsp": places} {
		writeText(t, filepath.Join(folder, name), text)
	}
	return filepath.Join(folder, "plan.toml")
}

// experimentRows reads the rows of a plan.
func experimentRows(t *testing.T, plan string) []experiment.Row {
	t.Helper()
	return must.Get(experiment.ReadJournal(strings.TrimSuffix(plan, ".toml") + ".jsonl"))(t)
}

// withoutTimes returns rows without what differs from run to run and from folder to folder.
func withoutTimes(rows []experiment.Row) []experiment.Row {
	rows = slices.Clone(rows)
	for i := range rows {
		r := &rows[i]
		r.Seconds, r.DeviceSeconds, r.Found.Seconds, r.Device, r.Command = 0, 0, 0, "", ""
		r.Improvements = slices.Clone(r.Improvements)
		for k := range r.Improvements {
			r.Improvements[k].Seconds = 0
		}
	}
	return rows
}

// An experiment whose process is killed again and again, and that goes on with other devices, has the
// rows of one that was not: none twice, none missing, in the order of the plan.
func TestKilledExperiment(t *testing.T) {
	whole, killed := newStudy(t, testPlan), newStudy(t, testPlan)
	mustRun(t, "experiment", whole, "--device", "cpu", "--quiet")
	want := experimentRows(t, whole)
	if len(want) != 72 {
		t.Fatalf("%d rows, want 72", len(want))
	}
	random := rand.New(rand.NewPCG(1, 2))
	devices := [][]string{{"--device", "cpu"}, {"--device", "cpu", "--device", "cpu"}}
	if hasDevice() && !testing.Short() {
		devices = append(devices, []string{"--device", "vulkan"})
	}
	file := strings.TrimSuffix(killed, ".toml") + ".jsonl"
	for kill, done := 0, 0; done < len(want); kill++ {
		command := exec.Command("aco-vk", append([]string{"experiment", killed, "--quiet"}, devices[kill%len(devices)]...)...)
		must.Do(t, command.Start())
		ended := make(chan error, 1)
		go func() { ended <- command.Wait() }()
		until := done + 1 + random.IntN(25)
		for waiting := true; waiting; {
			select {
			case err := <-ended:
				if err != nil {
					t.Fatal(err)
				}
				waiting = false
			case <-time.After(time.Millisecond):
				if text, err := os.ReadFile(file); err == nil && bytes.Count(text, []byte("\n")) >= until && until < len(want) {
					_ = command.Process.Kill() // it may have ended
					<-ended
					waiting = false
				}
			}
		}
		ids := map[string]bool{}
		for _, row := range experimentRows(t, killed) {
			if ids[row.ID] {
				t.Fatalf("the run %d has two rows", row.Run)
			}
			ids[row.ID] = true
		}
		done = len(ids)
	}
	mustRun(t, "experiment", killed, "--device", "cpu", "--quiet") // sorts the rows if the last process was killed
	if diff := cmp.Diff(withoutTimes(want), withoutTimes(experimentRows(t, killed))); diff != "" {
		t.Error(diff)
	}
}

// A time limit of less than a nanosecond is a limit, and 0 is none.
func TestInSeconds(t *testing.T) {
	for seconds, want := range map[float64]time.Duration{0: 0, 1e-10: 1, 0.5: 500 * time.Millisecond, 1e300: math.MaxInt64} {
		if got := inSeconds(seconds); got != want {
			t.Errorf("%v s: %v, want %v", seconds, got, want)
		}
	}
}

// The command of a run that a clock has ended has its number of iterations, or its limit if it made
// none.
func TestRepeatedRunHasALimit(t *testing.T) {
	options := aco.Options{TimeLimit: time.Second}
	for _, c := range []struct{ iterations, want int }{{0, 0}, {7, 7}} {
		result := &aco.Result{Method: &aco.ClassicResult{}, Stop: aco.StopTimeLimit, Iterations: c.iterations}
		got := repeating(options, result)
		if got.Iterations != c.want || (got.TimeLimit == 0) != (c.want > 0) {
			t.Errorf("after %d iterations: %d iterations, time limit %v", c.iterations, got.Iterations, got.TimeLimit)
		}
	}
}

// The plans of the measurements in docs/bench name what exists.
func TestKeptPlans(t *testing.T) {
	names, err := filepath.Glob("../../docs/bench/*.toml")
	if err != nil || len(names) == 0 {
		t.Fatalf("%d plans, %v", len(names), err)
	}
	for _, name := range names {
		if _, err := (&experimentCommand{Plan: name}).readPlan(); err != nil {
			t.Error(err)
		}
	}
}

// A large integer is one for solve, too.
func TestLargeParameter(t *testing.T) {
	c := experiment.Configuration{Algorithm: "acs", Settings: []experiment.Setting{{Name: "ants", Value: 1e6}}}
	line, err := newConfigurationLine(&c)
	if err != nil || line.words[3] != "1000000" {
		t.Errorf("%v, %v", line, err)
	}
}

// The command of each row repeats its run: with the same tour.
func TestCommandsOfRows(t *testing.T) {
	testkind.ComparesRuns(t)
	for _, plan := range []string{testPlan, testIterations, testClock, testReplays} {
		name := newStudy(t, plan)
		mustRun(t, "experiment", name, "--device", "cpu", "--quiet", "--reports", filepath.Join(filepath.Dir(name), "reports"))
		rows := experimentRows(t, name)
		if testing.Short() { // one of each configuration
			rows = slices.CompactFunc(rows, func(a, b experiment.Row) bool { return a.Configuration == b.Configuration })
		}
		for _, row := range rows {
			words := strings.Fields(row.Command)
			if row.StopReason == "time_limit" && !slices.Contains(words, "--replay") {
				continue // on a busy machine: within the first iteration, which nothing repeats
			}
			var report struct {
				BestLength int64  `json:"best_length"`
				TourSHA256 string `json:"tour_sha256"`
			}
			text := mustRun(t, append(words[1:], "--quiet", "--json", "-")...)
			must.Do(t, json.Unmarshal([]byte(text), &report))
			if report.TourSHA256 != row.TourSHA256 || report.BestLength != row.Length {
				t.Errorf("%s: length %d, want %d", row.Command, report.BestLength, row.Length)
			}
			if last := row.Improvements[len(row.Improvements)-1]; last.Length != row.Length || last.Found != row.Found {
				t.Errorf("%s: the last improvement is %v, the row has %d at %v", row.Command, last, row.Length, row.Found)
			}
			if limit := row.Limit.DeviceSeconds; limit > 0 && (row.DeviceSeconds < limit || row.StopReason != "device_time") {
				t.Errorf("%s: %v s on the device, stopped by %s", row.Command, row.DeviceSeconds, row.StopReason)
			}
			if limit := row.Limit.Tours; limit > 0 && (row.Tours < limit || row.Tours-row.Tours/int64(row.Iterations) >= limit) {
				t.Errorf("%s: %d tours in %d iterations, want %d", row.Command, row.Tours, row.Iterations, limit)
			}
		}
	}
}
