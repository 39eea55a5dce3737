package main

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/aco-vk/aco-vk/serve/job"
	"github.com/aco-vk/aco-vk/tsp/generate"
)

// running returns a job that is running when it is as it should be.
func (s *served) running(id string, reached func(job.Job) bool) job.Job {
	s.t.Helper()
	for deadline := time.Now().Add(2 * time.Minute); ; time.Sleep(50 * time.Millisecond) {
		var j job.Job
		text, err := s.get("/" + id)
		if err == nil {
			err = json.Unmarshal(text, &j)
		}
		if err != nil || j.State.Final() || time.Now().After(deadline) {
			s.t.Fatalf("job %s is %s, error %v", id, text, err)
		}
		if reached(j) {
			return j
		}
	}
}

// A long job goes on from its last checkpoint when its worker is killed: what is done again is at
// most what was done in a checkpoint's period, 10 s.
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
	before := s.running(id, func(j job.Job) bool { return j.Progress.Seconds > 14 })
	s.killWorker()
	taken := s.running(id, func(j job.Job) bool { return j.Attempt == 2 })
	after := s.running(id, func(j job.Job) bool { return j.Progress != taken.Progress })
	perSecond := float64(before.Progress.Iteration) / before.Progress.Seconds
	again := float64(before.Progress.Iteration-after.Progress.Iteration) / perSecond
	t.Logf("killed after %d iterations in %.1f s, went on after %d: %.1f s of work are done again",
		before.Progress.Iteration, before.Progress.Seconds, after.Progress.Iteration, again)
	// The checkpoint is written at the end of a submission and stored with the next report.
	if again > 12 {
		t.Errorf("%.1f s of work are done again, want at most 10 and the time to store a checkpoint", again)
	}
	if after.Progress.Best > before.Progress.Best {
		t.Errorf("length %d before, %d after the worker was killed", before.Progress.Best, after.Progress.Best)
	}
}
