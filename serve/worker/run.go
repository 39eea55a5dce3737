package worker

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/aco-vk/aco-vk/aco"
	"github.com/aco-vk/aco-vk/internal/errtype"
	"github.com/aco-vk/aco-vk/internal/timed"
	"github.com/aco-vk/aco-vk/serve/input"
	"github.com/aco-vk/aco-vk/serve/job"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/format"
	"github.com/aco-vk/aco-vk/tsp/verify"
)

// unruled is the time after which a run without stop rules ends, as aco.Options has it.
const unruled = time.Minute

// finishTime bounds what a worker does after its run or its context has ended.
const finishTime = 30 * time.Second

const (
	// endTime is how long a worker tries to end its job while the store fails.
	endTime = 10 * time.Minute
	// endPause is the time between two attempts.
	endPause = time.Second
)

// do does a job. The error is one that does not end the job: its lease is lost, the store failed,
// or the job was given back because this machine failed.
func (w *worker) do(ctx context.Context, lease job.Lease) error {
	r := &run{worker: w, lease: lease}
	if err := w.folder.check(); err != nil {
		return r.end(ctx, nil, &Fault{fmt.Errorf("folder for checkpoints: %w", err)})
	}
	r.file = filepath.Join(w.folder.path, lease.Job().ID+".checkpoint")
	defer os.Remove(r.file)
	result, err := r.solve(ctx)
	return r.end(ctx, result, err)
}

// end ends the job as its run has ended, or gives it back. If the store fails, it keeps the lease
// and tries again: the disk of the store may be full for a while, and the run was long.
func (r *run) end(ctx context.Context, result *aco.Result, err error) error {
	trying, stop := context.WithTimeout(ctx, endTime)
	defer stop()
	go r.keepLease(trying)
	for {
		failed := r.tryEnd(ctx, result, err)
		if failed == nil || errtype.Is[*Fault](failed) || errtype.Is[*givenBack](failed) || errors.Is(failed, job.ErrLost) {
			return failed
		}
		if !timed.Pause(trying, endPause) {
			return failed
		}
		r.failed(fmt.Errorf("job %s: its end is tried again: %w", r.lease.Job().ID, failed))
	}
}

// keepLease renews the lease until the context ends.
func (r *run) keepLease(ctx context.Context) {
	tick := time.NewTicker(r.worker.Report) // not pauses: renewals take time, too
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			if _, err := r.lease.Renew(ctx); errors.Is(err, job.ErrLost) {
				return // the next attempt to end the job finds it, too
			}
		}
	}
}

// tryEnd ends the job or gives it back.
func (r *run) tryEnd(ctx context.Context, result *aco.Result, err error) error {
	after, end := context.WithTimeout(context.WithoutCancel(ctx), finishTime)
	defer end()
	switch {
	case r.lost.Load():
		return job.ErrLost
	case ctx.Err() != nil && !r.cancelled.Load():
		return errors.Join(r.saveCheckpoint(after), r.lease.Release(after))
	case errors.Is(err, context.Canceled) && r.cancelled.Load():
		return r.lease.Finish(after, job.Cancelled, r.earlier(), nil) // before the run had a tour
	case err != nil && r.cancelled.Load():
		return r.lease.Finish(after, job.Cancelled, nil, &job.Problem{Type: kindOf(err), Detail: input.Text(err)})
	case err != nil && !isOfJob(err):
		return r.giveBack(after, err)
	case err != nil:
		return r.lease.Finish(after, job.Failed, nil, &job.Problem{Type: kindOf(err), Detail: input.Text(err)})
	}
	return r.finish(after, result)
}

// kindOf returns the type of a problem.
func kindOf(err error) string {
	return cmp.Or(input.Kind(err), "failed")
}

// solve runs the job.
func (r *run) solve(ctx context.Context) (*aco.Result, error) {
	started := time.Now()
	in, earlier, err := r.read(ctx)
	if err != nil {
		return nil, err
	}
	r.instance = in.Instance
	options, err := r.options(ctx, in, earlier, started)
	if err != nil {
		return nil, err
	}
	if err := r.takeOver(ctx, options); err != nil {
		return nil, err
	}
	running, stop := context.WithCancel(ctx)
	if r.lease.Job().Options.Replay != "" { // it has no limit of its own
		spent := time.Duration(r.lease.Job().Progress.Seconds * float64(time.Second))
		running, stop = context.WithDeadline(ctx, started.Add(r.maxTime()-spent))
	}
	defer stop()
	r.stop = stop
	r.startBound(running, options)
	if r.lease.Job().Options.Machines > 1 {
		r.peers = r.startPeers(running, started)
		options.Method = withPeers(options.Method, r.peers)
		defer r.peers.group.Wait()
		defer stop()
	}
	result, err := r.watched(ctx, func() (*aco.Result, error) { return r.resume(running, options) })
	late := errors.Is(running.Err(), context.DeadlineExceeded)
	if late && err == nil && result.Stop == aco.StopInterrupted {
		result.Stop = aco.StopTimeLimit
		r.warn("the job was not repeated to its end: the server allows %v", r.maxTime())
	}
	if err := r.finishBound(result); err != nil {
		r.warn("there is no lower bound: %v", err)
	}
	return result, err
}

// watched calls a function that solves, and meanwhile watches the job.
func (r *run) watched(ctx context.Context, solve func() (*aco.Result, error)) (*aco.Result, error) {
	done := make(chan struct{})
	var group sync.WaitGroup
	group.Go(func() { r.watch(ctx, done) })
	result, err := solve()
	close(done)
	group.Wait()
	return result, err
}

// read reads the instance of the job, and its earlier route, nil if it has none.
func (r *run) read(ctx context.Context) (read *format.Input, earlier *format.EarlierTour, err error) {
	in := r.lease.Job().Input
	objects, err := input.Load(ctx, r.queue, in)
	if err != nil {
		return nil, nil, err
	}
	if read, err = objects.Read(ctx, in, input.Accepted); err != nil {
		return nil, nil, err
	}
	if err := input.Rescale(ctx, r.lease.Job().Options, read); err != nil {
		return nil, nil, err
	}
	earlier, err = objects.ReadEarlier(ctx, in, read, input.Accepted)
	return read, earlier, err
}

// takeOver makes the best tour of the workers before this one the run's, with its lengths on the
// instance that was read: another version may have read other steps. A tour that is gone or
// damaged is left out with a warning. With prices of legs the tour is replaced by the first one that
// the run finds: the worker before may have found it when it was far from the end.
func (r *run) takeOver(ctx context.Context, o aco.Options) error {
	digest := r.lease.Job().Progress.Tour
	if digest == "" {
		return nil
	}
	tour, err := r.tour(ctx, digest)
	if ctx.Err() != nil {
		return err
	}
	length := int64(0)
	if err == nil {
		length, err = input.Length(r.instance, tour, o.Path)
	}
	if err != nil {
		r.warn("the tour of the worker before is lost: %v", err)
		return nil
	}
	r.reported.Progress = job.Progress{
		Best: length, UnitLength: verify.UnitLength(r.instance, tour, o.Path != nil), Tour: digest,
	}
	if o.StayClose.Price == 0 {
		r.reported.Cost = length
	}
	return nil
}

// options returns the options of a new run of the job.
func (r *run) options(
	ctx context.Context, in *format.Input, earlier *format.EarlierTour, started time.Time,
) (aco.Options, error) {
	j := r.lease.Job()
	o, err := r.newOptions(ctx, in, earlier, started)
	if err != nil {
		return o, err
	}
	if j.Options.Replay != "" {
		if o.Method, err = r.loadReplay(ctx, j.Options.Replay); err != nil {
			return o, err
		}
		o.TimeLimit = 0
	}
	if o.TimeLimit > 0 && o.TimeLimit <= r.worker.Checkpoint || o.StayClose.Price != 0 {
		return o, nil // the whole run takes no longer than what may be lost, or a checkpoint has no prices of legs
	}
	o.Checkpoint, o.CheckpointEvery = r.file, r.worker.Checkpoint
	return o, nil
}

// resume solves the job from its last checkpoint. If there is none, or none that this version can
// continue, the run starts again with the options.
func (r *run) resume(ctx context.Context, o aco.Options) (*aco.Result, error) {
	last := r.lease.Job().Checkpoint
	if o.Checkpoint == "" || last == "" {
		return r.solveSaving(ctx, o)
	}
	err := r.loadCheckpoint(ctx, last)
	if err == nil {
		var result *aco.Result
		result, err = r.solveSaving(ctx, aco.Options{
			Method:     aco.Resume{File: r.file, Peers: peersOf(o.Method)},
			Checkpoint: r.file, CheckpointEvery: o.CheckpointEvery, Path: o.Path, Devices: o.Devices,
			Started: o.Started, Progress: o.Progress,
		})
		if !errtype.Is[*aco.CheckpointError](err) {
			return result, err
		}
	} else if !errors.Is(err, job.ErrNotFound) && !errors.Is(err, job.ErrDamaged) {
		return nil, err
	}
	r.warn("the run began anew, because its checkpoint cannot be continued: %v", err)
	r.failed(fmt.Errorf("job %s begins anew: %w", r.lease.Job().ID, err))
	if err := ignoreMissing(os.Remove(r.file)); err != nil {
		return nil, err
	}
	return r.solveSaving(ctx, o)
}

// solveSaving solves the job. If the first checkpoint cannot be written, it solves without: the
// result is the same, and only a loss of the worker costs more. So few cities that all tours are
// compared have no checkpoint.
func (r *run) solveSaving(ctx context.Context, o aco.Options) (*aco.Result, error) {
	result, err := r.Solver.Solve(ctx, r.instance, o)
	refused, _ := errors.AsType[*aco.OptionError](err)
	switch {
	case o.Checkpoint != "" && errtype.Is[*aco.CheckpointWriteError](err):
		r.failed(fmt.Errorf("job %s is solved without checkpoints: %w", r.lease.Job().ID, err))
	case refused != nil && refused.Option == "Checkpoint":
	default:
		return result, err
	}
	o.Checkpoint, o.CheckpointEvery = "", 0
	return r.Solver.Solve(ctx, r.instance, o)
}

// maxTime returns the longest time that the run may take: the limit of the server that accepted
// the job.
func (r *run) maxTime() time.Duration { return cmp.Or(time.Duration(r.lease.Job().MaxTime), maxTime) }

// newOptions returns the options of a new run.
func (r *run) newOptions(
	ctx context.Context, in *format.Input, earlier *format.EarlierTour, started time.Time,
) (aco.Options, error) {
	o, err := input.Options(ctx, r.lease.Job().Options, in, earlier)
	if o.TimeLimit == 0 && (o.MayEndSooner() || r.maxTime() < unruled) || o.TimeLimit > r.maxTime() {
		o.TimeLimit = r.maxTime()
	}
	o.Devices, o.Started, o.Progress = r.Solver.Devices(), started, r.progress
	return o, err
}

// loadCheckpoint writes a stored checkpoint to the run's file.
func (r *run) loadCheckpoint(ctx context.Context, digest job.Digest) error {
	data, err := r.queue.Object(ctx, digest)
	if err != nil {
		return fmt.Errorf("read checkpoint: %w", err)
	}
	return os.WriteFile(r.file, data, 0o600)
}

// saveCheckpoint stores the run's file if it has changed since it was stored.
func (r *run) saveCheckpoint(ctx context.Context) error {
	info, err := os.Stat(r.file)
	if err != nil || info.ModTime().Equal(r.saved) {
		return nil // there is none, or no new one
	}
	data, err := os.ReadFile(r.file)
	if err != nil {
		return err
	}
	digest, err := r.queue.Put(ctx, data)
	if err != nil {
		return err
	}
	r.saved = info.ModTime()
	return r.lease.Save(ctx, digest)
}

// finish stores the tour of a run and ends the job.
func (r *run) finish(ctx context.Context, result *aco.Result) error {
	if result.Failure != nil && !r.cancelled.Load() {
		return r.giveBackTour(ctx, result)
	}
	digest, err := r.put(ctx, result.Tour)
	if err != nil {
		return err
	}
	done := input.Result(r.instance, result, digest, r.bound.Known())
	for _, d := range result.Devices {
		done.Devices = append(done.Devices, d.Name)
		if d.Lost != nil {
			r.warn("device %s failed: %v", d.Name, d.Lost.Err)
		}
	}
	done.Warnings = r.warned
	if r.peers != nil {
		if err := r.peers.report(ctx, result, done); err != nil {
			return err
		}
	}
	if cost := r.reported.Cost; cost > 0 && cost < result.Length { // of a worker that was lost after its last checkpoint, and had more time
		done.Tour, done.Length, done.UnitLength, done.Replay = r.reported.Tour, r.reported.Best, r.reported.UnitLength, ""
		done.Warnings = append(done.Warnings,
			"the tour is from a worker that was lost: the last worker found no shorter one")
	}
	if r.cancelled.Load() {
		return r.lease.Finish(ctx, job.Cancelled, done, nil)
	}
	return r.lease.Finish(ctx, job.Done, done, nil)
}

// earlier returns the result of the workers before this one, if they had a tour.
func (r *run) earlier() *job.Result {
	if r.reported.Best == 0 {
		return nil
	}
	return &job.Result{
		Tour: r.reported.Tour, Length: r.reported.Best, UnitLength: r.reported.UnitLength, Unit: r.instance.Unit,
		Bound: r.bound.Known(), Stop: string(aco.StopInterrupted), Seconds: r.lease.Job().Progress.Seconds,
		Devices: []string{}, Warnings: r.warned,
	}
}

// put stores a tour.
func (r *run) put(ctx context.Context, tour tsp.Tour) (job.Digest, error) {
	return r.queue.Put(ctx, job.EncodeTour(tour))
}
