package reference

import (
	"cmp"
	"context"

	"github.com/aco-vk/aco-vk/internal/parallel"
)

// partsPerWorker is how many parts there are for each worker. Some workers have slower processors than others, and some ants take longer.
const partsPerWorker = 8

// divide cuts 0..n-1, which are ants or rows, into parts and calls work for them in all workers. A worker takes the next part when it has ended one.
// It returns the first error. Calls write to different data and only read what they share, so the result does not depend on the number of workers.
func (c *Colony) divide(n int, work func(from, to int) error) error {
	parts := min(n, partsPerWorker*c.workers)
	errs := make([]error, parts)
	_ = parallel.Each(context.Background(), c.workers, parts, func(_, part int) { errs[part] = work(part*n/parts, (part+1)*n/parts) })
	return cmp.Or(errs...)
}

// divided returns a stage that cuts 0..n-1 into a part for each worker and ignores its context.
func (c *Colony) divided(name string, n int, work func(from, to int)) Stage {
	return uninterruptible(name, func() { parallel.Parts(n, c.workers, func(_, from, to int) { work(from, to) }) })
}
