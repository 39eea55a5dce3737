package reference

import (
	"context"
	"sync/atomic"

	"github.com/aco-vk/aco-vk/aco/merged/model"
)

// Ants computes the change that each ant proposes to the shared tour. Shader: shaders/merged/ant.comp.
func (c *Colony) Ants() { _ = c.AntsUntil(context.Background()) }

// AntsUntil is like Ants, but returns the context's error when the context ends. The next call continues with the next ant.
func (c *Colony) AntsUntil(ctx context.Context) error {
	if c.State.Stop != model.Running {
		return nil
	}
	if c.nextAnt == 0 {
		c.AcceptedLong = c.AcceptedLong[:0] // the changes are replaced now
		c.beforeAnts = c.State
	}
	end := c.runAnts(ctx)
	for ; c.nextAnt < end; c.nextAnt++ {
		if c.Headers[c.nextAnt].Class != model.ClassNone {
			c.Submit(c.nextAnt)
		}
	}
	if end < uint32(c.Model.Ants) {
		return ctx.Err()
	}
	c.nextAnt = 0
	return nil
}

// runAnts runs the ants from nextAnt on, until the context ends. It returns the number of the next ant. Ants only read the shared tour, so
// workers run them concurrently.
func (c *Colony) runAnts(ctx context.Context) uint32 {
	var taken atomic.Uint32 // number of the next ant
	taken.Store(c.nextAnt)
	counts := make([]model.Counts, c.workers)
	c.concurrently(func(worker int) {
		a := newAnt(c)
		for ctx.Err() == nil {
			number := taken.Add(1) - 1
			if number >= uint32(c.Model.Ants) {
				break
			}
			a.run(number)
		}
		counts[worker] = a.counts
	})
	for _, own := range counts {
		c.State.Counts.Add(own)
	}
	return min(taken.Load(), uint32(c.Model.Ants))
}

// DropAnts removes the changes that ants of the iteration have submitted, if no later stage has run.
func (c *Colony) DropAnts() {
	if c.State.Iteration != c.beforeAnts.Iteration {
		return
	}
	c.State, c.nextAnt = c.beforeAnts, 0
	clear(c.Claims[c.State.Iteration&1])
	c.LongChanges = c.LongChanges[:0]
}
