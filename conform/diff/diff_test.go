package diff

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/aco-vk/aco-vk/conform"
	"github.com/aco-vk/aco-vk/vk"
)

const (
	caseA = "input=uniform:33:1,algorithm=as,iterations=2"
	caseB = "input=grid:33:1,algorithm=as,iterations=2"
	caseC = "input=uniform:34:1,algorithm=mmas,iterations=2"
)

// reports returns two reports that differ in everything that a comparison looks at.
func reports() (before, after *conform.Report) {
	before = &conform.Report{
		Version: "1", Device: vk.Info{Name: "a", SubgroupSize: 4, Index: 1},
		Stages: []conform.Stage{
			{Algorithm: "as", Stage: "choice", DeviceMS: 6, ByInput: map[string]conform.Counts{"uniform 33": {Equal: 3},
				"grid 33": {Equal: 1}}},
			{Algorithm: "mmas", Stage: "choice", DeviceMS: 7,
				ByInput: map[string]conform.Counts{"grid 33": {Equal: 1}}},
		},
		Tested: []conform.Tested{
			{Case: caseA, Verdict: conform.Equal, StageMS: map[string]float64{"choice": 2, "best": 1}},
			{Case: caseB, Verdict: conform.Equal, StageMS: map[string]float64{"choice": 4}},
			{Case: caseC, Verdict: conform.Refused},
		},
		Runs: []conform.Run{{Name: "as", Case: "whole", TourSHA256: "1"}, {Name: "acs", Case: "whole acs",
			TourSHA256: "3"}},
		Probes: []conform.Probe{{Name: "subgroupAdd", Verdict: "ok"}, {Name: "int64", Verdict: "ok"}},
	}
	after = &conform.Report{
		Version: "1", Device: vk.Info{Name: "a", SubgroupSize: 8},
		Stages: []conform.Stage{
			{Algorithm: "as", Stage: "choice", DeviceMS: 4,
				ByInput: map[string]conform.Counts{"uniform 33": {Differs: 1}, "grid 33": {Equal: 1}}},
			{Algorithm: "as", Stage: "best", DeviceMS: 3, ByInput: map[string]conform.Counts{"uniform 33": {Equal: 1}}},
		},
		Tested: []conform.Tested{
			{Case: caseA, Verdict: conform.Differs, StageMS: map[string]float64{"choice": 1, "best": 3}},
			{Case: caseB, Verdict: conform.Equal, StageMS: map[string]float64{"choice": 2}},
			{Case: "input=uniform:35:1,algorithm=as,iterations=2", Verdict: conform.Equal},
		},
		Problems: []conform.Problem{{Case: caseA, Verdict: conform.Failed, Error: "lost"}},
		Runs: []conform.Run{{Name: "as", Case: "whole", TourSHA256: "2"}, {Name: "acs", Case: "whole acs",
			TourSHA256: "3"}},
		Probes: []conform.Probe{{Name: "subgroupAdd", Verdict: "differs", Detail: "3, not 4"},
			{Name: "int64", Verdict: "ok"}},
	}
	return before, after
}

func TestCompare(t *testing.T) {
	before, after := reports()
	got := Compare(before, after)
	want := &Comparison{
		Before: before, After: after, Common: 2, OnlyBefore: []string{caseC},
		OnlyAfter: []string{"input=uniform:35:1,algorithm=as,iterations=2"},
		Facts:     []Change{{Name: "device.subgroup_size", Before: "4", After: "8"}},
		Verdicts:  []Change{{caseA, "equal", "differs", "lost"}},
		Runs:      []Change{{"as", "1", "2", "whole"}},
		Probes:    []Change{{"subgroupAdd", "ok", "differs", "3, not 4"}},
		Stages: []Stage{
			{Times{"as choice", 2, 1, 6, 3}, Total{4, 0, 1.5}, Total{2, 1, 2}},
			{Times{"as best", 1, 1, 1, 3}, Total{}, Total{1, 0, 3}},
			{Times{Name: "mmas choice"}, Total{1, 0, 7}, Total{}},
		},
		Inputs: []Times{{"uniform:33:1", 1, 1, 3, 4}, {"grid:33:1", 1, 0, 4, 2}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if got.Same() {
		t.Error("different reports are the same")
	}
	if same := Compare(before, before); !same.Same() || same.Facts != nil || same.Common != 3 ||
		same.OnlyBefore != nil {
		t.Errorf("a report differs from itself: %+v", same)
	}
}

func TestHTML(t *testing.T) {
	before, after := reports()
	before.Device.Name = "<script>"
	var page strings.Builder
	if err := Compare(before, after).WriteHTML(&page,
		func(testCase string) string { return "repeat " + testCase }); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"&lt;script&gt;", "repeat " + caseA, "device.subgroup_size", "as choice", "0.50", "3, not 4"} {
		if !strings.Contains(page.String(), want) {
			t.Errorf("no %q in the page", want)
		}
	}
	if strings.Contains(page.String(), "<script>") {
		t.Error("a device's name is not escaped")
	}
}
