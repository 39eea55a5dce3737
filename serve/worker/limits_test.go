package worker

import (
	"math"
	"strings"
	"testing"
	"time"

	"github.com/aco-vk/aco-vk/aco"
	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/serve/input"
	"github.com/aco-vk/aco-vk/serve/job"
	"github.com/aco-vk/aco-vk/tsp/format"
)

// submitLimited submits an instance to a server with a limit of time.
func (s service) submitLimited(limit time.Duration, text string, o job.Options) job.Job {
	s.t.Helper()
	in := job.Input{Object: s.put([]byte(text)), Format: string(format.TSPLIB)}
	if strings.HasPrefix(text, "[") {
		in.Format = input.Coordinates
	}
	return s.submitted(job.Submission{Input: in, Options: o, MaxTime: job.Duration(limit)})
}

// The limit of the server that accepted a job holds for its run, whether it is below or above the
// worker's own limit. A job of an earlier version has none.
func TestLimitOfServer(t *testing.T) {
	s := newService(t, 0)
	own := &worker{queue: s, Options: Options{Solver: processor(t)}}
	for _, c := range []struct {
		server  time.Duration
		options job.Options
		want    time.Duration
	}{
		{time.Second, job.Options{}, time.Second},
		{time.Second, job.Options{Iterations: 5}, time.Second},
		{time.Second, job.Options{Target: 5}, time.Second},
		{time.Second, job.Options{Idle: job.Duration(time.Minute)}, time.Second},
		{time.Second, job.Options{Machines: 2}, time.Second},
		{time.Second, job.Options{TimeLimit: job.Duration(2 * time.Second)}, time.Second},
		{time.Minute, job.Options{}, 0}, // aco's own rules end it
		{2 * time.Hour, job.Options{TimeLimit: job.Duration(90 * time.Minute)}, 90 * time.Minute},
		{2 * time.Hour, job.Options{Iterations: 5}, 2 * time.Hour},
		{0, job.Options{Iterations: 5}, time.Hour},
		{0, job.Options{}, 0},
	} {
		j := s.submitLimited(c.server, "[[0,0],[0,1],[1,1]]", c.options)
		lease, err := s.Take(t.Context(), "w")
		for err == nil && lease.Machine() > 0 { // of the job before
			lease, err = s.Take(t.Context(), "w")
		}
		if err != nil || lease.Job().ID != j.ID {
			t.Fatalf("error %v", err)
		}
		r := &run{worker: own, lease: lease}
		in, _, err := r.read(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if got, err := r.newOptions(t.Context(), in, nil, time.Now()); err != nil || got.TimeLimit != c.want {
			t.Errorf("limit %v of the server, options %+v: the run has a limit of %v, want %v (%v)", c.server,
				c.options, got.TimeLimit, c.want, err)
		}
		must.Do(t, lease.Finish(t.Context(), job.Done, nil, nil))
	}
}

// Jobs without a time limit end by the server's, and so does a repeated one, which says that it
// was not repeated to its end.
func TestJobsEndByLimitOfServer(t *testing.T) {
	if testing.Short() {
		t.Skip("runs take seconds")
	}
	s := newService(t, time.Minute)
	defer s.start("w")()
	long, instance := s.submit(1000, job.Options{Machines: 2, Iterations: 30}) // no machine does so many in the limit
	replay := s.wait(long.ID, final).Result.Replay
	for _, o := range []job.Options{
		{}, {Iterations: math.MaxInt32}, {Idle: job.Duration(time.Hour)}, {Target: 1}, {Machines: 2},
		{Algorithm: "mmas", Iterations: math.MaxInt32}, {Replay: replay},
	} {
		j := s.wait(s.submitLimited(50*time.Millisecond, textOf(t, instance), o).ID, final)
		if j.State != job.Done || j.Result.Stop != string(aco.StopTimeLimit) {
			t.Errorf("options %+v: the job is %+v with result %+v", o, j, j.Result)
		}
		said := strings.Contains(strings.Join(j.Result.Warnings, "\n"), "not repeated to its end")
		if said != (o.Replay != "") {
			t.Errorf("options %+v: warnings %q", o, j.Result.Warnings)
		}
	}
}

// A result without the bound that the job asks for says why.
func TestMissingBound(t *testing.T) {
	s := newService(t, 0)
	defer s.start("w")()
	for _, cities := range []int{5, 5000} {
		j, _ := s.submit(cities, job.Options{Bound: true, Iterations: 1, Colonies: 1})
		j = s.wait(j.ID, final)
		said := strings.Contains(strings.Join(j.Result.Warnings, "\n"), "there is no lower bound")
		if said != (j.Result.Bound == 0) {
			t.Errorf("%d cities: bound %d, warnings %q", cities, j.Result.Bound, j.Result.Warnings)
		}
	}
}
