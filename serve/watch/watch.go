// Package watch shows one run on the page of the service during the run: package page on the
// interface of package api, with a store in memory that has one job. It accepts no others. A
// visitor may follow the run, end it early and download the tour.
package watch

import (
	"context"
	"net/http"
	"sync"
	"time"

	"github.com/aco-vk/aco-vk/aco"
	"github.com/aco-vk/aco-vk/serve/api"
	"github.com/aco-vk/aco-vk/serve/job"
	"github.com/aco-vk/aco-vk/serve/memstore"
	"github.com/aco-vk/aco-vk/serve/page"
	"github.com/aco-vk/aco-vk/tsp/format"
	"github.com/aco-vk/aco-vk/tsp/verify"
)

const (
	// tourShare bounds the time to store tours: each is followed by a pause of this many times its
	// duration.
	tourShare = 20
	// least is the time between two looks at the run.
	least = 250 * time.Millisecond
)

// Run is a run that visitors watch.
type Run struct {
	store  memstore.Store
	id     string
	input  *format.Input
	stop   func()
	worker job.Worker

	mu     sync.Mutex
	latest aco.Progress
	bound  func() int64

	ended    chan struct{}
	watching sync.WaitGroup
	told     job.Progress
}

// Options say what visitors see.
type Options struct {
	Name    string        // of the run
	Input   *format.Input // the instance, with the ends of an open path
	Devices []*aco.Device
	Bound   func() int64 // lower bound so far, 0: none; nil: there is none
	Stop    func()       // ends the run early; called by another goroutine
}

// New begins to show a run. The caller passes Progress to it, and ends it by Finish.
func New(o Options) (*Run, error) {
	instance := o.Input.Instance
	r := &Run{input: o.Input, stop: o.Stop, bound: o.Bound, ended: make(chan struct{})}
	j, _, err := r.store.Submit(context.Background(), job.Submission{Name: o.Name, Input: job.Input{
		Cities: instance.Dimension(), Name: instance.Name, Unit: job.UnitOf(instance), Open: o.Input.Ends != nil,
	}, Warnings: o.Input.Warnings, Notes: o.Input.Notes,
		Formats: api.FormatsOf(o.Input)})
	if err != nil {
		return nil, err
	}
	r.id, r.worker = j.ID, job.Worker{Name: "this run", Job: j.ID, Load: 1}
	for _, d := range o.Devices {
		r.worker.Devices = append(r.worker.Devices, job.Device{Name: d.Name()})
	}
	r.store.SetWorkers(r.worker)
	if err := r.change(job.EventState, func(j *job.Job) {
		j.State, j.Worker, j.Attempt, j.Started = job.Running, r.worker.Name, 1, time.Now().UTC()
	}); err != nil {
		return nil, err
	}
	r.watching.Go(r.watch)
	return r, nil
}

// Path is the path and the fragment of the page's URL.
func (r *Run) Path() string { return "/?watch#" + r.id }

// Handler returns the handler of the page and of its interface.
func (r *Run) Handler() http.Handler {
	return page.With(api.New(&r.store, api.Options{ReadOnly: true,
		Read: func(job.Job) (*format.Input, error) { return r.input, nil }}))
}

// Progress takes an event of the run. It returns at once.
func (r *Run) Progress(p aco.Progress) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.latest = p
}

func (r *Run) change(kind job.EventKind, change func(*job.Job)) error {
	return r.store.Change(r.id, kind, change)
}

// watch tells visitors of the run until it has ended.
func (r *Run) watch() {
	pause := least
	for {
		select {
		case <-r.ended:
			return
		case <-time.After(pause):
		}
		started := time.Now()
		r.tell()
		pause = max(least, tourShare*time.Since(started))
		if j, err := r.store.Job(context.Background(), r.id); err == nil && j.CancelRequested {
			r.stop()
		}
	}
}

// tell shows visitors the progress of the run. The store in memory has an error only for a job
// that is not there.
func (r *Run) tell() {
	r.mu.Lock()
	p := r.latest
	r.mu.Unlock()
	if p.Phase == "" {
		return
	}
	now := job.Progress{
		Phase: string(p.Phase), Best: r.told.Best, UnitLength: r.told.UnitLength, Reference: p.Reference,
		Iteration: p.Iteration, Seconds: p.Elapsed.Seconds(), Tour: r.told.Tour,
	}
	if r.bound != nil {
		now.Bound = r.bound()
	}
	kind := job.EventProgress
	if tour, length := p.Tour(); tour != nil && (now.Best == 0 || length < now.Best) {
		now.Best, now.Tour, kind = length, r.put(job.EncodeTour(tour)), job.EventTour
		now.UnitLength = verify.UnitLength(r.input.Instance, tour, p.Open())
	}
	if now == r.told {
		return
	}
	r.told = now
	_ = r.change(kind, func(j *job.Job) { j.Progress = now })
}

// put stores a tour in place of the one before.
func (r *Run) put(tour []byte) job.Digest {
	digest, _ := r.store.Put(context.Background(), tour) // a store in memory never fails
	if r.told.Tour != "" && r.told.Tour != digest {
		r.store.Forget(r.told.Tour)
	}
	return digest
}

// Finish shows the end of the run: its result, or its error.
func (r *Run) Finish(result *aco.Result, err error) {
	close(r.ended)
	r.watching.Wait()
	if err == nil && len(result.Tour) == 0 {
		err = result.Failure
	}
	if err != nil {
		_ = r.change(job.EventState, func(j *job.Job) {
			j.State, j.Problem = job.Failed,
				&job.Problem{Type: "failed", Detail: err.Error()}
		})
		return
	}
	done := &job.Result{
		Tour: r.put(job.EncodeTour(result.Tour)), Length: result.Length, UnitLength: result.UnitLength,
		Unit: job.UnitOf(r.input.Instance), Stop: string(result.Stop), Within: result.Within, Seconds: result.Elapsed.Seconds(),
	}
	if r.bound != nil {
		done.Bound = r.bound()
	}
	_ = r.change(job.EventState, func(j *job.Job) {
		j.State, j.Result, j.Ended = job.Done, done, time.Now().UTC()
		j.Progress.Tour = done.Tour
		switch {
		case result.Failure != nil:
			j.State, j.Problem = job.Failed, &job.Problem{Type: "device-failed", Detail: result.Failure.Error()}
		case j.CancelRequested:
			j.State = job.Cancelled
		}
	})
}
