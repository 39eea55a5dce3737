package merged

import (
	"math"
	"time"

	"github.com/aco-vk/aco-vk/aco/engine"
)

const (
	// sixteenths is the denominator of parts below.
	sixteenths = 16
	// again is the initial temperature of every cycle but the first, in sixteenths.
	again = 8
	// firstCycle is the length of the first round of a run without a limit, in sweeps over all cities; firstCycleTime the same by the clock.
	firstCycle     = 25
	firstCycleTime = time.Second
)

// The rounds of several colonies with a limit. Long rounds find shorter tours, but short ones are recombined more often, which soon helps
// more.
var (
	firstStage = stage{looks: 150, parts: 2, heat: 16}
	laterStage = stage{looks: 60, parts: 3, heat: 8}
)

// stage is a kind of round.
type stage struct {
	looks int64 // at every city in such a round, or more
	parts int64 // if 1/parts of the remaining time is longer
	heat  int64 // initial temperature, in sixteenths of the plan's
}

// leastLooks is the least number of looks at every city in a round.
const leastLooks = 5

// start starts a round.
func (p *plan) start(now engine.Pace, at int64) {
	p.Begun, p.Over, p.Parts = at, false, parts
	if p.limit == 0 || p.open {
		p.startCycle()
	} else {
		p.startStage(now)
	}
	p.Round++
}

// startCycle starts a round that is twice as long as the previous one. It lasts to the limit if the rest would be shorter than the next.
func (p *plan) startCycle() {
	part := int64(sixteenths)
	if p.Round > 0 {
		part = again
	}
	p.Heat = scaled(p.kicks.Temperature, part, sixteenths)
	p.Ends = p.Begun + p.Cycle
	if p.limit > 0 && p.limit-p.Ends < 2*p.Cycle {
		p.Ends = p.limit
	}
	if p.Cycle < math.MaxInt64/4 {
		p.Cycle *= 2
	}
}

// startStage starts a round of a run with a known end. It takes at most half of the remaining time, unless that is too short for two rounds.
func (p *plan) startStage(now engine.Pace) {
	p.Heat, p.Ends = p.kicks.Temperature, p.limit
	if p.alone {
		return
	}
	s := firstStage
	if p.Round > 0 {
		s = laterStage
	}
	p.Heat = scaled(p.kicks.Temperature, s.heat, sixteenths)
	look, left := p.look*p.iteration(now), p.limit-p.Begun
	if long := min(max(s.looks*look, left/s.parts), left/2); long >= leastLooks*look {
		p.Ends = p.Begun + long
	}
	if p.Round > 0 {
		p.Parts = fewParts
	}
}

// scaled returns value·part/whole, rounded down. part is at most whole.
func scaled(value uint32, part, whole int64) uint32 {
	for whole > math.MaxInt32 {
		part, whole = part>>1, whole>>1
	}
	return uint32(uint64(value) * uint64(part) / uint64(whole))
}
