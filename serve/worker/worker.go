package worker

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/aco-vk/aco-vk/aco"
	"github.com/aco-vk/aco-vk/internal/errtype"
	"github.com/aco-vk/aco-vk/internal/schema"
	"github.com/aco-vk/aco-vk/serve/job"
)

// Options of a worker. Name and Solver must be given, and the name must be unique.
type Options struct {
	Name    string
	Version string
	Solver  *aco.Solver // whose devices do each job together
	// Folder is where the worker makes a folder of its own for checkpoints. Several workers may
	// share it. "": the system's folder for temporary files.
	Folder string

	Report     time.Duration // longest time between two reports, and between two renewals of the lease; 0: 0.5 s
	Checkpoint time.Duration // between two checkpoints; 0: 10 s

	Log *slog.Logger // nil: nothing is logged
}

const (
	defaultReport     = 500 * time.Millisecond
	defaultCheckpoint = 10 * time.Second
	// maxTime is the longest run of a job whose server has set no limit.
	maxTime = time.Hour
)

// withDefaults returns the options with defaults in place of missing values.
func (o Options) withDefaults(lease time.Duration) Options {
	o.Report, o.Checkpoint = cmp.Or(o.Report, defaultReport), cmp.Or(o.Checkpoint, defaultCheckpoint)
	o.Report = min(o.Report, lease/signs)
	o.Log = cmp.Or(o.Log, slog.New(slog.DiscardHandler)).With("worker", o.Name)
	return o
}

// worker is a running worker.
type worker struct {
	Options
	queue  job.Queue
	folder *folder
	busy   busyTime
}

// Run takes jobs and solves them until the context ends. Errors of jobs end the jobs. The error is
// a *Fault: the machine cannot solve jobs, and the job that the worker had is given back. Or it is
// a *schema.Error: a later version has begun to use the queue.
func Run(ctx context.Context, queue job.Queue, o Options) error {
	o = o.withDefaults(queue.Lease())
	w := &worker{Options: o, queue: queue}
	var err error
	if w.folder, err = newFolder(o.Folder); err != nil {
		return fmt.Errorf("worker %s: %w", o.Name, &Fault{fmt.Errorf("folder for checkpoints: %w", err)})
	}
	defer w.folder.remove()
	for _, d := range w.devices() {
		w.Log.Info("worker started", "version", w.Version, "device", d.Name)
	}
	defer w.startAnnouncing(ctx)()
	for {
		taken, err := queue.Take(ctx, o.Name)
		if ctx.Err() != nil {
			return nil
		}
		if errtype.Is[*schema.Error](err) {
			return fmt.Errorf("worker %s: %w", o.Name, err)
		}
		if err != nil {
			w.failed(err)
			continue
		}
		lease := w.logged(taken)
		w.busy.begin(lease.Job().ID)
		do := w.do
		if lease.Machine() > 0 {
			do = w.help
		}
		err = do(ctx, lease)
		w.busy.end()
		if errtype.Is[*Fault](err) {
			return fmt.Errorf("worker %s: job %s is given back: %w", o.Name, lease.Job().ID, err)
		}
		switch {
		case errors.Is(err, job.ErrLost):
			lease.log.Warn("job lost: the lease has ended, or the job was removed")
		case err != nil:
			lease.log.Warn("the worker goes on after an error", "error", err)
		}
	}
}

// failed logs an error that does not end a job.
func (w *worker) failed(err error) { w.Log.Warn("the worker goes on after an error", "error", err) }

const (
	// announceEvery is the longest time between two announcements of a worker.
	announceEvery = 2 * time.Second
	// signs is how often a worker gives a sign of life in the time of a lease, at least.
	signs = 4
)

// leaveTime bounds the time to tell that the worker ends.
const leaveTime = 3 * time.Second

// startAnnouncing begins to tell what the worker does. The function that it returns tells that the
// worker ends.
func (w *worker) startAnnouncing(ctx context.Context) (leave func()) {
	announcing, stop := context.WithCancel(ctx)
	var group sync.WaitGroup
	group.Go(func() { w.announce(announcing) })
	return func() {
		stop()
		group.Wait()
		leaving, end := context.WithTimeout(context.WithoutCancel(ctx), leaveTime)
		defer end()
		if err := w.queue.Leave(leaving, w.Name); err != nil {
			w.failed(err) // it is forgotten after a lease
		}
		w.Log.Info("worker ended")
	}
}

// announce tells what the worker does, until the context ends.
func (w *worker) announce(ctx context.Context) {
	tick := time.NewTicker(min(announceEvery, w.queue.Lease()/signs)) // not pauses: announcements take time, too
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
