package reference

import (
	"cmp"

	"github.com/aco-vk/aco-vk/internal/parallel"
)

// divide cuts 0..n-1, which are ants, rows or words, into a range for each worker. It calls work for all ranges concurrently and returns the first
// error. Calls write to different data and only read what they share, so the result does not depend on the number of workers.
func (c *Colony) divide(n int, work func(from, to int) error) error {
	errs := make([]error, c.workers)
	parallel.Parts(n, c.workers, func(part, from, to int) { errs[part] = work(from, to) })
	return cmp.Or(errs...)
}

// divided returns a stage that divides 0..n-1 among the workers and ignores its context.
func (c *Colony) divided(name string, n int, work func(from, to int)) Stage {
	return uninterruptible(name, func() { parallel.Parts(n, c.workers, func(_, from, to int) { work(from, to) }) })
}
