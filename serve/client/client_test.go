package client_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"sync/atomic"
	"testing"
	"time"

	"github.com/aco-vk/aco-vk/serve/api"
	"github.com/aco-vk/aco-vk/serve/client"
	"github.com/aco-vk/aco-vk/serve/job"
	"github.com/aco-vk/aco-vk/serve/job/jobtest"
	"github.com/aco-vk/aco-vk/serve/store/storetest"
)

var square = [][2]float64{{0, 0}, {0, 10}, {10, 10}, {10, 0}}

// serve serves in a bubble, without a network.
func serve(t *testing.T, h http.Handler) *client.Client {
	network := jobtest.NewNetwork(t)
	server := &http.Server{Handler: h}
	go server.Serve(network)
	to := &http.Transport{DialContext: network.DialContext}
	t.Cleanup(func() {
		to.CloseIdleConnections()
		server.Close()
	})
	return &client.Client{URL: "http://127.0.0.1/", HTTP: &http.Client{Transport: to}}
}

// serveJobs serves jobs, which are done with a tour after a time.
func serveJobs(t *testing.T, after time.Duration) *client.Client {
	store := storetest.New(t)
	go func() {
		for t.Context().Err() == nil {
			time.Sleep(after)
			if l, err := store.Take(t.Context(), "w"); err == nil {
				storetest.Finish(t, store, l, 2, 0, 1, 3)
			}
		}
	}()
	t.Cleanup(func() { time.Sleep(after) }) // it ends
	return serve(t, api.New(store, api.Options{}))
}

// A job is submitted and its tour is returned in one call; all other calls follow the job.
func TestSolve(t *testing.T) {
	jobtest.Bubble(t, func(t *testing.T) {
		c := serveJobs(t, time.Second)
		ctx := t.Context()
		j, err := c.Solve(ctx, client.Submission{Name: "four", Coordinates: square})
		if err != nil || j.State != job.Done || j.Name != "four" || !slices.Equal(j.Tour, []int32{3, 1, 2, 4}) {
			t.Fatalf("job %+v, error %v", j, err)
		}
		second, err := c.Submit(ctx, client.Submission{Instance: "x,y\n0,0\n0,10\n10,10\n10,0\n"})
		if err != nil || second.State != job.Queued {
			t.Fatalf("job %+v, error %v", second, err)
		}
		if second, err = c.Wait(ctx, second.ID); err != nil || second.State != job.Done || len(second.Tour) != 4 {
			t.Errorf("job %+v, error %v", second, err)
		}
		tours, err := c.Tours(ctx, second.ID, "none", j.ID)
		if err != nil || len(tours) != 2 || tours[0].ID != second.ID || tours[1].ID != j.ID || len(tours[1].Tour) != 4 {
			t.Errorf("tours %+v, error %v", tours, err)
		}
		if list, err := c.Jobs(ctx, job.Filter{State: job.Done}, second.ID, 10); err != nil || len(list) != 1 || list[0].Tour != nil {
			t.Errorf("jobs %+v, error %v", list, err)
		}
		if err := c.Delete(ctx, j.ID); err != nil {
			t.Error(err)
		}
		var p *client.Problem
		if _, err := c.Job(ctx, j.ID); !errors.As(err, &p) || p.Kind() != "not-found" || p.Status != http.StatusNotFound {
			t.Errorf("a job that was deleted: error %v", err)
		}
		if _, err := c.Workers(ctx); err != nil {
			t.Error(err)
		}
		if _, err := c.Submit(ctx, client.Submission{Coordinates: square[:0]}); !errors.As(err, &p) || p.Status != http.StatusUnprocessableEntity {
			t.Errorf("no places: error %v", err)
		}
	})
}

// A job that takes longer is waited for by further requests, and is cancelled with its tour kept.
func TestSolveSlowly(t *testing.T) {
	jobtest.Bubble(t, func(t *testing.T) {
		c := serveJobs(t, time.Hour)
		ctx, end := context.WithTimeout(t.Context(), 10*time.Minute)
		defer end()
		if _, err := c.Solve(ctx, client.Submission{Coordinates: square, Key: "k"}); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("error %v", err)
		}
		j, err := c.Submit(t.Context(), client.Submission{Coordinates: square, Key: "k"}) // the same job
		if err != nil {
			t.Fatal(err)
		}
		if all, err := c.Jobs(t.Context(), job.Filter{}, "", 10); err != nil || len(all) != 1 {
			t.Errorf("jobs %+v, error %v", all, err)
		}
		if j, err = c.Cancel(t.Context(), j.ID); err != nil || j.State != job.Cancelled {
			t.Errorf("job %+v, error %v", j, err)
		}
		if j, err = c.Wait(t.Context(), j.ID); err != nil || j.Tour != nil {
			t.Errorf("job %+v, error %v", j, err)
		}
	})
}

// An answer that is lost, and a server that is busy, are not errors: the request is repeated, and
// makes one job.
func TestRequestsAreRepeated(t *testing.T) {
	jobtest.Bubble(t, func(t *testing.T) {
		store := storetest.New(t)
		h, asked := api.New(store, api.Options{}), atomic.Int32{}
		c := serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			switch asked.Add(1) {
			case 1: // the job is accepted, and the answer is lost
				h.ServeHTTP(httptest.NewRecorder(), r)
				panic(http.ErrAbortHandler)
			case 2:
				w.WriteHeader(http.StatusBadGateway)
			default:
				h.ServeHTTP(w, r)
			}
		}))
		j, err := c.Submit(t.Context(), client.Submission{Coordinates: square})
		all, failed := store.Jobs(t.Context(), job.Filter{}, "", 10)
		if err != nil || failed != nil || len(all) != 1 || all[0].ID != j.ID || asked.Load() != 3 {
			t.Errorf("jobs %+v after %d requests, errors %v and %v", all, asked.Load(), err, failed)
		}
		for _, url := range []string{"", "localhost", "ftp://localhost", "http://[::1"} {
			c := &client.Client{URL: url}
			if _, err := c.Job(t.Context(), "1"); err == nil {
				t.Errorf("%q is an address", url)
			}
		}
	})
}

// A message to a webhook is read if it is signed with the secret, lately and as it is.
func TestReadWebhook(t *testing.T) {
	hook := job.Webhook{Secret: "hook-hook-hook-hook-hook"}
	body := []byte(`{"type":"job.ended","data":{"id":"1","state":"done"}}`)
	signed := func(age time.Duration) http.Header {
		at := strconv.FormatInt(time.Now().Add(-age).Unix(), 10)
		h := http.Header{}
		h.Set("webhook-id", "1")
		h.Set("webhook-timestamp", at)
		h.Set("webhook-signature", "v1,other "+hook.Sign("1", at, body))
		return h
	}
	if j, err := client.ReadWebhook(hook.Secret, signed(0), body); err != nil || j.ID != "1" || j.State != job.Done {
		t.Errorf("job %+v, error %v", j, err)
	}
	other := signed(0)
	other.Set("webhook-id", "2")
	for name, err := range map[string]error{
		"secret": second(client.ReadWebhook("other", signed(0), body)),
		"body":   second(client.ReadWebhook(hook.Secret, signed(0), body[1:])),
		"old":    second(client.ReadWebhook(hook.Secret, signed(time.Hour), body)),
		"future": second(client.ReadWebhook(hook.Secret, signed(-time.Hour), body)),
		"id":     second(client.ReadWebhook(hook.Secret, other, body)),
		"none":   second(client.ReadWebhook(hook.Secret, http.Header{}, body)),
	} {
		if !errors.Is(err, client.ErrSignature) {
			t.Errorf("%s: error %v", name, err)
		}
	}
}

func second(_ client.Job, err error) error { return err }
