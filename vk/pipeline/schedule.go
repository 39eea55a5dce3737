package pipeline

import (
	"math/bits"
	"slices"
	"time"
)

const (
	// maxSlices bounds a submission. A slice takes a microsecond or more, so that many of them
	// hide the cost of a submission.
	maxSlices = 512
	// maxGrowth bounds the next slice of a stage, as a multiple of the largest measured one. A
	// unit costs nearly the same in slices of any size; this bounds the error when it does not.
	maxGrowth = 16
	// smoothing is the weight of a measurement below the estimate. One above it replaces the
	// estimate.
	smoothing = 0.25
	// targetFill is the part of the budget that a submission is filled to. The rest allows for
	// variation of the same work.
	targetFill = 0.75
	// minUnitCost, in nanoseconds, distinguishes a unit that cost nothing from one that was not
	// measured.
	minUnitCost = 1e-3
)

// Scheduler divides iterations into submissions of about a budget of device time, as measured so
// far. A pass that was not measured starts with one unit. For a pass whose cost decreases, it
// learns the cost of a unit by its position in the pass.
type Scheduler struct {
	passes []Pass   // Units is the end of the units to run
	starts []uint32 // by pass: the first unit to run
	budget time.Duration
	costs  []cost // by pass
	next   Slice  // where the next submission begins
	// iterations completed before the one of next
	completed int
}

// cost is what was measured of a pass. Cheap units do not count.
type cost struct {
	perUnit         []float64 // nanoseconds, by costIndex; 0: not measured
	largestMeasured uint32    // units of the largest slice measured
	measuring       bool      // a slice was submitted that must be measured before more of the pass is submitted
}

// NewScheduler returns a scheduler that begins with an iteration.
func NewScheduler(passes []Pass, budget time.Duration) *Scheduler {
	sc := &Scheduler{passes: slices.Clone(passes), starts: make([]uint32, len(passes)), budget: budget,
		costs: make([]cost, len(passes))}
	for i := range passes {
		sc.costs[i].perUnit = make([]float64, 1+sc.costIndex(Slice{i, passes[i].Units, 0}))
	}
	return sc
}

// costIndex returns the index in cost.perUnit of a slice, by its first unit. If the cost decreases
// there are eight indices from each power of two to the next, otherwise one.
func (sc *Scheduler) costIndex(s Slice) int {
	if !sc.passes[s.Pass].CostDecreases {
		return 0
	}
	const indexBits = 3
	shift := max(0, bits.Len32(s.First)-indexBits-1)
	return shift<<indexBits + int(s.First>>shift)
}

// unitCost returns the cost of a unit where a slice begins, or at the last measured index before
// it, which is an upper bound as the cost decreases.
func (sc *Scheduler) unitCost(s Slice) float64 {
	costs := sc.costs[s.Pass].perUnit
	i := sc.costIndex(s)
	for i > 0 && costs[i] == 0 {
		i--
	}
	return costs[i]
}

// MaxIterationsInFlight returns how many iterations the device can have completed before the host
// reads the first of them.
func MaxIterationsInFlight(passes []Pass) int {
	minSlices := 0 // of an iteration
	for pass := 0; pass < len(passes); pass = LoopEnd(passes, pass) {
		if passes[pass].Every <= 1 {
			minSlices++
		}
	}
	return maxInFlight * (maxSlices/minSlices + 1)
}

// SetUnits limits a pass to a range of its units, which may be empty, from the next submission on.
// The submission may not begin within the pass. The first pass of a recording, and passes of
// loops, always have all their units.
func (sc *Scheduler) SetUnits(pass int, first, count uint32) {
	sc.starts[pass], sc.passes[pass].Units = first, first+count
}

// SetCompleted sets the number of iterations before the next submission, which begins with one.
// Passes that are not in every iteration depend on it.
func (sc *Scheduler) SetCompleted(iterations int) { sc.completed = iterations }

// StartIteration makes the next submission begin with an iteration. What is left of a partly
// submitted iteration is skipped.
func (sc *Scheduler) StartIteration() { sc.next = Slice{} }

// MidIteration reports whether the last submission ends within an iteration.
func (sc *Scheduler) MidIteration() bool { return sc.next != Slice{} }

// StartAfter makes the next submission begin with the pass after a stage, or with an iteration if
// that stage is the last.
func (sc *Scheduler) StartAfter(stage string) {
	for pass := 0; pass < len(sc.passes); pass = LoopEnd(sc.passes, pass) {
		if sc.passes[pass].Stage == stage {
			sc.enter(LoopEnd(sc.passes, pass))
		}
	}
}

// enter makes the next submission begin with a pass, or with the next one that has units. It
// reports whether that ends the iteration.
func (sc *Scheduler) enter(pass int) (ended bool) {
	for pass < len(sc.passes) && (sc.starts[pass] == sc.passes[pass].Units || !sc.due(pass)) {
		pass = LoopEnd(sc.passes, pass)
	}
	if pass == len(sc.passes) {
		sc.StartIteration()
		return true
	}
	sc.next = Slice{Pass: pass, First: sc.starts[pass]}
	return false
}

// due reports whether a pass is in the current iteration.
func (sc *Scheduler) due(pass int) bool {
	every := int(sc.passes[pass].Every)
	return every <= 1 || (sc.completed+1)%every == 0
}

// Budget returns the device time that submissions are planned for.
func (sc *Scheduler) Budget() time.Duration { return sc.budget }

// Next returns the next submission and how many iterations it completes, at most iterations. It is
// planned to take no longer than the budget and within; a submission of one unit may exceed the
// budget. It is empty if one unit exceeds within, or if an earlier submission has to be measured
// first. A submission that completes an iteration ends there, so that the host reads the state
// between two iterations.
func (sc *Scheduler) Next(iterations int, within time.Duration) (submission []Slice, completed int) {
	left := min(targetFill*float64(sc.budget), float64(within))
	if within < sc.budget && sc.unitCost(sc.next) > float64(within) || within <= 0 {
		return nil, 0
	}
	whole := 0 // slices up to the end of the last complete iteration
	var unmeasured Slice
	for len(submission) < maxSlices && completed < iterations {
		if sc.costs[sc.next.Pass].measuring {
			break
		}
		units, measured := sc.affordable(left, len(submission) == 0)
		if units == 0 {
			break
		}
		slice := Slice{sc.next.Pass, sc.next.First, units}
		submission = append(submission, slice)
		left -= sc.unitCost(slice) * float64(sc.fullCostUnits(slice))
		if sc.advance(units) {
			completed++
			whole = len(submission)
		}
		if !measured {
			unmeasured = slice
			break
		}
	}
	if completed > 0 && whole < len(submission) {
		sc.StartIteration()
		return submission[:whole], completed
	}
	if unmeasured.Count > 0 {
		sc.costs[unmeasured.Pass].measuring = true
	}
	return submission, completed
}

// affordable returns how many of the remaining units of the next pass fit into left nanoseconds. If
// first, the submission is empty so far, and at least one unit fits. If not measured, the pass must be
// measured before more of it is submitted.
func (sc *Scheduler) affordable(left float64, first bool) (units uint32, measured bool) {
	cost, pass := sc.costs[sc.next.Pass], &sc.passes[sc.next.Pass]
	remaining := pass.Units - sc.next.First
	cheap := uint32(0)
	if sc.next.First < pass.CheapUnits {
		cheap = min(remaining, pass.CheapUnits-sc.next.First)
	}
	units = remaining
	if pass.MaxUnits > 0 {
		units = min(units, pass.MaxUnits)
	}
	if cost.largestMeasured == 0 {
		if left <= 0 && !first {
			return 0, false
		}
		return min(units, cheap+1), false
	}
	if fit := float64(cheap) + left/max(sc.unitCost(sc.next), minUnitCost); fit < float64(units) {
		units = uint32(max(0, fit))
	}
	if units == 0 && first {
		units = 1
	}
	if limit := uint64(cheap) + maxGrowth*uint64(cost.largestMeasured); uint64(units) > limit {
		return uint32(limit), false
	}
	return units, true
}

// advance moves past units of the current pass and reports whether that completes an iteration.
func (sc *Scheduler) advance(units uint32) bool {
	sc.next.First += units
	if sc.next.First < sc.passes[sc.next.Pass].Units {
		return false
	}
	if !sc.enter(LoopEnd(sc.passes, sc.next.Pass)) {
		return false
	}
	sc.completed++
	return true
}

// fullCostUnits returns how many units of a slice are not cheap.
func (sc *Scheduler) fullCostUnits(s Slice) uint32 {
	cheap := sc.passes[s.Pass].CheapUnits
	if s.First >= cheap {
		return s.Count
	}
	return s.Count - min(s.Count, cheap-s.First)
}

// Observe learns from the measured durations of a submission's slices.
func (sc *Scheduler) Observe(submission []Slice, durations []time.Duration) {
	for i, s := range submission {
		cost := &sc.costs[s.Pass]
		cost.measuring = false
		units := sc.fullCostUnits(s)
		if units == 0 {
			continue
		}
		measured, estimate := max(float64(durations[i])/float64(units), minUnitCost), &cost.perUnit[sc.costIndex(s)]
		if measured > *estimate {
			*estimate = measured
		} else {
			*estimate += smoothing * (measured - *estimate)
		}
		cost.largestMeasured = max(cost.largestMeasured, units)
	}
}

// Estimate returns the device time of a submission as measured so far.
func (sc *Scheduler) Estimate(submission []Slice) time.Duration {
	var total float64
	for _, s := range submission {
		total += sc.unitCost(s) * float64(sc.fullCostUnits(s))
	}
	return time.Duration(total)
}
