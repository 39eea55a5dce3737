package conform

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"sync"

	"github.com/aco-vk/aco-vk/pipeline"
	"github.com/aco-vk/aco-vk/vk"
)

// maxLosses is the number of device losses after which a test ends.
const maxLosses = 3

// pool runs cases in parallel. A device is for one goroutine at a time, so each worker opens the device for itself.
type pool struct {
	open    func() (*vk.Device, error)
	reduce  bool // reduce bad cases
	workers []*worker

	// exclusive is locked for reading while a case runs, and for writing while a case must run alone.
	exclusive      sync.RWMutex
	lostAlone      int // cases that lost the device while they ran alone
	lostInParallel int // cases that lost the device while others ran
}

// worker runs one case at a time on its device.
type worker struct {
	comparer
	pool *pool
}

// caseOutcome is the result of a case. The error says why the test cannot go on.
type caseOutcome struct {
	caseResult
	err error
}

// openPool opens a device for every worker.
func openPool(workers int, open func() (*vk.Device, error)) (*pool, error) {
	p := &pool{open: open}
	for range workers {
		device, err := open()
		if err != nil {
			return nil, errors.Join(err, p.close())
		}
		p.workers = append(p.workers, &worker{comparer{device: device}, p})
	}
	return p, nil
}

// info describes the device.
func (p *pool) info() vk.Info { return *p.workers[0].device.Info() }

// close closes all devices. The error names handles that cases left open and messages of the validation layer.
func (p *pool) close() error {
	var all error
	for _, w := range p.workers {
		if w.device != nil {
			all = errors.Join(all, w.device.Close())
		}
	}
	p.workers = nil
	return all
}

// run runs cases in parallel and yields them with their outcomes in their order.
func (p *pool) run(ctx context.Context, cases iter.Seq[namedCase]) iter.Seq2[namedCase, caseOutcome] {
	type task struct {
		namedCase
		done chan caseOutcome
	}
	// While one case is slow, the other workers finish up to this many later ones.
	const maxAhead = 64
	return func(yield func(namedCase, caseOutcome) bool) {
		ctx, cancel := context.WithCancel(ctx)
		var group sync.WaitGroup
		defer group.Wait()
		defer cancel()
		queue, inOrder := make(chan task), make(chan task, maxAhead)
		group.Go(func() {
			defer close(inOrder)
			defer close(queue)
			for c := range cases {
				next := task{c, make(chan caseOutcome, 1)}
				for _, to := range []chan task{queue, inOrder} {
					select {
					case to <- next:
					case <-ctx.Done():
						return
					}
				}
			}
		})
		for _, w := range p.workers {
			group.Go(func() {
				for next := range queue {
					outcome := w.run(ctx, next.Case)
					next.done <- outcome
					if outcome.err != nil {
						return
					}
				}
			})
		}
		for next := range inOrder {
			if outcome := <-next.done; !yield(next.namedCase, outcome) {
				return
			}
		}
	}
}

// run runs a case in parallel with those of other workers. If the device is lost, the case runs again alone, because a loss can be the
// fault of another case.
func (w *worker) run(ctx context.Context, c Case) caseOutcome {
	w.pool.exclusive.RLock()
	r, err := w.compareAndReduce(ctx, c)
	w.pool.exclusive.RUnlock()
	if err != nil || !pipeline.DeviceGone(r.Err) {
		return caseOutcome{r, err}
	}
	w.pool.exclusive.Lock()
	defer w.pool.exclusive.Unlock()
	if len(w.pool.workers) > 1 {
		w.pool.lostInParallel++
		if err := w.reopen(); err != nil {
			return caseOutcome{r, err}
		}
		if r, err = w.compareAndReduce(ctx, c); err != nil {
			return caseOutcome{r, err}
		}
	}
	return caseOutcome{r, w.reopenIfLost(r.Err)}
}

// compareAndReduce runs a case and, in a stress test, reduces it if it is bad. The only error is that of ctx.
func (w *worker) compareAndReduce(ctx context.Context, c Case) (caseResult, error) {
	r, err := w.compare(ctx, c)
	if err == nil && w.pool.reduce && r.bad() {
		r = w.reduce(ctx, r)
	}
	return r, err
}

// reopenIfLost opens the device again if err is its loss, at most maxLosses times in a test.
func (w *worker) reopenIfLost(err error) error {
	if !pipeline.DeviceGone(err) {
		return nil
	}
	if w.pool.lostAlone++; w.pool.lostAlone == maxLosses {
		return fmt.Errorf("the device was lost %d times; the remaining cases did not run: %w", maxLosses, err)
	}
	return w.reopen()
}

// reopen replaces the worker's device.
func (w *worker) reopen() (err error) {
	w.device.Close() // a lost device may leave handles open, which is not what the test is about
	if w.device, err = w.pool.open(); err != nil {
		return fmt.Errorf("the lost device cannot be opened again; the remaining cases did not run: %w", err)
	}
	return nil
}

// unexplainedLosses returns an error if the device was lost only while several cases ran, and by no case alone.
func (p *pool) unexplainedLosses() error {
	if p.lostInParallel == 0 || p.lostAlone > 0 {
		return nil
	}
	return fmt.Errorf("the device was lost %d times while several cases ran in parallel, but by none of these cases alone", p.lostInParallel)
}
