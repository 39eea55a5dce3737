package conform

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/aco-vk/aco-vk/vk"
	"github.com/aco-vk/aco-vk/vk/vktest"
)

// together makes a test of small cases, several at once.
func together(t *testing.T, open func() (*vk.Device, error)) *Report {
	t.Helper()
	cases := slices.Repeat(small(t), 3)
	told := 0
	report, err := Test(t.Context(), Options{Open: open, Cases: cases, Workers: 3}, func(now Progress) {
		if told++; now.Done != told {
			t.Errorf("case %d is told as %d", told, now.Done)
		}
	})
	if err != nil || report.Cases != len(cases) {
		t.Fatalf("%+v, %v", report, err)
	}
	return report
}

// withoutTimes is a report without what differs from test to test.
func withoutTimes(r *Report) *Report {
	r.Seconds = 0
	for i := range r.Stages {
		r.Stages[i].MS = 0
	}
	for i := range r.Runs {
		r.Runs[i].MS = 0
	}
	for i := range r.Probes {
		r.Probes[i].MS = 0
	}
	return r
}

// Cases that run at once make the report of those that run one after the other.
func TestCasesAtOnce(t *testing.T) {
	alone := tested(t, slices.Repeat(small(t), 3))
	if diff := cmp.Diff(withoutTimes(alone), withoutTimes(together(t, opening(t)))); diff != "" || !alone.OK() {
		t.Error(diff)
	}
}

// Where all lose their device, the case that is the end of it when it runs alone is told, and the others are not.
func TestLostAtOnce(t *testing.T) {
	guilty := small(t)[1] // the only one with a schedule
	lost := vk.Fault{Call: "vkCreateComputePipelines", Operation: `"schedule"`, Result: vk.DeviceLost}
	report := together(t, func() (*vk.Device, error) { return vktest.Open(t, lost), nil })
	if report.Failed != mostLost || report.Complete || report.Differs > 0 {
		t.Fatalf("%+v", report)
	}
	for _, p := range report.Problems[:mostLost] {
		if p.Case != guilty.String() || !strings.Contains(p.Error, "VK_ERROR_DEVICE_LOST") {
			t.Errorf("%+v", p)
		}
	}
}

// A device that is lost with cases beside each other, and with none of them alone, is a problem of no case.
func TestLostOnlyTogether(t *testing.T) {
	report := together(t, opening(t, vk.Fault{Call: "vkQueueSubmit", Operation: `"submission 1"`, After: 2, Result: vk.DeviceLost}))
	if report.Failed != 0 || report.Equal != report.Cases || report.OK() || !report.Complete || len(report.Problems) != 1 || report.Problems[0].Case != "" {
		t.Errorf("%+v", report)
	}
}
