package merged

import (
	"math"
	"time"

	"github.com/aco-vk/aco-vk/aco/engine"
)

const (
	// sixteenths are the unit of what is a part of a whole below.
	sixteenths = 16
	// again is the first temperature of every cycle but the first.
	again = 8
	// firstCycle is the first round of a run without a limit: iterations for each that it takes to look at every city, or time.
	firstCycle     = 25
	firstCycleTime = time.Second
)

// What several colonies make within a limit: long rounds find shorter tours, and many of them are recombined more often, which soon
// helps more.
var (
	firstStage = stage{looks: 150, parts: 2, heat: 16}
	laterStage = stage{looks: 60, parts: 3, heat: 8}
)

// stage is a kind of rounds.
type stage struct {
	looks int64 // at every city in such a round; or more,
	parts int64 // so that it takes such a part of what is left
	heat  int64 // its first temperature, as a part of the plan's
}

// leastLooks is fewer looks than are worth a round of their own.
const leastLooks = 5

// start begins a round.
func (p *plan) start(now engine.Pace, at int64) {
	p.Begun, p.Over, p.Parts = at, false, parts
	if p.limit == 0 || p.open {
		p.startCycle()
	} else {
		p.startStage(now)
	}
	p.Round++
}

// startCycle begins a round that is twice as long as the one before, or all that is left where that would be less than the next.
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

// startStage begins a round of a run whose end is known: at the most a half of what is left, so that there are several, unless that is
// too little for two.
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

// scaled returns value·part/whole, cut off. part is at most whole.
func scaled(value uint32, part, whole int64) uint32 {
	for whole > math.MaxInt32 {
		part, whole = part>>1, whole>>1
	}
	return uint32(uint64(value) * uint64(part) / uint64(whole))
}
