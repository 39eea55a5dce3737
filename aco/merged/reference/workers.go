package reference

import "sync"

// concurrently calls work for each worker. It returns when all calls have returned.
func (c *Colony) concurrently(work func(worker int)) {
	var others sync.WaitGroup
	for worker := 1; worker < c.workers; worker++ {
		others.Go(func() { work(worker) })
	}
	work(0)
	others.Wait()
}

// overPlaces calls work for each worker with its part of the tour's places, from first to end-1.
func (c *Colony) overPlaces(work func(worker, first, end int)) {
	places := c.Model.Cities
	c.concurrently(func(worker int) { work(worker, places*worker/c.workers, places*(worker+1)/c.workers) })
}
