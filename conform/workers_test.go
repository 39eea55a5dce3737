package conform

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/aco-vk/aco-vk/vk"
	"github.com/aco-vk/aco-vk/vk/vktest"
)

// runParallel tests small cases with three workers.
func runParallel(t *testing.T, open func() (*vk.Device, error)) *Report {
	t.Helper()
	cases := slices.Repeat(smallCases(t), 3)
	reported := 0
	report, err := Test(t.Context(), Options{Open: open, Cases: cases, Probes: []string{}, Workers: 3}, func(now Progress) {
		if reported++; now.Done != reported {
			t.Errorf("after case %d, progress says %d", reported, now.Done)
		}
	})
	if err != nil || report.Cases != len(cases) {
		t.Fatalf("%+v, %v", report, err)
	}
	return report
}

// repeatable clears what differs from run to run in a report: the date and the durations.
func repeatable(r *Report) *Report {
	r.Seconds, r.Date = 0, time.Time{}
	for i := range r.Stages {
		r.Stages[i].MS, r.Stages[i].DeviceMS = 0, 0
	}
	for i := range r.Tested {
		r.Tested[i].MS = 0
		for stage := range r.Tested[i].StageMS {
			r.Tested[i].StageMS[stage] = 0
		}
	}
	for i := range r.Runs {
		r.Runs[i].MS = 0
	}
	return r
}

// Parallel cases give the same report as sequential ones.
func TestParallelCases(t *testing.T) {
	sequential := runTest(t, slices.Repeat(smallCases(t), 3))
	if diff := cmp.Diff(repeatable(sequential), repeatable(runParallel(t, opener(t)))); diff != "" ||
		!sequential.OK() {
		t.Error(diff)
	}
}

// If several workers lose the device, the report names the case that also loses it alone, and no
// other case.
func TestParallelLossIsTracedToItsCase(t *testing.T) {
	guilty := smallCases(t)[1] // the only one with the stage schedule
	lost := vk.Fault{Call: "vkCreateComputePipelines", Operation: `"schedule"`, Result: vk.DeviceLost}
	report := runParallel(t, func() (*vk.Device, error) { return vktest.Open(t, lost), nil })
	// The last loss ends the test, and the cases after its own are left out, even if one of them
	// has lost the device before.
	if report.Failed == 0 || report.Failed > maxLosses || report.Complete || report.Differs > 0 {
		t.Fatalf("%+v", report)
	}
	for _, p := range report.Problems[:report.Failed] {
		if p.Case != guilty.String() || !strings.Contains(p.Error, "VK_ERROR_DEVICE_LOST") {
			t.Errorf("%+v", p)
		}
	}
}

// If the device is lost only while several cases run, the report has a problem without a case.
func TestLossWithoutACase(t *testing.T) {
	report := runParallel(t, opener(t, vk.Fault{Call: "vkQueueSubmit", Operation: `"submission 1"`, After: 2,
		Result: vk.DeviceLost}))
	if report.Failed != 0 || report.Equal != report.Cases || report.OK() || !report.Complete ||
		len(report.Problems) != 1 || report.Problems[0].Case != "" {
		t.Errorf("%+v", report)
	}
}
