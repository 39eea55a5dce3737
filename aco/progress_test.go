package aco

import (
	"testing"
	"testing/synctest"
	"time"
)

// A run that tells nothing for a second repeats its last event, without the notice, except for the setup.
func TestProgressIsRepeated(t *testing.T) {
	for _, phase := range []Phase{PhaseSetup, PhaseSearch} {
		synctest.Test(t, func(t *testing.T) {
			var events []Progress
			r := &request{ctx: t.Context(), options: Options{Progress: func(p Progress) { events = append(events, p) }}}
			stop := r.repeatProgress()
			time.Sleep(time.Second) // before the first event
			r.tell(Progress{Phase: phase, Iteration: 3, Elapsed: time.Minute, Notice: Notice{Kind: NoticeRun}})
			time.Sleep(time.Second)
			stop()
			want := 1
			if phase == PhaseSearch {
				want += int(time.Second / repeatAfter)
			}
			if len(events) != want {
				t.Fatalf("%s: %d events, want %d", phase, len(events), want)
			}
			for i, p := range events {
				if p.Iteration != 3 || p.Elapsed != time.Minute+time.Duration(i)*repeatAfter || (p.Notice != Notice{}) != (i == 0) {
					t.Errorf("event %d: %+v", i, p)
				}
			}
		})
	}
}
