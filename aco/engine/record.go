package engine

import (
	"maps"
	"slices"
	"time"
)

// Iteration is an iteration of all colonies.
type Iteration struct {
	Number  int           // from 1
	Elapsed time.Duration // from Started to when the host received it
	Best    uint64        // length of the shortest tour that the run has
	Length  uint64        // length of the shortest tour of this iteration
	Tours   uint64        // that the ants of all colonies have made so far
}

// recorder collects the iterations of all colonies until every working site has completed them.
type recorder struct {
	ants    uint64 // of a colony
	best    uint64 // of the iterations so far, and of the exchanges between them
	tours   uint64
	emitted int
	reached map[int]int // by colony, its last iteration
	pending map[int]*Iteration
}

func newRecorder(ants, colonies, completed int, best uint64) recorder {
	return recorder{
		ants: uint64(ants), best: best, tours: uint64(ants) * uint64(colonies) * uint64(completed),
		emitted: completed, reached: map[int]int{}, pending: map[int]*Iteration{},
	}
}

// Records reports whether the caller wants the iterations.
func (r *Run[S, C]) Records() bool { return r.options.Record != nil }

// AddToRecord records an iteration of a colony: the length of its shortest tour, and of the shortest
// tour so far that the colony has kept. An iteration that was recorded before is ignored.
func (r *Run[S, C]) AddToRecord(colony, iteration int, length, best uint64) {
	c := &r.recorder
	if !r.Records() || iteration <= max(c.emitted, c.reached[colony]) {
		return
	}
	c.reached[colony] = iteration
	all := c.pending[iteration]
	if all == nil {
		all = &Iteration{Number: iteration, Length: length, Best: best}
		c.pending[iteration] = all
	}
	all.Elapsed, all.Tours = r.Elapsed(), all.Tours+c.ants
	all.Length, all.Best = min(all.Length, length), min(all.Best, best)
}

// emitRecord passes the iterations up to a number to the caller, in order.
func (r *Run[S, C]) emitRecord(until int) {
	if !r.Records() {
		return
	}
	if last := r.algorithm.LastRelevant(); last > 0 {
		until = min(until, last)
	}
	c := &r.recorder
	for _, number := range slices.Sorted(maps.Keys(c.pending)) {
		if number > until {
			return
		}
		next := *c.pending[number]
		delete(c.pending, number)
		c.best, c.tours, c.emitted = min(c.best, next.Best), c.tours+next.Tours, number
		next.Best, next.Tours = c.best, c.tours
		r.options.Record(next)
	}
}
