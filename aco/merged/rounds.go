package merged

import (
	"math"
	"time"
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

// stage is a round's part of the time between the descent and the limit, and its first temperature as a part of the plan's.
type stage struct{ time, heat int64 }

var (
	// together are the rounds of several colonies: recombining their tours leaves shorter and shorter ones less to do.
	together = []stage{{8, 16}, {4, 8}, {2, 6}, {2, 4}}
	single   = []stage{{16, 16}}
)

// start begins a round.
func (p *plan) start(at int64) {
	if p.round == 0 {
		p.base = at
	}
	p.begun, p.over = at, false
	if p.limit == 0 || p.open {
		p.startCycle()
	} else {
		p.startStage()
	}
	p.round++
}

// startCycle begins a round that is twice as long as the one before, or all that is left where that would be less than the next.
func (p *plan) startCycle() {
	part := int64(sixteenths)
	if p.round > 0 {
		part = again
	}
	p.heat = scaled(p.kicks.Temperature, part, sixteenths)
	p.ends = p.begun + p.cycle
	if p.limit > 0 && p.limit-p.ends < 2*p.cycle {
		p.ends = p.limit
	}
	if p.cycle < math.MaxInt64/4 {
		p.cycle *= 2
	}
}

// startStage begins a round of a run whose end is known.
func (p *plan) startStage() {
	stages := together
	if p.alone {
		stages = single
	}
	current := min(p.round, len(stages)-1)
	p.heat = scaled(p.kicks.Temperature, stages[current].heat, sixteenths)
	if current == len(stages)-1 {
		p.ends = p.limit
		return
	}
	time := int64(0)
	for _, s := range stages[:current+1] {
		time += s.time
	}
	p.ends = max(p.begun+1, p.base+(p.limit-p.base)/sixteenths*time)
}

// scaled returns value·part/whole, cut off. part is at most whole.
func scaled(value uint32, part, whole int64) uint32 {
	for whole > math.MaxInt32 {
		part, whole = part>>1, whole>>1
	}
	return uint32(uint64(value) * uint64(part) / uint64(whole))
}
