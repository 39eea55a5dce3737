package worker

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"time"

	"github.com/aco-vk/aco-vk/aco"
	"github.com/aco-vk/aco-vk/serve/job"
)

// Options of a worker. Name and Solver must be given, and the name must be unique.
type Options struct {
	Name    string
	Version string
	Solver  *aco.Solver // whose devices do each job together
	Folder  string      // for checkpoints of runs, which no other process uses; it is emptied; "": a temporary one

	Report     time.Duration // between two reports, and between two renewals of the lease; 0: 0.5 s
	Checkpoint time.Duration // between two checkpoints; 0: 10 s
	MaxTime    time.Duration // longest run of a job whose server has set no limit; 0: one hour

	Log *slog.Logger // nil: nothing is logged
}

const (
	defaultReport     = 500 * time.Millisecond
	defaultCheckpoint = 10 * time.Second
	defaultMaxTime    = time.Hour
)

// worker is a running worker.
type worker struct {
	Options
	queue job.Queue
	busy  busyTime
}

// Run takes jobs and solves them until the context ends. The error is about the folder for
// checkpoints; errors of jobs end the jobs.
func Run(ctx context.Context, queue job.Queue, o Options) error {
	o.Report, o.Checkpoint = cmp.Or(o.Report, defaultReport), cmp.Or(o.Checkpoint, defaultCheckpoint)
	o.MaxTime = cmp.Or(o.MaxTime, defaultMaxTime)
	o.Log = cmp.Or(o.Log, slog.New(slog.DiscardHandler)).With("worker", o.Name)
	w := &worker{Options: o, queue: queue}
	if err := w.makeFolder(); err != nil {
		return fmt.Errorf("worker %s: folder for checkpoints: %w", o.Name, err)
	}
	defer os.RemoveAll(w.Folder)
	for _, d := range w.devices() {
		w.Log.Info("worker started", "version", w.Version, "device", d.Name)
	}
	announced, stop := context.WithCancel(ctx)
	defer stop()
	go w.announce(announced)
	for {
		lease, err := queue.Take(ctx, o.Name)
		if ctx.Err() != nil {
			return nil
		}
		if err != nil {
			w.failed(err)
			continue
		}
		w.busy.begin(lease.Job().ID)
		do := w.do
		if lease.Peer() > 0 {
			do = w.help
		}
		if err := do(ctx, lease); err != nil && !errors.Is(err, job.ErrLost) {
			w.failed(fmt.Errorf("job %s: %w", lease.Job().ID, err))
		}
		w.busy.end()
	}
}

// makeFolder makes an empty folder. One that is given may have checkpoints of a worker that was
// killed.
func (w *worker) makeFolder() (err error) {
	if w.Folder == "" {
		w.Folder, err = os.MkdirTemp("", "aco-vk-worker-")
		return err
	}
	return errors.Join(os.RemoveAll(w.Folder), os.MkdirAll(w.Folder, 0o700))
}

// failed logs an error that does not end a job.
func (w *worker) failed(err error) { w.Log.Warn("the worker goes on after an error", "error", err) }

// announceEvery is below the shortest lease that makes sense, after which a worker is forgotten.
const announceEvery = 2 * time.Second

// announce tells what the worker does, until the context ends.
func (w *worker) announce(ctx context.Context) {
	tick := time.NewTicker(announceEvery)
	defer tick.Stop()
	for {
		doing, load := w.busy.load(time.Now())
		if err := w.queue.Announce(ctx,
			job.Worker{Name: w.Name, Version: w.Version, Devices: w.devices(), Job: doing, Load: load}); err != nil &&
			ctx.Err() == nil {
			w.failed(err)
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

func (w *worker) devices() (list []job.Device) {
	for _, d := range w.Solver.Devices() {
		list = append(list, job.Device{Name: d.Name()})
	}
	return list
}
