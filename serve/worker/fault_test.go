package worker

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/aco-vk/aco-vk/aco"
	"github.com/aco-vk/aco-vk/aco/checkpoint"
	"github.com/aco-vk/aco-vk/aco/engine"
	"github.com/aco-vk/aco-vk/internal/errtype"
	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/serve/input"
	"github.com/aco-vk/aco-vk/serve/job"
	"github.com/aco-vk/aco-vk/serve/job/jobtest"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
)

// startIn starts a worker whose folder is below another one. The channel receives why it ended.
func (s service) startIn(folder string) (ended chan error) {
	s.t.Helper()
	_, ended = s.run(Options{Name: "broken", Folder: folder})
	jobtest.Until(func() bool {
		list, err := s.Workers(s.t.Context())
		return err == nil && len(list) > 0
	})
	return ended
}

// A worker whose folder cannot be used gives its job back and ends with a reason. Another worker
// does the job, which has lost nobody.
func TestBrokenFolder(t *testing.T) {
	jobtest.Bubble(t, func(t *testing.T) {
		s, parent := newService(t, time.Minute), filepath.Join(t.TempDir(), "worker")
		ended := s.startIn(parent)
		must.Do(t, errors.Join(os.RemoveAll(parent), os.WriteFile(parent, nil, 0o600)))
		j, instance := s.submit(30, job.Options{Iterations: 3})
		err := <-ended
		if fault := (*Fault)(nil); !errors.As(err, &fault) || !strings.Contains(err.Error(), j.ID) {
			t.Errorf("the worker ended with %v", err)
		}
		defer s.start("healthy")()
		done := s.wait(j.ID, final)
		if done.State != job.Done || done.Worker != "healthy" || len(done.Losses) != 0 || len(done.GivenBack) != 1 ||
			done.GivenBack[0].Worker != "broken" || done.GivenBack[0].Reason == "" {
			t.Errorf("the job is %+v", done)
		}
		s.verify(done, instance)
		if err := Run(t.Context(), s, Options{Name: "w", Solver: processor(t), Folder: parent}); !errtype.Is[*Fault](err) {
			t.Errorf("a worker without a folder ended with %v", err)
		}
	})
}

// A folder that a cleaner has removed is made again for the next job, which has checkpoints.
func TestRemovedFolder(t *testing.T) {
	s, parent := newService(t, time.Minute), filepath.Join(t.TempDir(), "worker")
	s.startIn(parent)
	must.Do(t, os.RemoveAll(parent))
	j, _ := s.submit(301, job.Options{TimeLimit: job.Duration(time.Hour)})
	s.wait(j.ID, func(j job.Job) bool { return j.Checkpoint != "" || j.State.Final() })
	if done := s.cancelled(j.ID); done.State != job.Cancelled || len(done.GivenBack) != 0 {
		t.Errorf("the job is %+v", done)
	}
}

// A run whose checkpoint cannot be written is solved without.
func TestUnwritableCheckpoint(t *testing.T) {
	s := newService(t, time.Minute)
	j, instance := s.submit(200, job.Options{Iterations: 5, Colonies: 1})
	r := s.newRun(s.take("w"), filepath.Join(t.TempDir(), "missing", "checkpoint"))
	r.worker.Checkpoint = time.Second
	result := must.Get(r.solve(t.Context()))(t)
	must.Do(t, r.end(t.Context(), result, nil))
	s.verify(s.wait(j.ID, final), instance)
}

// A checkpoint that is gone, damaged, or of a version whose runs this one cannot continue makes the run
// begin anew, with a warning.
func TestLostCheckpoint(t *testing.T) {
	s := newService(t, time.Minute)
	file := filepath.Join(t.TempDir(), "checkpoint")
	header := engine.NewHeader("aco-vk 99", "merged", 1, tsptest.Generate(t, "uniform", 200, 1)) // of submit
	header.Revision = 99
	must.Do(t, checkpoint.Write(file, header, nil))
	data := must.Get(os.ReadFile(file))(t)
	for _, stored := range []job.Digest{"missing", s.put([]byte("no checkpoint")), s.put(data)} {
		j, instance := s.submit(200, job.Options{Iterations: 5, Colonies: 1})
		lease := s.take("earlier")
		must.Do(t, errors.Join(lease.Save(t.Context(), stored), lease.Release(t.Context())))
		stop := s.start("next")
		done := s.wait(j.ID, final)
		stop()
		if done.State != job.Done || len(done.Result.Warnings) != 1 {
			t.Errorf("checkpoint %s: the job is %+v with %+v, problem %+v", stored, done, done.Result, done.Problem)
			continue
		}
		s.verify(done, instance)
	}
}

// Devices that fail are the machine's: the job is given back with the tour of the run. With prices of legs
// it may be longer than one that was reported.
func TestFailedDevices(t *testing.T) {
	s := newService(t, time.Minute)
	j, instance := s.submit(5, job.Options{})
	r := s.newRun(s.take("w"), "")
	r.instance, r.reported = instance, input.Told{Progress: job.Progress{Best: 6}, Cost: 9}
	failed := &aco.Result{Failure: errors.New("lost"), Tour: []int32{0, 1, 2, 3, 4}, Length: 7}
	if err := r.end(t.Context(), failed, nil); err == nil || errtype.Is[*Fault](err) {
		t.Errorf("error %v", err)
	}
	now, err := s.Job(t.Context(), j.ID)
	if err != nil || now.State != job.Queued || len(now.GivenBack) != 1 || now.Progress.Best != 7 ||
		now.Progress.Tour == "" {
		t.Errorf("the job is %+v, error %v", now, err)
	}
}

// failingLease is a lease of a store that fails a number of times to end the job.
type failingLease struct {
	job.Lease
	failures int
	renewed  atomic.Int32
}

func (l *failingLease) Finish(ctx context.Context, s job.State, r *job.Result, p *job.Problem) error {
	if l.failures--; l.failures >= 0 {
		return job.ErrUnavailable
	}
	return l.Lease.Finish(ctx, s, r, p)
}

func (l *failingLease) Renew(ctx context.Context) (bool, error) {
	l.renewed.Add(1)
	return l.Lease.Renew(ctx)
}

// A result is kept while the store fails: the worker keeps its lease and stores the result later.
func TestResultWaitsForStore(t *testing.T) {
	jobtest.Bubble(t, func(t *testing.T) {
		s := newService(t, time.Minute)
		j, instance := s.submit(30, job.Options{Iterations: 3, Colonies: 1})
		failing := &failingLease{Lease: s.take("w"), failures: 2}
		r := s.newRun(failing, filepath.Join(t.TempDir(), "checkpoint"))
		result := must.Get(r.solve(t.Context()))(t)
		failing.renewed.Store(0)
		must.Do(t, r.end(t.Context(), result, nil))
		if failing.renewed.Load() == 0 {
			t.Error("the lease was not renewed")
		}
		done := s.wait(j.ID, final)
		if done.State != job.Done || done.Attempt != 1 || len(done.Losses) != 0 {
			t.Errorf("the job is %+v", done)
		}
		s.verify(done, instance)
	})
}
