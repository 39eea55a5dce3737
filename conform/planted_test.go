package conform

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/vk/pipeline"
	"github.com/aco-vk/aco-vk/vk/vktest"
)

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
	{fault: "leak", from: "3", verdict: OutOfMemory, change: func(o *Options) { o.Memory = 1 << 30 },
		check: checkRunning, slow: true},
	{fault: "hang", from: "3", verdict: Hung, change: func(o *Options) { o.Silence = 20 * time.Second },
		check: checkRunning, slow: true},
}

// checkCompiling checks that the third pipeline of the case is named, with the call and the stack.
func checkCompiling(t *testing.T, p Problem) {
	t.Helper()
	c := parse(t, p.Case)[0]
	info := vktest.Open(t).Info()
	passes := must.Get(c.passes(pipeline.LimitsOf(info)))(t)
	third := passNames(info, passes)[2] // the first three passes of the cases have different pipelines
	if p.Stage != third.Stage || !slices.Equal(p.Crash.Modules, []string{third.Module}) ||
		!slices.Equal(p.Crash.Pipelines, []string{third.Pipeline}) {
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

// A driver that crashes, aborts, leaks or hangs costs one case. The report says what happened, and
// the other cases are equal.
func TestPlantedFaults(t *testing.T) {
	layer := vktest.FaultLayer(t)
	for _, f := range plantedFaults {
		t.Run(f.fault, func(t *testing.T) {
			if f.slow && testing.Short() {
				t.Skip("fills memory, or waits until a hang is certain")
			}
			once := filepath.Join(t.TempDir(), "once")
			o := isolated(t, append(slices.Clone(layer), "FAULT_LAYER="+f.fault, "FAULT_LAYER_FROM="+f.from,
				"FAULT_LAYER_ONCE="+once)...)
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

// A driver that crashes when the device is opened gives a report too.
func TestCrashOfOpening(t *testing.T) {
	o := isolated(t, append(vktest.FaultLayer(t), "FAULT_LAYER=open")...)
	o.Cases = smallCases(t)
	report, err := Test(t.Context(), o, func(Progress) {})
	if err != nil || report.OK() || report.Complete || report.Done() != 0 || len(report.Problems) != 1 {
		t.Fatalf("%+v, %v", report, err)
	}
	if p := report.Problems[0]; p.Verdict != Crashed || p.Crash.Signal != "SIGSEGV" || p.Case != "" {
		t.Errorf("%+v", p)
	}
}

// Wrong words that a driver writes, one in a million, are found.
func TestPlantedCorruption(t *testing.T) {
	layer := vktest.FaultLayer(t)
	report := runCases(t, isolated(t, append(layer, "FAULT_LAYER=corrupt")...), smallCases(t)[:2])
	if report.OK() || report.Ended() > 0 {
		t.Errorf("%+v", report)
	}
}

// A driver that runs dispatches in another order, in spite of the barriers between them, is found
// by whole runs: stages that are compared one by one have one dispatch each.
func TestPlantedReordering(t *testing.T) {
	report := runCases(t, isolated(t, append(vktest.FaultLayer(t), "FAULT_LAYER=reorder")...), smallCases(t)[3:])
	if len(report.Problems) != 1 || report.Problems[0].Verdict != Failed || !strings.Contains(report.Problems[0].Error,
		"computes wrong results") {
		t.Errorf("%+v", report)
	}
}

// A case that crashes is reduced to a smaller one that crashes in the same module. The stage of the
// crash is exported where it crashes: nothing runs for it.
func TestCrashIsReducedAndExported(t *testing.T) {
	if testing.Short() {
		t.Skip("starts a process for each of many smaller cases")
	}
	o := isolated(t, append(vktest.FaultLayer(t), "FAULT_LAYER=crash", "FAULT_LAYER_FROM=3")...)
	o.Cases, o.Probes, o.Workers, o.Export = smallCases(t)[:1], []string{}, 1, t.TempDir()
	report, err := Test(t.Context(), o, func(Progress) {})
	if err != nil || report.Crashed != 1 {
		t.Fatalf("%+v, %v", report, err)
	}
	p := report.Problems[0]
	checkCompiling(t, p)
	if c := parse(t, p.Case)[0]; c.Input.Cities != MinCities || c.Parameters.Ants != 1 || c.Iterations != 1 {
		t.Errorf("it is reduced to %s", c)
	}
	if want := []string{filepath.Join(o.Export, p.Stage)}; !slices.Equal(report.Exported, want) {
		t.Fatalf("exported %q, want %q", report.Exported, want)
	}
	readme, err := os.ReadFile(filepath.Join(report.Exported[0], "README.txt"))
	if err != nil || !strings.Contains(string(readme), "It did not run") || !strings.Contains(string(readme), p.Crash.Modules[0]) {
		t.Errorf("%s, %v", readme, err)
	}
}

// A smaller case that is bad in another way does not replace a case.
func TestSameFault(t *testing.T) {
	crash := func(signal, module string) caseResult {
		return caseResult{Verdict: Crashed, Crash: &Crash{Signal: signal, Modules: []string{module}}}
	}
	for _, c := range []struct {
		larger, smaller caseResult
		same            bool
	}{
		{caseResult{Verdict: Differs}, caseResult{Verdict: Failed}, true},
		{caseResult{Verdict: Differs}, caseResult{Verdict: Equal}, false},
		{caseResult{Verdict: Differs}, crash("SIGSEGV", "best"), false},
		{crash("SIGSEGV", "best"), caseResult{Verdict: Differs}, false},
		{crash("SIGSEGV", "best"), caseResult{Verdict: Refused}, false},
		{crash("SIGSEGV", "best"), crash("SIGABRT", "best"), false},
		{crash("SIGSEGV", "best"), crash("SIGSEGV", "choice"), false},
		{crash("SIGSEGV", "best"), crash("SIGSEGV", "best"), true},
	} {
		if got := c.larger.sameFault(c.smaller); got != c.same {
			t.Errorf("%+v and %+v: %v", c.larger, c.smaller, got)
		}
	}
}
