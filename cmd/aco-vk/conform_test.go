package main

import (
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/aco-vk/aco-vk/conform"
	"github.com/aco-vk/aco-vk/conform/lockstep"
	"github.com/aco-vk/aco-vk/conform/results"
	"github.com/aco-vk/aco-vk/vk"
)

// faultyReport is the report of a device with a wrong subgroupAdd.
func faultyReport() *conform.Report {
	return &conform.Report{
		Cases: 2, Equal: 1, Differs: 1, Complete: true,
		Stages: []conform.Stage{{Algorithm: "as", Stage: "choice",
			ByInput: map[string]conform.Counts{"uniform 3": {Equal: 1, Differs: 1}}}},
		Probes: []conform.Probe{{Name: "subgroupAdd", Feature: "subgroupAdd", Verdict: "differs",
			Detail: "invocation 3: 4, not 5", Breaks: "ants choose other cities"}},
		Problems: []conform.Problem{{
			Case: "input=uniform:3:1", Verdict: conform.Differs, Iteration: 2, Stage: "choice",
			Features: []string{"subgroupAdd"},
			Difference: &lockstep.Difference{Stage: "choice", Wrong: 1,
				Word: lockstep.Word{Buffer: "weights", Row: 1, Column: 2, Device: 3, Reference: 4}},
		}},
	}
}

// The summary shows each problem and the command that repeats its case.
func TestPrintConformance(t *testing.T) {
	faulty := faultyReport()
	var out strings.Builder
	printConformance(&out, faulty)
	hasAll(t, out.String(),
		"DIFFERS 1", "DIFFERS: probe subgroupAdd: invocation 3: 4, not 5; what breaks: ants choose other cities\n",
		"iteration 2, after choice, weights[1][2] is 3 on the device and 4 in the reference",
		"aco-vk conform --repeat input=uniform:3:1", "features with failed probes: subgroupAdd", "2 of 2 cases")
	crash := &conform.Crash{Signal: "SIGSEGV", Output: []string{"LLVM ERROR: out of registers"}}
	faulty.Crashed, faulty.Problems = 1, []conform.Problem{{Case: "input=uniform:4:1", Verdict: conform.Crashed,
		Stage: "best", Error: "SIGSEGV ended the process", Crash: crash}}
	out.Reset()
	faulty.Perturbed = true
	printConformance(&out, faulty)
	hasAll(t, out.String(),
		"CRASHED: best: SIGSEGV ended the process\n  | LLVM ERROR: out of registers\n  aco-vk conform --perturb --repeat input=uniform:4:1",
		"GOTRACEBACK=crash aco-vk conform --perturb --repeat input=uniform:4:1; gdb ", "1 crashed, 0 hung, 0 out of memory")
	faulty.Crashed, faulty.Failed, faulty.Problems = 0, maxPrintedProblems, append(make([]conform.Problem,
		maxPrintedProblems), conform.Problem{Verdict: conform.Failed, Error: "the device was lost"})
	out.Reset()
	if printConformance(&out, faulty); !strings.Contains(out.String(), "and 1 more") {
		t.Errorf("a problem without a case is not counted:\n%s", out.String())
	}
}

// A difference has an exit code of its own, which takes precedence over an interruption.
func TestConformityExitCodes(t *testing.T) {
	faulty := &conformTest{report: faultyReport(), results: []results.Result{{Status: results.Fail}}}
	correct := &conformTest{report: &conform.Report{Cases: 1, Equal: 1, Complete: true}, results: []results.Result{{Status: results.Pass}}}
	with := func(report *conform.Report, status results.Status) []*conformTest {
		return []*conformTest{{report: report, results: []results.Result{{Status: status}}}}
	}
	lost := []conform.Problem{{Verdict: conform.Failed, Error: "lost"}}
	for _, c := range []struct {
		tests       []*conformTest
		interrupted bool
		exit        int
	}{
		{[]*conformTest{correct}, false, exitDone},
		{[]*conformTest{correct, faulty}, false, exitDiffers},
		{[]*conformTest{faulty, correct}, true, exitDiffers},
		{[]*conformTest{correct}, true, exitInterrupted},
		{with(&conform.Report{Cases: 2, Refused: 2, Complete: true}, results.Skip), false, exitFailure},
		{with(&conform.Report{Cases: 1, Crashed: 1, Complete: true}, results.Crash), false, exitDiffers},
		{with(&conform.Report{Cases: 1, Crashed: 1, Complete: true}, results.ExpectedFail), false, exitDone},
		{with(&conform.Report{Cases: 1, Equal: 1, Complete: true}, "UnexpectedImprovement(Pass)"), false, exitDiffers},
		{with(&conform.Report{Cases: 1, Equal: 1, Complete: true, Problems: lost}, results.Pass), false, exitDiffers},
		{with(&conform.Report{Cases: 5, Equal: 1, Problems: lost}, results.Missing), false, exitDevice},
		{with(&conform.Report{Cases: 5, Failed: 3, Problems: lost}, results.Fail), false, exitDevice},
		{with(&conform.Report{Cases: 5, Failed: 3, Problems: lost}, results.Fail), true, exitDevice},
		{with(&conform.Report{Cases: 5, Equal: 1}, results.Missing), true, exitInterrupted},
		{with(&conform.Report{Cases: 5, Equal: 1}, results.Missing), false, exitDone}, // another error says why it ended
	} {
		if got := fail(console{messages: io.Discard}, conformity(c.tests, c.interrupted)); got != c.exit {
			t.Errorf("exit code %d, want %d", got, c.exit)
		}
	}
	if err := conformity(nil, false); err != nil || errors.Is(err, errInterrupted) {
		t.Error(err)
	}
}

// An interrupted test goes on with the same device alone. The size of subgroups can change without
// another device or driver.
func TestResumeOfAnotherDevice(t *testing.T) {
	names, folder := []string{"probe/loops", "probe/bits"}, t.TempDir()
	device := vk.Info{UUID: "one", SubgroupSize: 8}
	open := func(device vk.Info, resume bool) (map[string]conform.Saved, error) {
		opened, done, err := openConformFolder(folder, conform.Options{Device: device}, names, resume)
		if err != nil {
			return nil, err
		}
		defer opened.saved.Close()
		if !resume {
			err = opened.record(conform.Saved{Name: names[1]})
		}
		return done, err
	}
	if _, err := open(device, false); err != nil {
		t.Fatal(err)
	}
	for _, change := range []func(*vk.Info){
		func(i *vk.Info) { i.UUID = "two" },
		func(i *vk.Info) { i.DriverVersion = "2" },
		func(i *vk.Info) { i.SubgroupSize = 4 },
	} {
		other := device
		change(&other)
		if done, err := open(other, true); fail(console{messages: io.Discard}, err) != exitUsage {
			t.Errorf("%+v resumes %+v with %v, error %v", other, device, done, err)
		}
	}
	if done, err := open(device, true); err != nil || len(done) != 1 || done[names[1]].Name != names[1] {
		t.Errorf("the same device resumes with %v, error %v", done, err)
	}
}
