package merged

import (
	"math"
	"time"

	"github.com/aco-vk/aco-vk/aco/engine"
)

const (
	// sixteenths is the denominator of the temperatures below, which are fractions of the first round's.
	sixteenths = 16
	// laterTemperature is the initial temperature of every doubling round but the first, in sixteenths.
	laterTemperature = 8
	// firstRoundSweeps is the duration of the first doubling round in sweeps over all cities; firstRoundTime the same by the clock.
	firstRoundSweeps = 25
	firstRoundTime   = time.Second
)

// The rounds of several colonies with a limit. A long round finds shorter tours, but after short rounds the tours are recombined more often,
// which soon helps more.
var (
	firstRound = roundKind{minSweeps: 150, divisor: 2, temperature: 16}
	laterRound = roundKind{minSweeps: 60, divisor: 3, temperature: 8}
)

// roundKind determines the duration and the temperature of a round. The round takes minSweeps sweeps or 1/divisor of the remaining time,
// whichever is longer.
type roundKind struct {
	minSweeps   int64
	divisor     int64
	temperature int64 // initial temperature, in sixteenths
}

// minRoundSweeps is the least number of sweeps in a round.
const minRoundSweeps = 5

// startRound starts a round.
func (p *plan) startRound(now engine.Pace, at int64) {
	p.RoundStart, p.RoundDone, p.RoundSteps = at, false, roundSteps
	if p.limit == 0 || p.defaultLimit {
		p.startDoubling()
	} else {
		p.startLimited(now)
	}
	p.Round++
}

// startDoubling starts a round that is twice as long as the previous one. It lasts to the limit if the rest would be shorter than the next.
func (p *plan) startDoubling() {
	temperature := int64(sixteenths)
	if p.Round > 0 {
		temperature = laterTemperature
	}
	p.StartTemperature = scaled(p.initial.Temperature, temperature, sixteenths)
	p.RoundEnd = p.RoundStart + p.NextRoundTicks
	if p.limit > 0 && p.limit-p.RoundEnd < 2*p.NextRoundTicks {
		p.RoundEnd = p.limit
	}
	if p.NextRoundTicks < math.MaxInt64/4 {
		p.NextRoundTicks *= 2
	}
}

// startLimited starts a round of a run with a limit. It takes at most half of the remaining time, unless that is too short for two rounds.
func (p *plan) startLimited(now engine.Pace) {
	p.StartTemperature, p.RoundEnd = p.initial.Temperature, p.limit
	if p.oneTour {
		return
	}
	kind := firstRound
	if p.Round > 0 {
		kind = laterRound
	}
	p.StartTemperature = scaled(p.initial.Temperature, kind.temperature, sixteenths)
	sweep, left := p.sweep*p.iteration(now), p.limit-p.RoundStart
	if ticks := min(max(kind.minSweeps*sweep, left/kind.divisor), left/2); ticks >= minRoundSweeps*sweep {
		p.RoundEnd = p.RoundStart + ticks
	}
	if p.Round > 0 {
		p.RoundSteps = shortRoundSteps
	}
}

// scaled returns value·part/whole, rounded down. part is at most whole.
func scaled(value uint32, part, whole int64) uint32 {
	for whole > math.MaxInt32 {
		part, whole = part>>1, whole>>1
	}
	return uint32(uint64(value) * uint64(part) / uint64(whole))
}
