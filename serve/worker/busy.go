package worker

import (
	"cmp"
	"slices"
	"sync"
	"time"
)

// loadTime is the time over which the load is measured.
const loadTime = time.Minute

// busyTime tells how much of the last time a worker had a job.
type busyTime struct {
	mu    sync.Mutex
	job   string
	spans []span // with jobs
}

// span is a time with a job, which has not ended if to is zero.
type span struct{ from, to time.Time }

func (b *busyTime) begin(job string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.job, b.spans = job, append(b.spans, span{from: time.Now()})
}

func (b *busyTime) end() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.job, b.spans[len(b.spans)-1].to = "", time.Now()
}

// load returns the job that the worker has, and its share of loadTime with a job.
func (b *busyTime) load(now time.Time) (job string, load float64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	first, busy := now.Add(-loadTime), time.Duration(0)
	for i, s := range slices.Backward(b.spans) {
		to := cmp.Or(s.to, now)
		if to.Before(first) {
			b.spans = b.spans[i+1:]
			break
		}
		busy += min(to.Sub(s.from), to.Sub(first))
	}
	return b.job, float64(busy) / float64(loadTime)
}
