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

// mostLost is how often a device may be lost before the test gives up.
const mostLost = 3

// workers check cases at once.
type workers struct {
	each    []*worker
	open    func() (*vk.Device, error)
	reduces bool // cases that are bad

	alone    sync.RWMutex // read while a case has others beside it, written while it must not
	lost     int          // how often a case lost the device with nothing beside it
	together int          // how often cases did with others beside them
}

// worker checks one case after the other, on a device that is its own.
type worker struct {
	checker
	*workers
}

// newWorkers opens a device for each of so many.
func newWorkers(count int, open func() (*vk.Device, error)) (*workers, error) {
	w := &workers{open: open}
	for range count {
		device, err := open()
		if err != nil {
			return nil, errors.Join(err, w.close())
		}
		w.each = append(w.each, &worker{checker{device: device}, w})
	}
	return w, nil
}

// close closes the devices that are open. The error is what cases left open, or a message of the validation layer.
func (w *workers) close() error {
	var all error
	for _, one := range w.each {
		all = errors.Join(all, one.device.Close())
		one.device = nil
	}
	return all
}

// outcome is what became of a case. The error says why no other can follow, or is the context's.
type outcome struct {
	caseResult
	err error
}

// check runs cases, several at once, and yields what became of them in their order.
func (w *workers) check(ctx context.Context, work iter.Seq[job]) iter.Seq2[job, outcome] {
	type task struct {
		job
		done chan outcome
	}
	// The farther workers may be ahead of the slowest case, the fewer wait for it.
	const ahead = 64
	return func(yield func(job, outcome) bool) {
		ctx, cancel := context.WithCancel(ctx)
		var group sync.WaitGroup
		defer group.Wait()
		defer cancel()
		todo, inOrder := make(chan task), make(chan task, ahead)
		group.Go(func() {
			defer close(inOrder)
			defer close(todo)
			for one := range work {
				next := task{one, make(chan outcome, 1)}
				for _, to := range []chan task{todo, inOrder} {
					select {
					case to <- next:
					case <-ctx.Done():
						return
					}
				}
			}
		})
		for _, one := range w.each {
			group.Go(func() {
				for next := range todo {
					next.done <- one.check(ctx, next.Case)
				}
			})
		}
		for next := range inOrder {
			if result := <-next.done; !yield(next.job, result) {
				return
			}
		}
	}
}

// check runs a case beside those of the other workers. Which case is the end of a device shows when nothing is beside it.
func (w *worker) check(ctx context.Context, c Case) outcome {
	w.alone.RLock()
	r, err := w.attempt(ctx, c)
	w.alone.RUnlock()
	if err != nil || !pipeline.DeviceGone(r.Err) {
		return outcome{r, err}
	}
	w.alone.Lock()
	defer w.alone.Unlock()
	if len(w.each) > 1 {
		w.together++
		if err := w.reopen(); err != nil {
			return outcome{r, err}
		}
		if r, err = w.attempt(ctx, c); err != nil {
			return outcome{r, err}
		}
	}
	return outcome{r, w.revive(r.Err)}
}

// attempt runs a case, and smaller ones where it is bad. The error is the context's.
func (w *worker) attempt(ctx context.Context, c Case) (caseResult, error) {
	r, err := w.checker.check(ctx, c)
	if err == nil && w.reduces && r.bad() {
		r = w.reduce(ctx, r)
	}
	return r, err
}

// revive opens the device again if an error was the end of it.
func (w *worker) revive(err error) error {
	if !pipeline.DeviceGone(err) {
		return nil
	}
	if w.lost++; w.lost == mostLost {
		return fmt.Errorf("the device was lost %d times, and what is left was left out", w.lost)
	}
	return w.reopen()
}

// reopen replaces the device.
func (w *worker) reopen() (err error) {
	w.device.Close() // what a lost device left open is not the test's subject
	if w.device, err = w.open(); err != nil {
		return fmt.Errorf("the device does not come back, and what is left was left out: %w", err)
	}
	return nil
}

// unsettled is the error of devices that were lost while cases ran at once, when no case alone was the end of one.
func (w *workers) unsettled() error {
	if w.together == 0 || w.lost > 0 {
		return nil
	}
	return fmt.Errorf("the device was lost while %d cases ran at once (%d of them), and by none of these alone", len(w.each), w.together)
}
