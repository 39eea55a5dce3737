package worker

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/serve/job"
	"github.com/aco-vk/aco-vk/serve/job/jobtest"
)

// The log of a worker has the starts and ends of its jobs with the ids of their requests, and why
// a job has failed.
func TestLogOfJobs(t *testing.T) {
	s, log := newService(t, 0), new(jobtest.Log)
	defer s.startLogged("w", log.Logger())()
	digest := s.put([]byte(`[[0,0],[0,3],[4,3]]`))
	var text strings.Builder
	for kind, want := range map[string]string{
		"coordinates": `msg="job ended" worker=w job=%s request=order-7 state=done seconds=`,
		"tsplib":      `msg="job ended" worker=w job=%s request=order-7 state=failed seconds=`,
	} {
		j := s.submitted(job.Submission{Request: "order-7",
			Input: job.Input{Object: digest, Format: kind, Cities: 3}, Options: job.Options{Iterations: 1}})
		s.wait(j.ID, final)
		text.WriteString(log.Await(fmt.Sprintf(want, j.ID)))
		line := `msg="job started" worker=w job=` + j.ID + " request=order-7 attempt=1"
		if !strings.Contains(text.String(), line) {
			t.Errorf("no %s in\n%s", line, &text)
		}
	}
	if !strings.Contains(text.String(), "problem=") || !strings.Contains(text.String(), "detail=") {
		t.Errorf("no reason in\n%s", &text)
	}
}

// helping is the lease of a worker that helps with a job.
type helping struct{ job.Lease }

func (helping) Job() job.Job { return job.Job{ID: "j"} }
func (helping) Machine() int { return 2 }
func (helping) Finish(context.Context, job.State, *job.Result, *job.Problem) error {
	return nil
}

// A worker that helps with a job logs the end of its part, which says nothing of the job's state.
func TestLogOfHelp(t *testing.T) {
	var log jobtest.Log
	w := &worker{Options: Options{Log: log.Logger()}}
	must.Do(t, w.logged(helping{}).Finish(t.Context(), "", nil, nil))
	if said := log.String(); !strings.Contains(said, `msg="part of a job ended" job=j`) ||
		!strings.Contains(said, "part=2 seconds=") || strings.Contains(said, "state") {
		t.Errorf("the log is\n%s", said)
	}
}
