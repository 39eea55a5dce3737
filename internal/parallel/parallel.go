package parallel

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"
)

// Batches calls work for batches of 0..n-1 on all processors, until the context ends.
func Batches(ctx context.Context, n int, work func(from, to int)) error {
	const batch = 256 // long enough that taking one costs nothing
	var (
		workers sync.WaitGroup
		next    atomic.Int64
	)
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for ctx.Err() == nil {
				to := int(next.Add(batch))
				if to-batch >= n {
					return
				}
				work(to-batch, min(to, n))
			}
		})
	}
	workers.Wait()
	return ctx.Err()
}

// Parts cuts 0..n-1 into equal parts, calls work for each in a goroutine, and waits for all.
func Parts(n, parts int, work func(part, from, to int)) {
	var workers sync.WaitGroup
	for part := range parts {
		workers.Go(func() { work(part, part*n/parts, (part+1)*n/parts) })
	}
	workers.Wait()
}
