package engine

import (
	"runtime"
	"sync/atomic"
	"time"
)

// parkAfter is how long a worker waits actively for work. The host needs less between two
// exchanges of a group.
const parkAfter = 300 * time.Microsecond

// workers are goroutines that work at the same time. They wait actively for the next work, because
// waking a goroutine takes about as long as the host needs for the exchange of an iteration. After
// a while without work they sleep.
type workers struct {
	work  func(worker int)
	round atomic.Uint32 // changes when there is work
	left  atomic.Int32  // workers that have not finished it
	each  []worker
}

type worker struct {
	asleep atomic.Bool
	wake   chan struct{}
}

// newWorkers starts workers. The caller of do is the first worker.
func newWorkers(count int) *workers {
	w := &workers{each: make([]worker, count-1)}
	for i := range w.each {
		w.each[i].wake = make(chan struct{}, 1)
		go w.run(&w.each[i], i+1)
	}
	return w
}

// do calls work for all workers at the same time and returns when all have finished.
func (w *workers) do(work func(worker int)) {
	w.start(work)
	if work != nil {
		work(0)
	}
	for w.left.Load() > 0 {
		runtime.Gosched()
	}
}

// close ends the workers.
func (w *workers) close() { w.do(nil) }

func (w *workers) start(work func(worker int)) {
	w.work = work
	w.left.Store(int32(len(w.each)))
	w.round.Add(1)
	for i := range w.each {
		if w.each[i].asleep.CompareAndSwap(true, false) {
			w.each[i].wake <- struct{}{}
		}
	}
}

func (w *workers) run(self *worker, number int) {
	for seen := uint32(0); ; {
		seen = w.await(self, seen)
		work := w.work
		if work != nil {
			work(number)
		}
		w.left.Add(-1)
		if work == nil {
			return
		}
	}
}

// await returns the number of the next round.
func (w *workers) await(self *worker, seen uint32) uint32 {
	for since := time.Now(); ; {
		if round := w.round.Load(); round != seen {
			return round
		}
		if time.Since(since) < parkAfter {
			runtime.Gosched()
			continue
		}
		self.asleep.Store(true)
		if w.round.Load() == seen || !self.asleep.CompareAndSwap(true, false) {
			<-self.wake
		}
		since = time.Now()
	}
}
