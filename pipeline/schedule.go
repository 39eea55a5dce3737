package pipeline

import (
	"math/bits"
	"time"
)

const (
	// maxSlices bounds a submission: with a microsecond or two of a slice at the least, more of them hide nothing.
	maxSlices = 512
	// growth is how many times larger than the largest measured slice of a stage the next one may be. The cost of a
	// unit is nearly the same in slices of any size; this bounds the error when it is not.
	growth = 16
	// forget is the weight of a new measurement that is below the estimate. One above it counts at once.
	forget = 0.25
	// aim is the part of the budget that a submission is filled to: the rest is for what the same work differs by from time
	// to time.
	aim = 0.75
	// leastCost in nanoseconds tells a unit that cost nothing from one that was not measured.
	leastCost = 1e-3
)

// Scheduler cuts iterations into submissions that each take about a budget of device time, as measured so far. A stage that has
// not been measured starts with one unit. Of a pass that fades it learns by the place in the pass what units cost.
type Scheduler struct {
	passes []Pass
	budget time.Duration
	costs  []cost
	next   Slice // where the next submission begins
}

type cost struct {
	perUnit []float64 // nanoseconds by place, of units that are not light; 0: not measured. One place unless the pass fades
	largest uint32    // units of the largest slice measured, light ones left out
	probing bool      // a slice that is to be measured before more of the stage is submitted is on its way
}

// NewScheduler starts before the first pass of an iteration.
func NewScheduler(passes []Pass, budget time.Duration) *Scheduler {
	c := &Scheduler{passes: passes, budget: budget, costs: make([]cost, len(passes))}
	for i := range passes {
		c.costs[i].perUnit = make([]float64, 1+c.place(Slice{i, passes[i].Units, 0}))
	}
	return c
}

// place is where in its pass a slice begins, as far as that tells its cost: eight places from each power of two to the next, so
// that all of one are at about the same part of the way.
func (c *Scheduler) place(s Slice) int {
	if !c.passes[s.Pass].CostDecreases {
		return 0
	}
	const eight = 3 // bits
	beyond := max(0, bits.Len32(s.First)-eight-1)
	return beyond<<eight + int(s.First>>beyond)
}

// unit returns what a unit costs where a slice begins, or else at the last place before it that was measured: a pass that fades has
// become no dearer since.
func (c *Scheduler) unit(s Slice) float64 {
	costs := c.costs[s.Pass].perUnit
	at := c.place(s)
	for at > 0 && costs[at] == 0 {
		at--
	}
	return costs[at]
}

// MaxIterationsInFlight returns how many iterations can be complete on the device that the host has not read of.
func MaxIterationsInFlight(passes []Pass) int {
	least := 0 // slices of an iteration
	for pass := 0; pass < len(passes); pass = LoopEnd(passes, pass) {
		least++
	}
	return inFlight * (maxSlices/least + 1)
}

// StartIteration has the next submission begin with an iteration, whatever is left of the one that the last ended in.
func (c *Scheduler) StartIteration() { c.next = Slice{} }

// MidIteration reports whether the last submission ends within an iteration.
func (c *Scheduler) MidIteration() bool { return c.next != Slice{} }

// StartAfter has the next submission begin with what follows a stage. Where nothing does, it begins with an iteration.
func (c *Scheduler) StartAfter(stage string) {
	for pass := 0; pass < len(c.passes); pass = LoopEnd(c.passes, pass) {
		if c.passes[pass].Stage == stage {
			c.next = Slice{Pass: LoopEnd(c.passes, pass) % len(c.passes)}
		}
	}
}

// Budget is the device time of a submission.
func (c *Scheduler) Budget() time.Duration { return c.budget }

// Next returns the next submission and how many iterations it completes, at most the given number of them. It takes the
// budget or the time that is left, whichever is less; but one unit where even that exceeds the budget. It is nothing where
// one unit exceeds the time left, or where an earlier submission has to be measured first.
func (c *Scheduler) Next(iterations int, within time.Duration) (submission []Slice, completed int) {
	left := min(aim*float64(c.budget), float64(within))
	if within < c.budget && c.unit(c.next) > float64(within) || within <= 0 {
		return nil, 0
	}
	for len(submission) < maxSlices && completed < iterations {
		if c.costs[c.next.Pass].probing {
			break
		}
		units, certain := c.affordable(left, len(submission) == 0)
		if units == 0 {
			break
		}
		slice := Slice{c.next.Pass, c.next.First, units}
		submission = append(submission, slice)
		left -= c.unit(slice) * float64(c.heavy(slice))
		if c.advance(units) {
			completed++
		}
		if !certain {
			c.costs[slice.Pass].probing = true
			break
		}
	}
	return submission, completed
}

// affordable returns how many of the next pass's remaining units fit; certain is false when the stage is to be measured
// before more of it is submitted.
func (c *Scheduler) affordable(left float64, first bool) (units uint32, certain bool) {
	cost, pass := c.costs[c.next.Pass], &c.passes[c.next.Pass]
	remaining := pass.Units - c.next.First
	light := uint32(0)
	if c.next.First < pass.CheapUnits {
		light = min(remaining, pass.CheapUnits-c.next.First)
	}
	units = remaining
	if pass.MaxUnits > 0 {
		units = min(units, pass.MaxUnits)
	}
	if cost.largest == 0 {
		if left <= 0 && !first {
			return 0, false // what is there takes the budget already
		}
		return min(units, light+1), false
	}
	if fit := float64(light) + left/max(c.unit(c.next), leastCost); fit < float64(units) {
		units = uint32(max(0, fit))
	}
	if units == 0 && first {
		units = 1
	}
	if limit := uint64(light) + growth*uint64(cost.largest); uint64(units) > limit {
		return uint32(limit), false
	}
	return units, true
}

// advance moves past units of the current pass and reports whether that ended an iteration.
func (c *Scheduler) advance(units uint32) bool {
	c.next.First += units
	if c.next.First < c.passes[c.next.Pass].Units {
		return false
	}
	c.next = Slice{Pass: LoopEnd(c.passes, c.next.Pass) % len(c.passes)}
	return c.next.Pass == 0
}

// heavy returns how many of a slice's units are not light.
func (c *Scheduler) heavy(s Slice) uint32 {
	light := c.passes[s.Pass].CheapUnits
	if s.First >= light {
		return s.Count
	}
	return s.Count - min(s.Count, light-s.First)
}

// Observe learns what the slices of a submission took.
func (c *Scheduler) Observe(submission []Slice, took []time.Duration) {
	for i, s := range submission {
		cost := &c.costs[s.Pass]
		cost.probing = false
		heavy := c.heavy(s)
		if heavy == 0 {
			continue
		}
		perUnit, known := max(float64(took[i])/float64(heavy), leastCost), &cost.perUnit[c.place(s)]
		if perUnit > *known {
			*known = perUnit
		} else {
			*known += forget * (perUnit - *known)
		}
		cost.largest = max(cost.largest, heavy)
	}
}

// Estimate returns the device time of a submission as measured so far.
func (c *Scheduler) Estimate(submission []Slice) time.Duration {
	var total float64
	for _, s := range submission {
		total += c.unit(s) * float64(c.heavy(s))
	}
	return time.Duration(total)
}
