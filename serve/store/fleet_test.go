package store

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/aco-vk/aco-vk/serve/job"
	"github.com/aco-vk/aco-vk/serve/job/jobtest"
)

// A worker that joins, is silent, comes back and leaves is in the log and in the figures. The
// clock of the worker does not matter.
func TestWorkersComeAndGo(t *testing.T) {
	log := new(jobtest.Log)
	s := &Store{options: Options{Log: log.Logger()}, tally: newTally()}
	f, now := fleet{workers: map[string]*seenWorker{}}, time.Now()
	wrong := now.Add(-400 * 24 * time.Hour)
	for _, step := range []struct {
		after  time.Duration
		list   []job.Worker
		want   string // in the log; "": nothing
		silent int
	}{
		{0, []job.Worker{{Name: "w", Seen: wrong}}, `msg="worker joined" worker=w`, 0},
		{2 * time.Second, []job.Worker{{Name: "w", Seen: wrong.Add(1)}}, "", 0},
		{8 * time.Second, []job.Worker{{Name: "w", Seen: wrong.Add(1), Job: "j"}}, "", 0},
		{10 * time.Second, []job.Worker{{Name: "w", Seen: wrong.Add(1), Job: "j"}},
			`level=WARN msg="worker is silent" worker=w job=j`, 1},
		{12 * time.Second, []job.Worker{{Name: "w", Seen: wrong.Add(1), Job: "j"}}, "", 1},
		{14 * time.Second, []job.Worker{{Name: "w", Seen: wrong.Add(2), Job: "j"}}, `msg="worker is back" worker=w`, 0},
		{16 * time.Second, nil, `msg="worker left" worker=w silent=false job=j`, 0},
		{18 * time.Second, nil, "", 0},
	} {
		s.noteWorkers(&f, step.list, now.Add(step.after))
		if text := log.Take(); !strings.Contains(text, step.want) || (step.want == "") != (text == "") {
			t.Errorf("after %v the log has %q, want %q", step.after, text, step.want)
		}
		if got := s.Figures().SilentWorkers; got != step.silent {
			t.Errorf("after %v %d workers are silent, want %d", step.after, got, step.silent)
		}
	}
}

// The log of a server has the losses of jobs and why jobs failed, each once, and those of before
// its start never.
func TestLogOfServer(t *testing.T) {
	jobtest.Bubble(t, func(t *testing.T) {
		folder, log := t.TempDir(), new(jobtest.Log)
		o := Options{Folder: folder, Deliveries: 2, Log: log.Logger()}
		s := open(t, o)
		j := submit(t, s)
		take(t, s, "first")
		take(t, s, "second")
		log.Await(`level=WARN msg="a worker has lost a job" job=` + j.ID + ` request="" worker=first attempt=1`)
		takesNothing(t, s, defaultLease+time.Second)
		log.Await(`level=WARN msg="job failed" job=` + j.ID + ` request="" problem=lost`)
		s.Close()
		log.Take()
		s = open(t, o)
		other := submit(t, s)
		cancel(t, s, other.ID)
		synctest.Wait()
		if text := log.Take(); strings.Contains(text, j.ID) {
			t.Errorf("the log has a job of before:\n%s", text)
		}
		if got := s.Figures(); len(got.Ends) != 1 || got.Ends[job.End{State: job.Cancelled}] != 1 || got.Losses != 0 {
			t.Errorf("the figures are %+v", got)
		}
	})
}
