package watch

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/aco-vk/aco-vk/aco"
	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/serve/job"
	"github.com/aco-vk/aco-vk/serve/job/jobtest"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/format"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
)

// begin begins to show a run, until the test ends.
func begin(t *testing.T, o Options) *Run {
	t.Helper()
	run := must.Get(New(o))(t)
	t.Cleanup(run.Close)
	return run
}

// A visitor follows a run, gets its tour, and ends it. The last tour is that of the result.
func TestRun(t *testing.T) {
	instance := tsptest.Generate(t, "uniform", 500, 1)
	processor := must.Get(aco.OpenDevice(aco.DeviceCPU, aco.DeviceOptions{}))(t)
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	run := begin(t, Options{Input: &format.Input{Instance: instance}, Devices: []*aco.Device{processor}, Stop: stop})
	h := run.Handler()
	ask := func(method, path string) string {
		t.Helper()
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), method, path, nil))
		if w.Code != http.StatusOK {
			t.Fatalf("%s %s: status %d, %s", method, path, w.Code, w.Body)
		}
		return w.Body.String()
	}
	_, id, _ := strings.Cut(run.Path(), "#")
	shown := func() (j job.Job) {
		t.Helper()
		must.Do(t, json.Unmarshal([]byte(ask("GET", "/v1/jobs/"+id)), &j))
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
	instance := tsptest.Generate(t, "uniform", 5, 1)
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
		run := begin(t, Options{Input: &format.Input{Instance: instance, Warnings: []string{"strange"}}})
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
	in := &format.Input{Instance: tsptest.Generate(t, "uniform", 10, 1)}
	run := begin(t, Options{Input: in, Stop: func() { t.Error("the run was ended") }})
	server := httptest.NewServer(run.Handler())
	defer server.Close()
	_, id, _ := strings.Cut(run.Path(), "#")
	for _, method := range []string{http.MethodGet, http.MethodDelete} {
		r := must.Get(http.NewRequestWithContext(t.Context(), method, server.URL+"/v1/jobs/"+id, nil))(t)
		r.Host = "evil.example"
		answer := must.Get(http.DefaultClient.Do(r))(t)
		answer.Body.Close()
		if answer.StatusCode != http.StatusMisdirectedRequest {
			t.Errorf("%s: status %d", method, answer.StatusCode)
		}
	}
	run.Finish(nil, errors.New("over"))
}
