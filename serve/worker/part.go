package worker

import (
	"context"
	"errors"
	"time"

	"github.com/aco-vk/aco-vk/aco"
	"github.com/aco-vk/aco-vk/serve/job"
)

const (
	// An island ends earlier than the worker whose tour is the result, so that its last tour comes in time: by partMargin and 1/partShare of the time that is left.
	partMargin = 300 * time.Millisecond
	partShare  = 20
)

// help runs an island of a job until the job has ended, or its own time is over. The error is one of the store.
func (w *worker) help(ctx context.Context, lease job.Lease) error {
	r := &run{worker: w, lease: lease}
	started := time.Now()
	err := r.solvePart(ctx, started)
	after, end := context.WithTimeout(context.WithoutCancel(ctx), finishTime)
	defer end()
	if r.lost.Load() {
		err = nil // the job has ended
	} else if ctx.Err() != nil {
		return lease.Release(after)
	}
	return errors.Join(err, lease.Finish(after, "", nil, nil))
}

// solvePart runs the island, and tells the others its last tour.
func (r *run) solvePart(ctx context.Context, started time.Time) error {
	in, err := r.read(ctx)
	if err != nil {
		return err
	}
	r.instance = in.Instance
	j := r.lease.Job()
	options, err := r.newOptions(in, started)
	if err != nil {
		return err
	}
	if options.TimeLimit > 0 {
		left := options.TimeLimit - time.Duration(j.Progress.Seconds*float64(time.Second))
		if options.TimeLimit = left - left/partShare - partMargin; options.TimeLimit <= 0 {
			return nil
		}
	}
	seed := uint64(r.lease.Part()) + 1
	if options.Seed != nil {
		seed = *options.Seed + uint64(r.lease.Part())
	}
	options.Seed = &seed

	running, stop := context.WithCancel(ctx)
	defer stop()
	r.stop = stop
	i := r.startIslands(running, started)
	options.Method = withPeers(options.Method, i)
	result, err := r.watched(ctx, func() (*aco.Result, error) { return aco.Solve(running, in.Instance, options) })
	if err == nil && !r.lost.Load() {
		err = i.tell(context.WithoutCancel(ctx), result.Tour, result.Length)
	}
	stop()
	i.group.Wait()
	return err
}
