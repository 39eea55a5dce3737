package worker

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/aco-vk/aco-vk/aco"
	"github.com/aco-vk/aco-vk/internal/lowerbound"
	"github.com/aco-vk/aco-vk/serve/input"
	"github.com/aco-vk/aco-vk/serve/job"
	"github.com/aco-vk/aco-vk/tsp"
)

// run is a job that is solved.
type run struct {
	*worker
	lease    job.Lease
	file     string    // of the checkpoint
	saved    time.Time // when the checkpoint that is stored was written
	instance *tsp.Instance
	bound    *lowerbound.Background
	peers    *peers             // nil: one worker solves the job
	stop     context.CancelFunc // ends the search

	mu     sync.Mutex
	latest aco.Progress // what the run told last
	warned []string     // for the result

	reported        input.Told // with the tour that is stored
	cancelled, lost atomic.Bool
}

// progress receives the events of the run.
func (r *run) progress(p aco.Progress) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.latest = p
	if kind := p.Notice.Kind; kind == aco.NoticeFallback || kind == aco.NoticeRun {
		r.addWarning(p.Notice.Text)
	}
}

// warn adds a warning to the result.
func (r *run) warn(text string, args ...any) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.addWarning(fmt.Sprintf(text, args...))
}

// addWarning adds a warning that is not there yet. The caller has locked mu.
func (r *run) addWarning(text string) {
	if !slices.Contains(r.warned, text) {
		r.warned = append(r.warned, text)
	}
}

// watch renews the lease and reports, until the run is done. It ends the run when a client asks
// for it, and when the lease is lost.
func (r *run) watch(ctx context.Context, done <-chan struct{}) {
	tick := time.NewTicker(r.worker.Report)
	defer tick.Stop()
	for {
		select {
		case <-done:
			return
		case <-tick.C:
		}
		err := r.report(ctx)
		if errors.Is(err, job.ErrLost) {
			r.lost.Store(true)
			r.stop()
			return
		}
		if err != nil && ctx.Err() == nil {
			r.failed(err) // the store may be back before the lease ends
		}
	}
}

// report renews the lease and tells how far the run is.
func (r *run) report(ctx context.Context) error {
	cancelled, err := r.lease.Renew(ctx)
	if err != nil {
		return err
	}
	if cancelled {
		r.cancelled.Store(true)
		r.stop()
		return nil
	}
	if r.lease.Machine() > 0 {
		return nil
	}
	if err := r.saveCheckpoint(ctx); err != nil {
		return err
	}
	r.mu.Lock()
	now := r.latest
	r.mu.Unlock()
	if now.Phase == "" {
		return nil
	}
	p, err := input.Progress(ctx, r.queue, r.instance, now, r.bound.Known(), r.reported)
	if err != nil || p == r.reported {
		return err
	}
	r.reported = p
	return r.lease.Report(ctx, p.Progress)
}
