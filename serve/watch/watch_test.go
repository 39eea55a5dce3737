package watch

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/aco-vk/aco-vk/aco"
	"github.com/aco-vk/aco-vk/serve/job"
	"github.com/aco-vk/aco-vk/serve/job/jobtest"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/format"
	"github.com/aco-vk/aco-vk/tsp/generate"
)

// A visitor follows a run, gets its tour, and ends it. The last tour is that of the result.
func TestRun(t *testing.T) {
	instance, err := generate.Instance("uniform", 500, 1)
	if err != nil {
		t.Fatal(err)
	}
	processor, err := aco.OpenDevice(aco.DeviceCPU, aco.DeviceOptions{})
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	run, err := New(Options{Input: &format.Input{Instance: instance}, Devices: []*aco.Device{processor}, Stop: stop})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(run.Close)
	server := httptest.NewServer(run.Handler())
	defer server.Close()
	ask := func(method, path string) string {
		t.Helper()
		request, err := http.NewRequestWithContext(t.Context(), method, server.URL+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		answer, err := http.DefaultClient.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		defer answer.Body.Close()
		text, err := io.ReadAll(answer.Body)
		if err != nil || answer.StatusCode != http.StatusOK {
			t.Fatalf("%s %s: status %d, %s, error %v", method, path, answer.StatusCode, text, err)
		}
		return string(text)
	}
	_, id, _ := strings.Cut(run.Path(), "#")
	shown := func() (j job.Job) {
		t.Helper()
		if err := json.Unmarshal([]byte(ask("GET", "/v1/jobs/"+id)), &j); err != nil {
			t.Fatal(err)
		}
		return j
	}
	results := make(chan *aco.Result, 1)
	go func() {
		result, err := aco.Solve(ctx, instance, aco.Options{Devices: []*aco.Device{processor},
			Method: aco.Automatic{Colonies: 1}, TimeLimit: time.Hour, Progress: run.Progress})
		run.Finish(result, err)
		results <- result
	}()
	jobtest.Until(func() bool { return shown().Progress.Tour != "" })
	if rows := strings.Count(ask("GET", "/v1/jobs/"+id+"/tour.csv"), "\n"); rows < 500 {
		t.Errorf("the tour has %d rows", rows)
	}
	if page := ask("GET", "/?watch"); !strings.Contains(page, "<canvas") {
		t.Error("there is no page")
	}
	ask("DELETE", "/v1/jobs/"+id)
	result := <-results
	if result == nil {
		t.Fatal("the run has no result")
	}
	if j := shown(); j.State != job.Cancelled || j.Result.Length != result.Length ||
		j.Result.UnitLength != result.UnitLength || j.Input.Cities != 500 {
		t.Errorf("the job is %+v, and the run has length %d", j, result.Length)
	}
	if stored := ask("GET", "/v1/jobs/"+id+"/tour.raw"); stored != string(job.EncodeTour(result.Tour)) {
		t.Error("the tour is not that of the result")
	}
}

// Visitors see why a run failed, whether it has a tour or not, and what looks wrong with its
// input.
func TestFailure(t *testing.T) {
	instance, err := generate.Instance("uniform", 5, 1)
	if err != nil {
		t.Fatal(err)
	}
	failure := errors.New("the device is gone")
	for _, c := range []struct {
		result *aco.Result
		err    error
		want   string
	}{
		{nil, aco.ErrNoDevice, "no usable device"},
		{&aco.Result{Failure: failure}, nil, "the device is gone"},
		{&aco.Result{Failure: failure, Tour: tsp.Tour{0, 1, 2, 3, 4}}, nil, "the device is gone"},
	} {
		run, err := New(Options{Input: &format.Input{Instance: instance, Warnings: []string{"strange"}}})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(run.Close)
		run.Finish(c.result, c.err)
		j, err := run.store.Job(t.Context(), run.lease.Job().ID)
		if err != nil || j.State != job.Failed || !strings.Contains(j.Problem.Detail, c.want) || len(j.Warnings) != 1 {
			t.Errorf("the job is %+v, error %v", j, err)
		}
		if hasTour := c.result != nil && c.result.Tour != nil; (j.Result != nil) != hasTour {
			t.Errorf("the job has result %+v of a run with %+v", j.Result, c.result)
		}
	}
}

// A site whose name points to this machine neither sees a run nor ends it.
func TestRebinding(t *testing.T) {
	instance, err := generate.Instance("uniform", 10, 1)
	if err != nil {
		t.Fatal(err)
	}
	run, err := New(Options{Input: &format.Input{Instance: instance}, Stop: func() { t.Error("the run was ended") }})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(run.Close)
	server := httptest.NewServer(run.Handler())
	defer server.Close()
	_, id, _ := strings.Cut(run.Path(), "#")
	for _, method := range []string{http.MethodGet, http.MethodDelete} {
		r, err := http.NewRequestWithContext(t.Context(), method, server.URL+"/v1/jobs/"+id, nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Host = "evil.example"
		answer, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		answer.Body.Close()
		if answer.StatusCode != http.StatusMisdirectedRequest {
			t.Errorf("%s: status %d", method, answer.StatusCode)
		}
	}
	run.Finish(nil, errors.New("over"))
}
