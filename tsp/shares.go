package tsp

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"
)

// inShares has all processors work on 0..n-1, a share at a time, until the context ends.
func inShares(ctx context.Context, n int, work func(from, to int)) error {
	const share = 256
	var (
		workers sync.WaitGroup
		next    atomic.Int64
	)
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for ctx.Err() == nil {
				to := int(next.Add(share))
				if to-share >= n {
					return
				}
				work(to-share, min(to, n))
			}
		})
	}
	workers.Wait()
	return ctx.Err()
}

// inParts cuts 0..n-1 into so many parts, each for a processor of its own, and waits for all.
func inParts(n, parts int, work func(part, from, to int)) {
	var workers sync.WaitGroup
	for part := range parts {
		workers.Go(func() { work(part, part*n/parts, (part+1)*n/parts) })
	}
	workers.Wait()
}
