package parallel

import (
	"context"
	"math"
	"runtime"
	"sync"
	"sync/atomic"
)

// Batches calls work for batches of 0..n-1 on all processors, until the context ends.
func Batches(ctx context.Context, n int, work func(from, to int)) error {
	const batch = 256 // long enough that taking one costs nothing
	return Each(ctx, (n+batch-1)/batch, func(_, i int) { work(i*batch, min((i+1)*batch, n)) })
}

// Each calls work for each of 0..n-1 on all processors, until the context ends. Work begins in ascending order. Calls with the same number of
// the worker, 0..GOMAXPROCS-1, follow one another.
func Each(ctx context.Context, n int, work func(worker, i int)) error {
	var (
		workers sync.WaitGroup
		next    atomic.Int64
	)
	for worker := range min(runtime.GOMAXPROCS(0), n) {
		workers.Go(func() {
			for ctx.Err() == nil {
				i := int(next.Add(1)) - 1
				if i >= n {
					return
				}
				work(worker, i)
			}
		})
	}
	workers.Wait()
	return ctx.Err()
}

// Range returns the least and the largest of the values of 0..n-1: +Inf and -Inf if n is 0. It uses all processors.
func Range(n int, value func(i int) float64) (least, most float64) {
	parts := make([][2]float64, runtime.GOMAXPROCS(0))
	Parts(n, len(parts), func(part, from, to int) {
		least, most := math.Inf(1), math.Inf(-1)
		for i := from; i < to; i++ {
			least, most = min(least, value(i)), max(most, value(i))
		}
		parts[part] = [2]float64{least, most}
	})
	least, most = parts[0][0], parts[0][1]
	for _, part := range parts[1:] {
		least, most = min(least, part[0]), max(most, part[1])
	}
	return least, most
}

// First returns the smallest of 0..n-1 for which is reports true, or -1. It uses all processors.
func First(n int, is func(i int) bool) int {
	found := make([]int, runtime.GOMAXPROCS(0))
	Parts(n, len(found), func(part, from, to int) {
		for found[part] = from; found[part] < to && !is(found[part]); found[part]++ {
		}
		if found[part] == to {
			found[part] = -1
		}
	})
	for _, i := range found {
		if i >= 0 {
			return i
		}
	}
	return -1
}

// Parts cuts 0..n-1 into equal parts, calls work for each in a goroutine, and waits for all.
func Parts(n, parts int, work func(part, from, to int)) {
	var workers sync.WaitGroup
	for part := range parts {
		workers.Go(func() { work(part, part*n/parts, (part+1)*n/parts) })
	}
	workers.Wait()
}
