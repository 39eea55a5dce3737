package main

import (
	"io"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/aco-vk/aco-vk/serve/client"
	"github.com/aco-vk/aco-vk/serve/job"
)

// A program in Go solves in one call, and its webhook is told of the end.
func TestServedClient(t *testing.T) {
	if testing.Short() {
		t.Skip("starts a server")
	}
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
	s := newServed(t, "--webhooks", "127.0.0.0/8")
	c := s.client()
	places := [][2]float64{{0, 0}, {3, 4}, {6, 0}, {5, 5}, {1, 7}}
	j, err := c.Solve(t.Context(), client.Submission{Coordinates: places, Webhook: hook,
		Options: job.Options{Iterations: 10}})
	if err != nil || j.State != job.Done || len(j.Tour) != len(places) || j.Result == nil {
		t.Fatalf("job %+v, error %v", j, err)
	}
	if of := <-told; of.ID != j.ID || of.State != job.Done || of.Result.Length != j.Result.Length {
		t.Errorf("the webhook was told of %+v", of)
	}
}
