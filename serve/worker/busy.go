package worker

import (
	"sync"
	"time"
)

// loadTime is the time over which the load is measured.
const loadTime = time.Minute

// busyTime tells how much of the last time a worker had a job.
type busyTime struct {
	mu    sync.Mutex
	job   string
	since time.Time // of the job
	past  []span
}

type span struct{ from, to time.Time }

func (b *busyTime) begin(job string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.job, b.since = job, time.Now()
}

func (b *busyTime) end() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.past = append(b.past, span{b.since, time.Now()})
	b.job = ""
}

// load returns the job that the worker has, and its share of loadTime with a job.
func (b *busyTime) load(now time.Time) (job string, load float64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	first, busy := now.Add(-loadTime), time.Duration(0)
	for len(b.past) > 0 && b.past[0].to.Before(first) {
		b.past = b.past[1:]
	}
	spans := b.past
	if b.job != "" {
		spans = append(spans[:len(spans):len(spans)], span{b.since, now})
	}
	for _, s := range spans {
		from := s.from
		if from.Before(first) {
			from = first
		}
		busy += s.to.Sub(from)
	}
	return b.job, float64(busy) / float64(loadTime)
}
