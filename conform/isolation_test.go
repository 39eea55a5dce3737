package conform

import (
	"errors"
	"iter"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/aco-vk/aco-vk/pipeline"
	"github.com/aco-vk/aco-vk/vk"
	"github.com/aco-vk/aco-vk/vk/vktest"
)

// workerVariable is the environment variable that makes the test binary a worker process. It has the folder of the pipeline cache.
const workerVariable = "CONFORM_TEST_WORKER"

func TestMain(m *testing.M) {
	if os.Getenv(workerVariable) == "" {
		os.Exit(m.Run())
	}
	if err := Serve(openTraced, os.Stdin, os.Stdout); err != nil {
		os.Stderr.WriteString(err.Error())
		os.Exit(1)
	}
}

// openTraced opens the first usable device.
func openTraced(trace func(call, operation string)) (*vk.Device, error) {
	instance, err := vk.Open(vk.Options{})
	if err != nil {
		return nil, err
	}
	for _, info := range instance.Devices() {
		if info.Unusable() == "" {
			return instance.OpenDevice(info.Index, vk.DeviceOptions{CacheDir: os.Getenv(workerVariable), Trace: trace})
		}
	}
	return nil, errors.New("no device")
}

// isolated returns the options of tests in worker processes with these environment variables.
func isolated(t *testing.T, variables ...string) Options {
	t.Helper()
	device := vktest.Open(t)
	cache := t.TempDir()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return Options{
		Device: *device.Info(), Workers: 2,
		Command: func() *exec.Cmd {
			command := exec.Command(program)
			command.Env = append(append(os.Environ(), workerVariable+"="+cache), variables...)
			return command
		},
	}
}

// faultLayer compiles the layer of bad drivers and returns the environment variables that turn it on.
func faultLayer(t *testing.T) []string {
	t.Helper()
	compiler, err := exec.LookPath("gcc")
	if err != nil || runtime.GOOS != "linux" {
		if os.Getenv("ACO_VK_REQUIRE_DEVICE") == "1" && runtime.GOOS == "linux" {
			t.Fatal(err)
		}
		t.Skip("the layer with the faults of bad drivers needs gcc and Linux")
	}
	folder := t.TempDir()
	if err := os.CopyFS(folder, os.DirFS("testdata/layer")); err != nil {
		t.Fatal(err)
	}
	build := exec.Command(compiler, "-O1", "-Wall", "-Werror", "-shared", "-fPIC", "-o", filepath.Join(folder, "faults.so"), filepath.Join(folder, "faults.c"))
	if output, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, output)
	}
	return []string{"VK_ADD_LAYER_PATH=" + folder, "VK_INSTANCE_LAYERS=VK_LAYER_ACOVK_faults"}
}

// runCases tests cases, without probes.
func runCases(t *testing.T, o Options, cases []Case) *Report {
	t.Helper()
	workers, err := openPool(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	b, err := newReportBuilder(o, o.Device, len(cases))
	if err != nil {
		t.Fatal(err)
	}
	if err := b.runCases(t.Context(), workers, named(cases), func(Progress) {}); err != nil {
		t.Error(err)
	}
	if err := workers.close(); err != nil {
		t.Error(err)
	}
	if b.report.Done() != len(cases) {
		t.Errorf("%d of %d cases done: %+v", b.report.Done(), len(cases), b.report)
	}
	return b.report
}

// named yields cases without names.
func named(cases []Case) iter.Seq[namedCase] {
	return func(yield func(namedCase) bool) {
		for _, c := range cases {
			if !yield(namedCase{"", c}) {
				return
			}
		}
	}
}

// Worker processes give the same report as this process.
func TestIsolatedCases(t *testing.T) {
	cases := smallCases(t)
	cases = append(cases[:2], cases[3]) // those that compile in short time
	here := runCases(t, Options{Open: opener(t)}, cases)
	there := runCases(t, isolated(t), cases)
	there.Device = here.Device
	if diff := cmp.Diff(withoutTimes(here), withoutTimes(there)); diff != "" || !there.OK() || there.Equal != len(cases) {
		t.Error(diff)
	}
}

// planted is a fault of the layer and what the report says about it.
type planted struct {
	fault, from string
	change      func(o *Options)
	verdict     Verdict
	signal      string
	slow        bool
	check       func(t *testing.T, p Problem)
}

var plantedFaults = []planted{
	{fault: "crash", from: "3", verdict: Crashed, signal: "SIGSEGV", check: checkCompiling},
	{fault: "abort", from: "3", verdict: Crashed, signal: "SIGABRT", check: checkCompiling},
	{fault: "leak", from: "3", verdict: OutOfMemory, change: func(o *Options) { o.Memory = 1 << 30 }, check: checkRunning, slow: true},
	{fault: "hang", from: "3", verdict: Hung, change: func(o *Options) { o.Silence = 20 * time.Second }, check: checkRunning, slow: true},
}

// checkCompiling checks that the third pipeline of the case is named, with the call and the stack.
func checkCompiling(t *testing.T, p Problem) {
	t.Helper()
	c, err := ParseCase(p.Case)
	if err != nil {
		t.Fatal(err)
	}
	passes, err := c.passes(pipeline.LimitsOf(vktest.Open(t).Info()))
	if err != nil {
		t.Fatal(err)
	}
	third := passNames(passes)[2] // the first three passes of the cases have different pipelines
	if p.Stage != third.Stage || !slices.Equal(p.Crash.Modules, []string{third.Module}) || !slices.Equal(p.Crash.Pipelines, []string{third.Pipeline}) {
		t.Errorf("stage %q, modules %q, pipelines %q, want %+v", p.Stage, p.Crash.Modules, p.Crash.Pipelines, third)
	}
	if p.Crash.Call != createPipelines || !strings.Contains(strings.Join(p.Crash.Output, "\n"), "avk_pipeline") {
		t.Errorf("%s %q", p.Crash.Call, p.Crash.Output)
	}
}

// checkRunning checks that the last call is a submission.
func checkRunning(t *testing.T, p Problem) {
	t.Helper()
	if p.Crash.Call != "vkQueueSubmit" {
		t.Errorf("the last call was %s", p.Crash.Call)
	}
}

// A driver that crashes, aborts, leaks or hangs costs one case. The report says what happened, and the other cases are equal.
func TestPlantedFaults(t *testing.T) {
	layer := faultLayer(t)
	for _, f := range plantedFaults {
		t.Run(f.fault, func(t *testing.T) {
			if f.slow && testing.Short() {
				t.Skip("fills memory, or waits until a hang is certain")
			}
			once := filepath.Join(t.TempDir(), "once")
			o := isolated(t, append(slices.Clone(layer), "FAULT_LAYER="+f.fault, "FAULT_LAYER_FROM="+f.from, "FAULT_LAYER_ONCE="+once)...)
			if f.change != nil {
				f.change(&o)
			}
			cases := smallCases(t)[:2]
			report := runCases(t, o, cases)
			if report.Equal != len(cases)-1 || report.Ended() != 1 || report.OK() || len(report.Problems) != 1 {
				t.Fatalf("%+v", report)
			}
			p := report.Problems[0]
			t.Log(p.Text())
			if p.Verdict != f.verdict || p.Crash == nil || p.Crash.Signal != f.signal {
				t.Fatalf("%+v", p)
			}
			f.check(t, p)
		})
	}
}
