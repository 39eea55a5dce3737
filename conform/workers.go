package conform

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"sync"

	"github.com/aco-vk/aco-vk/internal/probe"
	"github.com/aco-vk/aco-vk/vk"
)

// maxLosses is the number of device losses after which a test ends. Each can take minutes.
const maxLosses = 3

// runner runs cases and probes on a device, one at a time. An error of compare or probe says why
// the test cannot go on.
type runner interface {
	info() vk.Info
	compare(ctx context.Context, c Case) (caseResult, error)
	probe(ctx context.Context, p probe.Probe) (probeResult, error)
	export(ctx context.Context, c Case, to exportTo) (folders []string, err error)
	reopen() error // replaces the device
	close() error  // the error names handles that cases left open and messages of the validation layer
}

// pool runs cases in parallel. A device is for one goroutine at a time, so each worker opens the
// device for itself.
type pool struct {
	reduce  bool             // reduce bad cases
	limited bool             // cases have a time limit
	done    map[string]Saved // results of an interrupted test
	workers []*worker

	// exclusive is locked for reading while a case runs, and for writing while a case must run
	// alone.
	exclusive      sync.RWMutex
	lostAlone      int // cases that lost the device while they ran alone
	lostInParallel int // cases that lost the device while others ran
}

// worker runs one case at a time.
type worker struct {
	runner
	pool *pool
}

// caseOutcome is the result of a case. The error says why the test cannot go on.
type caseOutcome struct {
	caseResult
	err error
}

// openPool starts a runner for every worker.
func openPool(ctx context.Context, o Options) (*pool, error) {
	p := &pool{reduce: o.Stress > 0 || o.Export != "", limited: o.CaseTimeout > 0, done: o.Done}
	for range max(1, o.Workers) {
		r, err := o.newRunner()
		if err != nil {
			return nil, errors.Join(err, p.close())
		}
		p.workers = append(p.workers, &worker{r, p})
	}
	for _, w := range p.workers { // all start at the same time
		if remote, ok := w.runner.(*remote); ok {
			if err := remote.waitUntilReady(ctx); err != nil {
				return p, err
			}
		}
	}
	return p, nil
}

// newRunner returns a runner with the device of the options.
func (o *Options) newRunner() (runner, error) {
	if o.Command != nil {
		return startRemote(*o)
	}
	device, err := o.Open()
	if err != nil {
		return nil, err
	}
	return &local{comparer{device: device}, o.Open}, nil
}

// local runs cases in this process.
type local struct {
	comparer
	open func() (*vk.Device, error)
}

func (l *local) info() vk.Info { return *l.device.Info() }

func (l *local) reopen() (err error) {
	l.device.Close() // a lost device may leave handles open, which is not what the test is about
	l.device, err = l.open()
	return err
}

func (l *local) close() error {
	if l.device == nil {
		return nil
	}
	return l.device.Close()
}

// close closes all devices.
func (p *pool) close() error {
	var all error
	for _, w := range p.workers {
		all = errors.Join(all, w.close())
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

// run runs a case in parallel with other workers. If the device is lost, the case runs
// again alone, because a loss can be the fault of another case.
func (w *worker) run(ctx context.Context, c Case) caseOutcome {
	if saved := w.pool.done[c.Name()]; saved.Case != nil {
		saved.Case.Case = c
		return caseOutcome{*saved.Case, nil}
	}
	w.pool.exclusive.RLock()
	r, err := w.compareAndReduce(ctx, c)
	w.pool.exclusive.RUnlock()
	if err != nil || !r.bad() {
		return caseOutcome{r, err}
	}
	w.pool.exclusive.Lock()
	defer w.pool.exclusive.Unlock()
	if !r.Lost && r.Verdict != Hung {
		return w.runAgain(ctx, r)
	}
	if len(w.pool.workers) > 1 && r.Lost {
		w.pool.lostInParallel++
		if err := w.replaceDevice(); err != nil {
			return caseOutcome{r, err}
		}
		if r, err = w.compareAndReduce(ctx, c); err != nil {
			return caseOutcome{r, err}
		}
	}
	hung := r.Verdict == Hung && !w.pool.limited // a time limit is short enough for any number of cases
	return caseOutcome{r, w.reopenIfLost(r.Lost || hung, r.Error)}
}

// runAgain runs a bad case a second time, alone. The result stays, with the second verdict: a case
// that is equal then is bad at times only.
func (w *worker) runAgain(ctx context.Context, r caseResult) caseOutcome {
	if w.pool.reduce {
		return caseOutcome{r, nil} // a stress test has run it again to reduce it
	}
	again, err := w.compare(ctx, r.Case)
	if err != nil {
		return caseOutcome{r, err}
	}
	r.Again = again.Verdict
	return caseOutcome{r, w.reopenIfLost(again.Lost, again.Error)}
}

// compareAndReduce runs a case and, in a stress test or for an export, reduces it if it is bad.
func (w *worker) compareAndReduce(ctx context.Context, c Case) (caseResult, error) {
	r, err := w.compare(ctx, c)
	if err == nil && w.pool.reduce && r.bad() {
		r = shrink(ctx, w.compare, r)
		if smaller := r.Case.String(); smaller != c.String() {
			r.Reduced, r.Case = smaller, c
		}
	}
	return r, err
}

// reopenIfLost opens the device again if it was lost, at most maxLosses times in a test. why is
// the error of the loss.
func (w *worker) reopenIfLost(lost bool, why string) error {
	if !lost {
		return nil
	}
	if w.pool.lostAlone++; w.pool.lostAlone == maxLosses {
		return fmt.Errorf("the device was lost or hung %d times; the remaining cases did not run: %s", maxLosses, why)
	}
	return w.replaceDevice()
}

// replaceDevice replaces the worker's device after its loss.
func (w *worker) replaceDevice() error {
	if err := w.reopen(); err != nil {
		return fmt.Errorf("the lost device cannot be opened again; the remaining cases did not run: %w", err)
	}
	return nil
}

// unexplainedLosses returns an error if the device was lost only while several cases ran, and by
// no case alone.
func (p *pool) unexplainedLosses() error {
	if p.lostInParallel == 0 || p.lostAlone > 0 {
		return nil
	}
	return fmt.Errorf(
		"the device was lost %d times while several cases ran in parallel, but by none of these cases alone",
		p.lostInParallel,
	)
}
