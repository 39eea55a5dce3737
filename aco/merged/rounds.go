package merged

import (
	"math"
	"time"

	"github.com/aco-vk/aco-vk/aco/engine"
)

const (
	// sixteenths is the denominator of the temperatures below, which are fractions of the first
	// round's.
	sixteenths = 16
	// laterTemperature is the initial temperature of every doubling round but the first, in
	// sixteenths.
	laterTemperature = 8
	// firstRoundSweeps is the duration of the first doubling round in sweeps over all cities;
	// firstRoundTime the same by the clock.
	firstRoundSweeps = 25
	firstRoundTime   = time.Second
)

// The rounds of several colonies with a limit. A long round finds shorter tours, but after short
// rounds the tours are recombined more often, which soon helps more.
var (
	firstRound = roundKind{minSweeps: 150, divisor: 2, temperature: 16}
	laterRound = roundKind{minSweeps: 60, divisor: 3, temperature: 8}
)

// roundKind determines the duration and the temperature of a round. The round takes minSweeps
// sweeps or 1/divisor of the remaining time, whichever is longer.
type roundKind struct {
	minSweeps   int64
	divisor     int64
	temperature int64 // initial temperature, in sixteenths
}

// minRoundSweeps is the least number of sweeps in a round.
const minRoundSweeps = 5

// The colonies of a population resemble each other more after each exchange. When staleRounds
// exchanges in a row have found no shorter tour, and at least minEpochRounds since the last
// renewal, all but the first start anew.
const (
	minEpochRounds = 4
	staleRounds    = 2
	// The first round of an epoch of a run with a limit takes at most epochSweeps or, so that long
	// runs have few rounds, the part 1/epochDivisor of the remaining time. Later rounds take at
	// most a third of that. Colonies start anew if there is time for epochSweeps. With 300 to 1200
	// sweeps errors were nearly the same; with 200 annealing became too short.
	epochSweeps, epochDivisor, laterDivisor = 600, 8, 3
)

// exchanged records whether an exchange has found a shorter tour.
func (p *plan) exchanged(shorter bool) {
	p.StaleRounds++
	if shorter {
		p.StaleRounds = 0
	}
}

// startRound starts a round. It reports whether the colonies but the first start anew.
func (p *plan) startRound(now engine.Pace, at int64) (renew bool) {
	p.RoundStart, p.RoundDone, p.RoundSteps = at, false, stepsPerRound
	left := int64(math.MaxInt64)
	if p.limit > 0 {
		left = p.limit - at
	}
	stale := p.EpochRound >= minEpochRounds && p.StaleRounds >= staleRounds
	renew = p.population && stale && left >= epochSweeps*p.sweep*p.iteration(now)
	if renew {
		p.EpochRound, p.StaleRounds = 0, 0
	}
	p.EpochRound++
	if p.limit == 0 || p.defaultLimit {
		p.startDoubling()
	} else {
		p.startLimited(now)
	}
	p.Round++
	return renew
}

// startDoubling starts a round that is twice as long as the previous one. It lasts to the limit if
// the rest would be shorter than the next.
func (p *plan) startDoubling() {
	temperature := int64(sixteenths)
	if p.EpochRound > 1 {
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

// firstOpenSweeps bounds the first round of a population whose limit is a default, so that a fast
// device does not spend a second on a few hundred cities.
const firstOpenSweeps = 150

// shortenFirst ends the first round of such a run after firstOpenSweeps, once the time of an iteration
// is known.
func (p *plan) shortenFirst(now engine.Pace, at int64) {
	if !p.byClock || !p.defaultLimit || !p.population || p.Round != 1 || !now.Warm {
		return
	}
	if end := max(at, p.RoundStart+firstOpenSweeps*p.sweep*p.iteration(now)); end < p.RoundEnd {
		p.RoundEnd, p.NextRoundTicks = end, 2*(end-p.RoundStart)
	}
}

// startLimited starts a round of a run with a limit. It takes at most half of the remaining time,
// unless that is too short for two rounds.
func (p *plan) startLimited(now engine.Pace) {
	p.StartTemperature, p.RoundEnd = p.initial.Temperature, p.limit
	if p.oneTour {
		return
	}
	sweep, left := p.sweep*p.iteration(now), p.limit-p.RoundStart
	kind, most := firstRound, max(epochSweeps*sweep, left/epochDivisor)
	if p.EpochRound > 1 {
		kind, most = laterRound, most/laterDivisor
	}
	p.StartTemperature = scaled(p.initial.Temperature, kind.temperature, sixteenths)
	ticks := min(max(kind.minSweeps*sweep, left/kind.divisor), left/2)
	if p.population {
		ticks = min(ticks, most)
	}
	// Devices wait during a recombination, so no round takes less time.
	ticks = max(ticks, p.recombining)
	least := max(minRoundSweeps*sweep, p.recombining)
	another := p.recombining == 0 || left-ticks-p.recombining >= least
	if ticks >= least && another {
		p.RoundEnd = p.RoundStart + ticks
	}
	if p.EpochRound > 1 {
		p.RoundSteps = stepsPerShortRound
	}
}

// scaled returns value·part/whole, rounded down. part is at most whole.
func scaled(value uint32, part, whole int64) uint32 {
	for whole > math.MaxInt32 {
		part, whole = part>>1, whole>>1
	}
	return uint32(uint64(value) * uint64(part) / uint64(whole))
}
