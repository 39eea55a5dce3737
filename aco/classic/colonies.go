package classic

import (
	"math"
	"slices"
	"time"

	"github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/aco/engine"
)

// colonies are the colonies of one site.
type colonies interface {
	engine.Colonies[settings]
	// batch returns the results of the last Wait by colony, nil if they were already returned.
	batch() []batchResult
	// adopt sets the state and the best tour of every colony. The site must not be busy.
	adopt(all []colonyState) error
	// finishIteration runs the stages after best in each colony for which no rule holds. The site
	// must not be busy.
	finishIteration() error
	// read reads words of a carried buffer from an offset on. The buffer has the words of all colonies
	// of the site, colony by colony. write writes all of them. The site must have completed its
	// iterations.
	read(name string, offset uint64, words []uint32) error
	write(name string, words []uint32) error
	// MoveTo sets the number of completed iterations.
	MoveTo(iterations int)
	// heuristicSHA256 returns the hash of the heuristic table.
	heuristicSHA256() string
}

// batchResult is the result of a batch for a colony.
type batchResult struct {
	state   model.State
	lengths []uint64 // best length of each iteration since the last batch, in order
	tour    []uint32 // the best so far, valid until the next Wait
	rows    []statisticsRow
}

// statisticsRow has the statistics of an iteration, and the device time to its end.
type statisticsRow struct {
	model.Statistics
	deviceTime time.Duration
}

// colonyState is the state of a colony after its last batch.
type colonyState struct {
	state model.State
	tour  []uint32      // its best so far
	found time.Duration // from Started to when the host received it
	ants  engine.AntsHash

	shortened []shortened // with a target: its improvements since the start or the resumption

	finished uint32       // the last iteration that finishStopped completed
	verified *colonyState // the last state with a verified tour; nil if this one is verified
}

// shortened is a new best tour of a colony.
type shortened struct {
	iteration uint32
	length    uint64
}

// result returns the result of the colony. If another colony reached the target at an iteration, later
// ones do not count; 0: none has.
func (c *colonyState) result(device, reached int) engine.ColonyResult {
	best, made := shortened{c.state.BestIteration, c.state.BestLength}, int(c.state.Iteration)
	if reached > 0 {
		made = min(made, reached)
		for _, earlier := range slices.Backward(c.shortened) {
			if int(best.iteration) <= reached {
				break
			}
			best = earlier
		}
	}
	return engine.ColonyResult{
		Device: device, BestLength: int64(best.length), BestIteration: int(best.iteration), Iterations: made,
	}
}

// initialStates returns the states of all colonies before the first iteration. The start tour is
// the first best tour.
func initialStates(p *model.Problem, rules model.StopRules) []colonyState {
	all := make([]colonyState, p.Colonies)
	for c := range all {
		all[c] = colonyState{state: model.NewState(p, rules), tour: engine.WordsOf(p.Start)}
		all[c].shortened = []shortened{{0, all[c].state.BestLength}}
	}
	return all
}

// statesOf returns the states of a site's colonies.
func (r *run) statesOf(s *site) []colonyState { return r.states[s.First : s.First+s.Count] }

// applyBatch updates the states of a site's colonies with a batch.
func (r *run) applyBatch(s *site, batch []batchResult) {
	elapsed := r.Elapsed()
	all := r.statesOf(s)
	first, last := uint32(math.MaxUint32), uint32(0)
	for i, c := range batch {
		first, last = min(first, all[i].state.Iteration), max(last, c.state.Iteration)
	}
	shortest := make([]uint64, max(first, last)-first) // of each iteration
	for i := range shortest {
		shortest[i] = math.MaxUint64
	}
	for i, c := range batch {
		for j, length := range c.lengths {
			all[i].ants.Add(length)
			r.AddToRecord(s.First+i, int(all[i].state.Iteration)+j+1, length, length)
			at := &shortest[int(all[i].state.Iteration-first)+j]
			*at = min(*at, length)
			if known := &all[i].shortened; r.options.Target > 0 && length < (*known)[len(*known)-1].length {
				*known = append(*known, shortened{all[i].state.Iteration + uint32(j) + 1, length})
			}
		}
		if c.state.BestLength < all[i].state.BestLength {
			if all[i].verified == nil {
				before := all[i]
				all[i].verified = &before
			}
			all[i].tour, all[i].found = slices.Clone(c.tour), elapsed
		}
		for _, row := range c.rows {
			r.addRow(s.First+i, row, all[i].state, c)
		}
		all[i].state = c.state
	}
	for i, length := range shortest {
		r.antsBest = min(r.antsBest, length)
		if length < r.BestLength() {
			r.RecordImprovement(
				engine.Improvement{Iteration: int(first) + i + 1, Elapsed: elapsed, Length: int64(length)},
			)
		}
	}
}

// Verify implements engine.Algorithm. It verifies new best tours. A wrong tour drops the device,
// and the colony returns to its last verified tour.
func (r *run) Verify() {
	for _, s := range r.Sites() {
		all := r.statesOf(s)
		for i := range all {
			c := &all[i]
			if c.verified == nil {
				continue
			}
			if err := r.verify(s.First+i, c.tour, c.state.BestLength); err != nil {
				r.Fail(s, err)
				*c, r.antsBest = *c.verified, r.verifiedAnts
				continue
			}
			c.verified = nil
			r.OfferTour(engineTour(c.tour, c.state.BestLength))
		}
	}
	r.verifiedAnts = r.antsBest
	r.DropUnverified()
}

// leader returns the colony with the run's best tour: the shortest tour, then the earliest
// iteration, then the smallest number. If colonies have reached the target, it is the first of
// them to do so.
func (r *run) leader() colonyState {
	best := r.states[0]
	for _, c := range r.states[1:] {
		if leads(c.state, best.state) {
			best = c
		}
	}
	return best
}

// leads reports whether colony a has priority over colony b, which has a smaller number.
func leads(a, b model.State) bool {
	aReached, bReached := a.Stop == model.TargetReached, b.Stop == model.TargetReached
	if aReached != bReached {
		return aReached
	}
	if aReached && a.BestIteration != b.BestIteration {
		return a.BestIteration < b.BestIteration
	}
	if a.BestLength != b.BestLength {
		return a.BestLength < b.BestLength
	}
	return a.BestIteration < b.BestIteration
}

// targetAt returns the first iteration at which a colony reached the target, 0 if none has.
func (r *run) targetAt() int {
	if best := r.leader().state; best.Stop == model.TargetReached {
		return int(best.BestIteration)
	}
	return 0
}

// iterations returns the number of iterations of the run: the most of any colony, but at most the
// iteration that reached the target.
func (r *run) iterations() int {
	if reached := r.targetAt(); reached > 0 {
		return reached
	}
	iterations := 0
	for _, c := range r.states {
		iterations = max(iterations, int(c.state.Iteration))
	}
	return iterations
}

// setFinalTour makes the leader's tour the tour of the run and the end of its trace. Neither
// depends on the order of batches. When a colony reaches the target, others continue for a while.
// Shorter tours that they find do not count.
func (r *run) setFinalTour() {
	best := r.leader()
	length := best.state.BestLength
	if r.targetAt() > 0 {
		r.antsBest = length // no ant found a shorter one before
	}
	r.EndTrace(engine.Improvement{Iteration: int(best.state.BestIteration), Elapsed: best.found, Length: int64(length)})
	r.SetTour(engineTour(best.tour, length))
}
