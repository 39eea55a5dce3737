package engine

import (
	"testing"
	"time"
)

// Each worker does each work once, and all have finished when do returns, whether they slept
// before or not.
func TestWorkers(t *testing.T) {
	for count := 1; count <= 5; count++ {
		w := newWorkers(count)
		done := make([]int, count)
		for round := 1; round <= 500; round++ {
			if round%100 == 0 {
				time.Sleep(2 * parkAfter)
			}
			w.do(func(worker int) {
				done[worker]++
			})
			for worker, times := range done {
				if times != round {
					t.Fatalf("%d workers: number %d has worked %d times in %d rounds", count, worker, times, round)
				}
			}
		}
		w.close()
	}
}
