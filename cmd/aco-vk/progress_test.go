package main

import (
	"strings"
	"testing"
	"time"

	"github.com/aco-vk/aco-vk/aco"
	"github.com/aco-vk/aco-vk/internal/lowerbound"
	"github.com/aco-vk/aco-vk/tsp"
)

func TestProgressParts(t *testing.T) {
	const limit = 10 * time.Second
	for _, c := range []struct {
		now        aco.Progress
		iterations int
		open       bool
		lower      int64
		want       string
	}{
		{now: aco.Progress{Iteration: 30, Elapsed: 2 * time.Second, Best: 120},
			want: "best 120|2 s|iteration 30|15 iterations/s"},
		{now: aco.Progress{Iteration: 30, Elapsed: 2 * time.Second, Best: 120}, lower: 119,
			want: "best 120|at most 0.85% above the optimum|2 s|iteration 30|15 iterations/s"},
		{now: aco.Progress{Iteration: 30, Elapsed: 2 * time.Second, Best: 120}, lower: 120,
			want: "best 120|optimal|2 s|iteration 30|15 iterations/s"},
		{
			now:  aco.Progress{Reference: 100, TimeLimit: limit, Iteration: 30, Elapsed: 2 * time.Second, Best: 120},
			want: "best 120 (+20.00%)|[====                ] 8 s left|2 s|iteration 30|15 iterations/s",
		},
		{now: aco.Progress{TimeLimit: limit, Elapsed: 3 * time.Second, Best: 120},
			want: "best 120|[======              ] 7 s left|3 s|first iteration"},
		{now: aco.Progress{TimeLimit: limit, Elapsed: 30 * time.Second, Best: 120},
			want: "best 120|[====================] 0 s left|30 s|first iteration"},
		{now: aco.Progress{TimeLimit: limit, Elapsed: 3 * time.Second, Best: 120}, open: true,
			want: "best 120|at most 7 s left|3 s|first iteration"},
		{now: aco.Progress{Iteration: 25, Elapsed: 2 * time.Second, Best: 120}, iterations: 100,
			want: "best 120|[=====               ] 6 s left|2 s|iteration 25|12.5 iterations/s"},
		{now: aco.Progress{Phase: aco.PhaseExchange, Iteration: 25, Elapsed: 2 * time.Second, Best: 120},
			want: "best 120|2 s|recombining tours"},
	} {
		line := progressLine{instance: &tsp.Instance{}, iterations: c.iterations, open: c.open,
			bound: lowerBound{Background: lowerbound.Computed(c.lower)}}
		if got := strings.Join(line.parts(c.now), "|"); got != c.want {
			t.Errorf("%+v: %q, want %q", c.now, got, c.want)
		}
	}
}

func TestFit(t *testing.T) {
	parts := []string{"best 120", "2 s", "iteration 30"}
	for _, c := range []struct {
		columns int
		want    string
	}{
		{80, "best 120  2 s  iteration 30"},
		{27, "best 120  2 s  iteration 30"},
		{26, "best 120  2 s"},
		{13, "best 120  2 s"},
		{12, "best 120"},
		{5, "best "},
		{0, ""},
	} {
		if got := fit(parts, c.columns); got != c.want {
			t.Errorf("%d columns: %q, want %q", c.columns, got, c.want)
		}
	}
}

func TestLineEvery(t *testing.T) {
	for elapsed, want := range map[time.Duration]time.Duration{
		0: 5 * time.Second, 20 * time.Second: 5 * time.Second, 40 * time.Second: 10 * time.Second,
		time.Hour: time.Minute,
	} {
		if got := lineEvery(elapsed); got != want {
			t.Errorf("after %v: every %v, want %v", elapsed, got, want)
		}
	}
}

// Messages of a resumed run wait until the run is accepted. Those of a refused run are dropped.
func TestHeldMessages(t *testing.T) {
	var out strings.Builder
	notice := aco.Progress{Phase: aco.PhaseSetup, Notice: aco.Notice{Kind: aco.NoticeRun, Text: "text"}}
	for _, accepted := range []bool{false, true} {
		line := progressLine{liveLine: liveLine{out: &out}, always: &out, holding: true}
		line.update(notice)
		if out.Len() > 0 {
			t.Errorf("printed before the run is accepted: %q", out.String())
		}
		if accepted {
			line.accept()
		}
		line.done()
	}
	if want := "aco-vk: text\n"; out.String() != want {
		t.Errorf("printed %q, want %q", out.String(), want)
	}
}

// In a log, a line of progress has its values.
func TestLoggedProgress(t *testing.T) {
	var out strings.Builder
	line := progressLine{liveLine: liveLine{out: newJSONLog(&out)}}
	line.printProgress(aco.Progress{Phase: aco.PhaseSearch, Iteration: 7, Best: 120, Elapsed: 1500 * time.Millisecond},
		nil)
	want := `"msg":"progress","iteration":7,"best_length":120,"best_known_length":0,"lower_bound":0,"elapsed_s":1.5}` +
		"\n"
	if !strings.HasSuffix(out.String(), want) {
		t.Errorf("%q does not end with %q", out.String(), want)
	}
}
