package worker

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/aco-vk/aco-vk/aco"
	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/serve/job"
	"github.com/aco-vk/aco-vk/serve/store"
	"github.com/aco-vk/aco-vk/serve/store/storetest"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/format"
	"github.com/aco-vk/aco-vk/tsp/tsplib"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
	"github.com/aco-vk/aco-vk/tsp/verify"
)

// service is a store with functions for tests.
type service struct {
	*store.Store
	t *testing.T
}

func newService(t *testing.T, lease time.Duration) service {
	t.Helper()
	return service{storetest.Open(t, store.Options{Memory: true, Lease: lease}), t}
}

// take takes the next job, as a worker does.
func (s service) take(worker string) job.Lease {
	s.t.Helper()
	lease, err := s.Take(s.t.Context(), worker)
	if err != nil {
		s.t.Fatal(err)
	}
	return lease
}

// put stores an object.
func (s service) put(data []byte) job.Digest {
	s.t.Helper()
	digest, err := s.Put(s.t.Context(), data)
	if err != nil {
		s.t.Fatal(err)
	}
	return digest
}

// submitted submits a job.
func (s service) submitted(of job.Submission) job.Job {
	s.t.Helper()
	j, _, err := s.Submit(s.t.Context(), of)
	if err != nil {
		s.t.Fatal(err)
	}
	return j
}

// cancelled ends a job early, and returns it when it has ended.
func (s service) cancelled(id string) job.Job {
	s.t.Helper()
	if _, err := s.Cancel(s.t.Context(), id); err != nil {
		s.t.Fatal(err)
	}
	return s.wait(id, final)
}

// processor returns a solver on the processor.
func processor(t *testing.T) *aco.Solver {
	t.Helper()
	device := must.Get(aco.OpenDevice(aco.DeviceCPU, aco.DeviceOptions{}))(t)
	return must.Get(aco.NewSolver(device))(t)
}

// start starts a worker on the processor. The function that it returns ends it.
func (s service) start(name string) (stop func()) {
	s.t.Helper()
	return s.startLogged(name, slog.New(slog.NewTextHandler(s.t.Output(), nil)))
}

func (s service) startLogged(name string, log *slog.Logger) (stop func()) {
	s.t.Helper()
	cancel, ended := s.run(Options{Name: name, Log: log})
	return func() {
		cancel()
		if err := <-ended; err != nil {
			s.t.Error(err)
		}
	}
}

// run starts a worker on the processor. The channel receives why it ended.
func (s service) run(o Options) (cancel func(), ended chan error) {
	s.t.Helper()
	o.Solver, o.Report, o.Checkpoint = processor(s.t), 20*time.Millisecond, 100*time.Millisecond
	ctx, cancel := context.WithCancel(s.t.Context())
	s.t.Cleanup(cancel)
	ended = make(chan error, 1)
	go func() { ended <- Run(ctx, s, o) }()
	return cancel, ended
}

// newRun returns the run of a job that a worker has taken.
func (s service) newRun(lease job.Lease, file string) *run {
	s.t.Helper()
	return &run{worker: &worker{queue: s, Options: Options{Solver: processor(s.t), Report: 50 * time.Millisecond,
		Checkpoint: time.Hour, Log: slog.New(slog.DiscardHandler)}}, lease: lease, file: file}
}

// submit submits a uniform instance.
func (s service) submit(cities int, o job.Options) (job.Job, *tsp.Instance) {
	s.t.Helper()
	instance := tsptest.Generate(s.t, "uniform", cities, 1)
	return s.submitObject(string(format.TSPLIB), textOf(s.t, instance), o), instance
}

// textOf returns an instance in TSPLIB's format.
func textOf(t *testing.T, instance *tsp.Instance) string {
	t.Helper()
	var text strings.Builder
	must.Do(t, tsplib.Write(&text, instance))
	return text.String()
}

// submitObject submits an instance in a format of job.Input.
func (s service) submitObject(kind, text string, o job.Options) job.Job {
	s.t.Helper()
	return s.submitted(job.Submission{Input: job.Input{Object: s.put([]byte(text)), Format: kind}, Options: o})
}

// wait waits until a job is as it should be.
func (s service) wait(id string, reached func(job.Job) bool) job.Job {
	s.t.Helper()
	var last job.Job
	for event, err := range s.Events(s.t.Context(), id, 0) {
		if err != nil {
			s.t.Fatal(err)
		}
		if event.Job != nil {
			last = *event.Job
		}
		if now, err := s.Job(s.t.Context(), id); err != nil {
			s.t.Fatal(err)
		} else if reached(now) {
			return now
		}
	}
	s.t.Fatalf("the job ended as %+v", last)
	return last
}

// verify verifies the tour of a job that has ended.
func (s service) verify(j job.Job, instance *tsp.Instance) {
	s.t.Helper()
	if j.Result == nil {
		s.t.Fatalf("the job has no result: %+v", j)
	}
	tour := s.storedTour(j.Result.Tour)
	if length, err := verify.Tour(instance, tour); err != nil || length != j.Result.Length {
		s.t.Errorf("the tour has length %d, error %v, and the result says %d", length, err, j.Result.Length)
	}
}

func final(j job.Job) bool { return j.State.Final() }

func TestJobs(t *testing.T) {
	s := newService(t, 0)
	defer s.start("w")()
	seed := uint64(7)
	small, smallInstance := s.submit(30, job.Options{Iterations: 20, Seed: &seed})
	tiny, tinyInstance := s.submit(5, job.Options{Bound: true, Iterations: 5})
	path, _ := s.submit(20, job.Options{Iterations: 5, Start: job.Place{Text: "3"}, End: job.Place{Text: "1"}})
	broken := s.submitObject(string(format.TSPLIB), "NAME: x\nDIMENSION: 3\n", job.Options{})
	missing := s.submitted(job.Submission{Input: job.Input{Object: job.Digest(strings.Repeat("0", 64))}})
	impossible, _ := s.submit(20, job.Options{Preset: "none"})
	for j, instance := range map[string]*tsp.Instance{small.ID: smallInstance, tiny.ID: tinyInstance} {
		done := s.wait(j, final)
		if done.State != job.Done || done.Attempt != 1 || done.Worker != "w" || done.Result.Stop == "" ||
			len(done.Result.Devices) != 1 {
			t.Errorf("the job is %+v", done)
		}
		s.verify(done, instance)
	}
	if done := s.wait(path.ID, final); done.State != job.Done {
		t.Errorf("the path is %+v", done)
	}
	for id, kind := range map[string]string{broken.ID: "syntax", missing.ID: "failed", impossible.ID: "option"} {
		if failed := s.wait(id, final); failed.State != job.Failed || failed.Problem == nil ||
			failed.Problem.Type != kind || failed.Problem.Detail == "" {
			t.Errorf("the job is %+v with problem %+v, want one of type %s", failed, failed.Problem, kind)
		}
	}
	list, err := s.Workers(t.Context())
	if err != nil || len(list) != 1 || list[0].Name != "w" || len(list[0].Devices) != 1 {
		t.Errorf("workers are %+v, error %v", list, err)
	}
}

// A client ends a run; its best tour is kept.
func TestCancel(t *testing.T) {
	s := newService(t, 0)
	defer s.start("w")()
	j, instance := s.submit(301, job.Options{TimeLimit: job.Duration(time.Hour)})
	running := s.wait(j.ID, func(j job.Job) bool { return j.Progress.Tour != "" })
	if running.State != job.Running || running.Progress.Best == 0 {
		t.Errorf("the job is %+v", running)
	}
	cancelled := s.cancelled(j.ID)
	if cancelled.State != job.Cancelled || cancelled.Result.Length > running.Progress.Best {
		t.Errorf("the job is %+v after %+v", cancelled, running)
	}
	s.verify(cancelled, instance)
}

// A worker that shuts down gives its job back with a checkpoint, and the next goes on from there.
func TestShutdown(t *testing.T) {
	s := newService(t, 0)
	stop := s.start("first")
	j, instance := s.submit(301, job.Options{TimeLimit: job.Duration(time.Hour)})
	s.wait(j.ID, func(j job.Job) bool { return j.Checkpoint != "" && j.Progress.Iteration > 5 })
	stop()
	queued := s.wait(j.ID, func(j job.Job) bool { return true })
	if queued.State != job.Queued || len(queued.Losses) != 0 {
		t.Errorf("the job is %+v", queued)
	}
	defer s.start("second")()
	resumed := s.wait(j.ID, func(j job.Job) bool {
		return j.Worker == "second" &&
			j.Progress.Iteration > queued.Progress.Iteration
	})
	if resumed.Attempt != 2 {
		t.Errorf("the job is %+v", resumed)
	}
	s.verify(s.cancelled(j.ID), instance)
}

func TestLoad(t *testing.T) {
	now := time.Now()
	b := busyTime{job: "j", spans: []span{{now.Add(-3 * loadTime), now.Add(-2 * loadTime)},
		{now.Add(-2 * loadTime), now.Add(-loadTime / 2)}, {from: now.Add(-loadTime / 4)}}}
	if doing, load := b.load(now); doing != "j" || load < .74 || load > .76 {
		t.Errorf("job %s, load %v", doing, load)
	}
}

// submitPriced submits a job of 12 places with an earlier route and a high price of legs that it does not have.
func (s service) submitPriced() job.Job {
	s.t.Helper()
	places, earlier := "name,x,y\n", "name,x,y\n"
	for i := range 12 {
		places += fmt.Sprintf("P%d,%d,%d\n", i, i/6, i%6)
		earlier += fmt.Sprintf("P%d,%d,%d\n", i*5%12, i*5%12/6, i*5%12%6)
	}
	in := job.Input{Object: s.put([]byte(places)), Format: "csv", Cities: 12, Earlier: s.put([]byte(earlier))}
	return s.submitted(job.Submission{Input: in, Options: job.Options{Iterations: 5, StayClose: "1000"}})
}

// A high price of new legs keeps the earlier route, although there are shorter ones: so is the tour of a
// worker that was lost.
func TestEarlierRoute(t *testing.T) {
	s := newService(t, 0)
	j := s.submitPriced()
	s.handBack(tsp.Tour{0, 1, 2, 3, 4, 5, 11, 10, 9, 8, 7, 6})
	defer s.start("w")()
	done := s.wait(j.ID, final)
	if done.State != job.Done {
		t.Fatalf("%+v, problem %+v", done, done.Problem)
	}
	tour := s.storedTour(done.Result.Tour)
	for i, city := range tour {
		if step := (tour[(i+1)%12] - city + 24) % 12; step != 5 && step != 7 {
			t.Fatalf("tour %v", tour)
		}
	}
}
