package pipeline

import "time"

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
)

// Cutter cuts iterations into submissions that each take about a budget of device time, as measured so far. A stage that has
// not been measured starts with one unit.
type Cutter struct {
	passes []Pass
	budget time.Duration
	costs  []cost
	next   Slice // where the next submission begins
}

type cost struct {
	perUnit float64 // nanoseconds, of units that are not light
	largest uint32  // units of the largest slice measured, light ones left out
	probing bool    // a slice that is to be measured before more of the stage is submitted is on its way
}

// NewCutter starts before the first pass of an iteration.
func NewCutter(passes []Pass, budget time.Duration) *Cutter {
	return &Cutter{passes: passes, budget: budget, costs: make([]cost, len(passes))}
}

// MaxInFlight returns how many iterations can be complete on the device that the host has not read of.
func MaxInFlight(passes []Pass) int {
	least := 0 // slices of an iteration
	for pass := 0; pass < len(passes); pass = After(passes, pass) {
		least++
	}
	return inFlight * (maxSlices/least + 1)
}

// Budget is the device time of a submission.
func (c *Cutter) Budget() time.Duration { return c.budget }

// Cut returns the next submission and how many iterations it completes, at most the given number of them. It takes the
// budget or the time that is left, whichever is less; but one unit where even that exceeds the budget. It is nothing where
// one unit exceeds the time left, or where an earlier submission has to be measured first.
func (c *Cutter) Cut(iterations int, within time.Duration) (submission []Slice, completed int) {
	left := min(aim*float64(c.budget), float64(within))
	if within < c.budget && c.costs[c.next.Pass].perUnit > float64(within) || within <= 0 {
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
		left -= c.costs[slice.Pass].perUnit * float64(c.heavy(slice))
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
func (c *Cutter) affordable(left float64, first bool) (units uint32, certain bool) {
	cost, pass := c.costs[c.next.Pass], &c.passes[c.next.Pass]
	remaining := pass.Units - c.next.First
	light := uint32(0)
	if c.next.First < pass.Light {
		light = min(remaining, pass.Light-c.next.First)
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
	if fit := float64(light) + left/max(cost.perUnit, 1e-3); fit < float64(units) {
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
func (c *Cutter) advance(units uint32) bool {
	c.next.First += units
	if c.next.First < c.passes[c.next.Pass].Units {
		return false
	}
	c.next = Slice{Pass: After(c.passes, c.next.Pass) % len(c.passes)}
	return c.next.Pass == 0
}

// heavy returns how many of a slice's units are not light.
func (c *Cutter) heavy(s Slice) uint32 {
	light := c.passes[s.Pass].Light
	if s.First >= light {
		return s.Count
	}
	return s.Count - min(s.Count, light-s.First)
}

// Measured learns what the slices of a submission took.
func (c *Cutter) Measured(submission []Slice, took []time.Duration) {
	for i, s := range submission {
		cost := &c.costs[s.Pass]
		cost.probing = false
		heavy := c.heavy(s)
		if heavy == 0 {
			continue
		}
		perUnit := float64(took[i]) / float64(heavy)
		if cost.largest == 0 || perUnit > cost.perUnit {
			cost.perUnit = perUnit
		} else {
			cost.perUnit += forget * (perUnit - cost.perUnit)
		}
		cost.largest = max(cost.largest, heavy)
	}
}

// Estimate returns the device time of a submission as measured so far.
func (c *Cutter) Estimate(submission []Slice) time.Duration {
	var total float64
	for _, s := range submission {
		total += c.costs[s.Pass].perUnit * float64(c.heavy(s))
	}
	return time.Duration(total)
}
