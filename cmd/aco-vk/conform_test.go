package main

import (
	"errors"
	"strings"
	"testing"

	"github.com/aco-vk/aco-vk/aco/classic"
	"github.com/aco-vk/aco-vk/conform"
)

// A report says in few lines what is wrong, and its exit code is another than that of an error.
func TestConformance(t *testing.T) {
	wrong := &conform.Report{
		Cases: 2, Equal: 1, Differs: 1, Complete: true,
		Stages: []conform.Stage{{Algorithm: "as", Stage: "choice", ByInput: map[string]conform.Counts{"uniform 3": {Equal: 1, Differs: 1}}}},
		Probes: []conform.Probe{{Name: "subgroupAdd", Feature: "subgroupAdd", Verdict: "differs", Detail: "invocation 3: 4, not 5"}},
		Problems: []conform.Problem{{
			Case: "input=uniform:3:1", Verdict: conform.Differs, Iteration: 2, Stage: "choice", Features: []string{"subgroupAdd"},
			Difference: &classic.Difference{Stage: "choice", Buffer: "weights", Row: 1, Column: 2, Device: 3, Reference: 4},
		}},
	}
	var out strings.Builder
	printConformance(&out, wrong)
	for _, want := range []string{
		"DIFFERS 1", "DIFFERS: probe subgroupAdd: invocation 3: 4, not 5", "iteration 2, after choice, weights[1][2] is 3 on the device and 4 in the reference",
		"aco-vk conform --repeat input=uniform:3:1", "these probes fail: subgroupAdd", "2 of 2 cases",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in\n%s", want, out.String())
		}
	}
	wrong.Failed, wrong.Problems = mostShown, append(make([]conform.Problem, mostShown), conform.Problem{Verdict: conform.Failed, Error: "the device does not come back"})
	out.Reset()
	if printConformance(&out, wrong); !strings.Contains(out.String(), "and 1 more") {
		t.Errorf("a problem beyond the cases is not counted:\n%s", out.String())
	}
	right := &conform.Report{Cases: 1, Equal: 1, Complete: true}
	for _, c := range []struct {
		reports     []*conform.Report
		interrupted bool
		exit        int
	}{
		{[]*conform.Report{right}, false, exitDone},
		{[]*conform.Report{right, wrong}, false, exitDiffers},
		{[]*conform.Report{wrong, right}, true, exitDiffers},
		{[]*conform.Report{right}, true, exitInterrupted},
		{[]*conform.Report{right, {Cases: 2, Refused: 2, Complete: true}}, false, exitFailure},
		{[]*conform.Report{{Cases: 5, Equal: 1, Problems: []conform.Problem{{Verdict: conform.Failed, Error: "lost"}}}}, false, exitDiffers},
	} {
		if got := fail(console{talk: &out}, conformity(c.reports, c.interrupted)); got != c.exit {
			t.Errorf("exit code %d, want %d", got, c.exit)
		}
	}
	if err := conformity(nil, false); err != nil || errors.Is(err, errInterrupted) {
		t.Error(err)
	}
}
