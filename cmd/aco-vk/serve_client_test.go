package main

import (
	"io"
	"math"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/aco-vk/aco-vk/aco"
	"github.com/aco-vk/aco-vk/serve/client"
	"github.com/aco-vk/aco-vk/serve/job"
)

// A program in Go solves in one call, and its webhook is told of the end. The limit of time of the
// server reaches its worker, which is another process: jobs without a time limit end by it.
func TestServedClient(t *testing.T) {
	startsServer(t)
	hook := job.Webhook{Secret: "hook-hook-hook-hook-hook"}
	told := make(chan client.Job, 1)
	receiver := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			t.Error(err)
		}
		j, err := client.ReadWebhook(hook.Secret, r.Header, body)
		if err != nil {
			t.Error(err)
		}
		told <- j
	}))
	defer receiver.Close()
	hook.URL = receiver.URL
	s := newServed(t, "--webhooks", "127.0.0.0/8", "--max-time", "500ms")
	instance, exact := servedInstance(t, 1000, 1)
	for _, o := range []job.Options{{}, {Iterations: math.MaxInt32}, {Idle: job.Duration(time.Hour), Machines: 2}} {
		j, err := s.client().Solve(t.Context(), client.Submission{Coordinates: pairs(instance), Webhook: hook, Options: o})
		if err != nil || j.State != job.Done || j.Result.Stop != string(aco.StopTimeLimit) {
			t.Fatalf("options %+v: job %+v with result %+v, error %v", o, j, j.Result, err)
		}
		verifyJob(t, j, exact)
		if of := <-told; of.ID != j.ID || of.State != job.Done || of.Result.Length != j.Result.Length {
			t.Errorf("the webhook was told of %+v", of)
		}
	}
	over := client.Submission{Coordinates: pairs(instance), Options: job.Options{TimeLimit: job.Duration(time.Second)}}
	if _, err := s.client().Submit(t.Context(), over); err == nil {
		t.Error("a time limit above the server's was accepted")
	}
}
