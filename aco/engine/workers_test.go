package engine

import (
	"runtime"
	"testing"
)

// Each worker does each work once, and all have finished when do returns, whether they slept
// before or not.
func TestWorkers(t *testing.T) {
	for count := 1; count <= 5; count++ {
		w := newWorkers(count)
		done := make([]int, count)
		for round := 1; round <= 500; round++ {
			for i := range w.each { // now and then, all sleep
				for round%100 == 0 && !w.each[i].asleep.Load() {
					runtime.Gosched()
				}
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
