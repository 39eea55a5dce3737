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
	"github.com/aco-vk/aco-vk/serve/input"
	"github.com/aco-vk/aco-vk/serve/job"
	"github.com/aco-vk/aco-vk/serve/page"
	"github.com/aco-vk/aco-vk/serve/store"
	"github.com/aco-vk/aco-vk/tsp/format"
)

const (
	// tourShare bounds the time to store tours: each is followed by a pause of this many times its
	// duration.
	tourShare = 20
	// least is the time between two looks at the run.
	least = 250 * time.Millisecond
	// runTime is longer than a run takes. Nobody else waits for its job.
	runTime = 365 * 24 * time.Hour
)

// Run is a run that visitors watch.
type Run struct {
	store *store.Store
	lease job.Lease
	input *format.Input
	stop  func()

	mu     sync.Mutex
	latest aco.Progress
	bound  func() int64 // 0: none so far

	ended    chan struct{}
	watching sync.WaitGroup
	told     input.Told
}

// Options say what visitors see.
type Options struct {
	Name    string        // of the run
	Input   *format.Input // the instance, with the ends of an open path
	Devices []*aco.Device
	Bound   func() int64 // lower bound so far, 0: none; nil: there is none
	Stop    func()       // ends the run early; called by another goroutine
}

// New begins to show a run. The caller passes Progress to it, and ends it by Finish and Close.
func New(o Options) (_ *Run, err error) {
	if o.Bound == nil {
		o.Bound = func() int64 { return 0 }
	}
	r := &Run{input: o.Input, stop: o.Stop, bound: o.Bound, ended: make(chan struct{})}
	ctx := context.Background()
	if r.store, err = store.Open(ctx, store.Options{Memory: true, Lease: runTime}); err != nil {
		return nil, err
	}
	if err := r.begin(ctx, o); err != nil {
		r.store.Close()
		return nil, err
	}
	r.watching.Go(r.watch)
	return r, nil
}

// begin submits the job and takes it, as a worker does.
func (r *Run) begin(ctx context.Context, o Options) error {
	instance := o.Input.Instance
	j, _, err := r.store.Submit(ctx, job.Submission{Name: o.Name, Input: job.Input{
		Cities: instance.Dimension(), Name: instance.Name, Unit: instance.Unit, Open: o.Input.Ends != nil,
	}, Warnings: o.Input.Warnings, Notes: o.Input.Notes, Formats: api.FormatsOf(o.Input)})
	if err != nil {
		return err
	}
	w := job.Worker{Name: "this-run", Job: j.ID, Load: 1}
	for _, d := range o.Devices {
		w.Devices = append(w.Devices, job.Device{Name: d.Name()})
	}
	if r.lease, err = r.store.Take(ctx, w.Name); err != nil {
		return err
	}
	return r.store.Announce(ctx, w)
}

// Path is the path and the fragment of the page's URL.
func (r *Run) Path() string { return "/?watch#" + r.lease.Job().ID }

// Close ends what shows the run.
func (r *Run) Close() { r.store.Close() }

// Handler returns the handler of the page and of its interface.
func (r *Run) Handler() http.Handler {
	return page.With(api.New(r.store, api.Options{ReadOnly: true,
		Read: func(job.Job) (*format.Input, error) { return r.input, nil }}))
}

// Progress takes an event of the run. It returns at once.
func (r *Run) Progress(p aco.Progress) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.latest = p
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
		if cancelled, err := r.lease.Renew(context.Background()); err == nil && cancelled {
			r.stop()
		}
	}
}

// tell shows visitors the progress of the run. What the store does not take is told later.
func (r *Run) tell() {
	r.mu.Lock()
	p := r.latest
	r.mu.Unlock()
	if p.Phase == "" {
		return
	}
	ctx, before := context.Background(), r.told.Tour
	now, err := input.Progress(ctx, r.store, r.input.Instance, p, r.bound(), r.told)
	if err != nil || now == r.told || r.lease.Report(ctx, now.Progress) != nil {
		return
	}
	r.told = now
	if before != "" && before != now.Tour {
		_ = r.store.Forget(ctx, before) // else it takes memory until the end
	}
}

// Finish shows the end of the run: its result, or its error.
func (r *Run) Finish(result *aco.Result, err error) {
	close(r.ended)
	r.watching.Wait()
	if err == nil && len(result.Tour) == 0 {
		err = result.Failure
	}
	ctx, tour := context.Background(), job.Digest("")
	if err == nil {
		tour, err = r.store.Put(ctx, job.EncodeTour(result.Tour))
	}
	if err != nil {
		_ = r.lease.Finish(ctx, job.Failed, nil, &job.Problem{Type: "failed", Detail: err.Error()}) // only visitors miss it
		return
	}
	done := input.Result(r.input.Instance, result, tour, r.bound())
	state, problem := job.Done, (*job.Problem)(nil)
	cancelled, _ := r.lease.Renew(ctx)
	switch {
	case result.Failure != nil:
		state, problem = job.Failed, &job.Problem{Type: "device-failed", Detail: result.Failure.Error()}
	case cancelled:
		state = job.Cancelled
	}
	_ = r.lease.Finish(ctx, state, done, problem) // only visitors miss it
}
