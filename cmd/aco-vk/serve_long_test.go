package main

import (
	"testing"
	"time"

	"github.com/aco-vk/aco-vk/serve/job"
	"github.com/aco-vk/aco-vk/serve/job/jobtest"
	"github.com/aco-vk/aco-vk/tsp/generate"
)

// running returns a job that has not ended when it is as it should be.
func (s *served) running(id string, reached func(job.Job) bool) (now job.Job) {
	s.t.Helper()
	jobtest.Until(func() bool {
		j, err := s.client().Job(s.t.Context(), id)
		if err != nil || j.State.Final() {
			s.t.Fatalf("the job is %+v, error %v", j, err)
		}
		now = j.Job
		return reached(now)
	})
	return now
}

// A long job goes on from its last checkpoint when its worker is killed: no less is done than the
// worker had reported before it stored the checkpoint.
func TestLongJobGoesOn(t *testing.T) {
	if testing.Short() {
		t.Skip("waits until a run has a checkpoint")
	}
	instance, err := generate.Instance("uniform", 2000, 3)
	if err != nil {
		t.Fatal(err)
	}
	s := newServed(t)
	id, _, err := s.submit(instance.X, instance.Y, job.Options{TimeLimit: job.Duration(10 * time.Minute)})
	if err != nil {
		t.Fatal(err)
	}
	var reports []int // iterations
	before := s.running(id, func(j job.Job) bool {
		if n := len(reports); n == 0 || reports[n-1] != j.Progress.Iteration {
			reports = append(reports, j.Progress.Iteration)
		}
		return j.Checkpoint != "" && len(reports) > 3
	})
	least := reports[len(reports)-2] // the last report may be of a moment after the checkpoint
	s.killWorker()
	taken := s.running(id, func(j job.Job) bool { return j.Attempt == 2 })
	after := s.running(id, func(j job.Job) bool { return j.Progress != taken.Progress })
	if after.Progress.Iteration < least {
		t.Errorf("the job goes on after %d iterations; it had %d before its checkpoint", after.Progress.Iteration, least)
	}
	if after.Progress.Best > before.Progress.Best {
		t.Errorf("length %d before, %d after the worker was killed", before.Progress.Best, after.Progress.Best)
	}
}
