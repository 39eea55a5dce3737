package main

import (
	"testing"
	"time"

	"github.com/aco-vk/aco-vk/aco"
	"github.com/aco-vk/aco-vk/serve/job"
	"github.com/aco-vk/aco-vk/serve/job/jobtest"
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
	instance, _ := servedInstance(t, 500, 3)
	s := newServed(t)
	id := s.submit(instance, job.Options{TimeLimit: job.Duration(10 * time.Minute)})
	var reports []int // iterations
	var checkpoint job.Digest
	least := 0 // iterations of the checkpoint: the report before may be of a moment after it
	before := s.running(id, func(j job.Job) bool {
		n := len(reports)
		if n == 0 || reports[n-1] != j.Progress.Iteration {
			reports = append(reports, j.Progress.Iteration)
		}
		if checkpoint != j.Checkpoint && n > 1 {
			least = reports[n-2]
		}
		checkpoint = j.Checkpoint
		return least > 0
	})
	s.killWorker()
	taken := s.running(id, func(j job.Job) bool { return j.Attempt == 2 })
	after := s.running(id, func(j job.Job) bool {
		return j.Progress != taken.Progress && j.Progress.Phase == string(aco.PhaseSearch)
	})
	t.Logf("killed after %d iterations, went on after %d", before.Progress.Iteration, after.Progress.Iteration)
	if after.Progress.Iteration < least {
		t.Errorf("the job goes on after %d iterations; it had %d before its checkpoint", after.Progress.Iteration, least)
	}
	if after.Progress.Best > before.Progress.Best {
		t.Errorf("length %d before, %d after the worker was killed", before.Progress.Best, after.Progress.Best)
	}
}
