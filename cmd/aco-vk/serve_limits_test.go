package main

import (
	"math"
	"testing"
	"time"

	"github.com/aco-vk/aco-vk/aco"
	"github.com/aco-vk/aco-vk/serve/job"
)

// The limit of time of the server reaches its worker, which is another process: jobs without a
// time limit end by it.
func TestServedMaxTime(t *testing.T) {
	if testing.Short() {
		t.Skip("starts a server")
	}
	instance, exact := servedInstance(t, 1000, 1)
	s := newServed(t, "--max-time", "500ms")
	for _, o := range []job.Options{{}, {Iterations: math.MaxInt32}, {Idle: job.Duration(time.Hour), Machines: 2}} {
		id, _, err := s.submit(instance.X, instance.Y, o)
		if err != nil {
			t.Fatal(err)
		}
		if j := s.wait(id, exact); j.State != job.Done || j.Result.Stop != string(aco.StopTimeLimit) {
			t.Errorf("options %+v: the job is %+v with result %+v", o, j, j.Result)
		}
	}
	if _, _, err := s.submit(instance.X, instance.Y, job.Options{TimeLimit: job.Duration(time.Second)}); err == nil {
		t.Error("a time limit above the server's was accepted")
	}
}
