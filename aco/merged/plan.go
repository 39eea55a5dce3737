package merged

import (
	"math"
	"time"

	"github.com/aco-vk/aco-vk/aco/engine"
	"github.com/aco-vk/aco-vk/aco/merged/model"
)

// plan makes the steps of a run: a descent without kicks, then rounds of annealing. In each round
// the temperature falls linearly to 0. Time is in ticks: nanoseconds if the clock ends the run,
// else iterations. So the steps of a run without a clock depend only on its parameters.
type plan struct {
	byClock bool
	limit   int64 // ticks from the start of the run; 0: none
	// defaultLimit: the limit is a default, and the run should find good tours long before it.
	defaultLimit bool
	oneTour      bool           // there is one tour, and no recombination
	population   bool           // the colonies have different tours, and can be renewed
	renewed      bool           // the colonies have already started anew for the next step
	sweep        int64          // iterations in which ants search from every city once
	initial      model.Settings // settings at the beginning of the first round
	recombining  int64          // ticks of the last recombination by the clock; 0: none yet
	planState
}

// planState is the progress of a plan. Checkpoints contain it.
type planState struct {
	DescentLeft int `json:"descent"` // iterations
	// Round is the number of the current round, from 1; 0 during the descent.
	Round            int    `json:"round"`
	RoundDone        bool   `json:"over"`  // next has returned the last step of the round
	RoundStart       int64  `json:"begun"` // in ticks
	RoundEnd         int64  `json:"ends"`  // in ticks
	RoundSteps       int64  `json:"parts"`
	StartTemperature uint32 `json:"heat"`  // of the round
	NextRoundTicks   int64  `json:"cycle"` // duration of the next doubling round
	// EpochRound: number of the current round since the colonies started anew, from 1.
	EpochRound int `json:"epoch_round,omitempty"`
	// StaleRounds counts exchanges in a row that found no shorter tour.
	StaleRounds int `json:"stale_rounds,omitempty"`
}

const (
	descentSweeps = 3 // how often the descent searches from every city
	// Each step of a round has one temperature. Short rounds have fewer steps, because there are
	// many of them.
	stepsPerRound, stepsPerShortRound = 100, 25
	// minStep is long enough to hide the time to record a submission.
	minStep = 5 * time.Millisecond
)

// newPlan returns a plan for a prepared model.
func newPlan(m *model.Model, o Options) *plan {
	iterations := sweepOf(m)
	p := &plan{
		byClock: o.Iterations == 0 && o.TimeLimit > 0, defaultLimit: o.rulesAreDefault,
		oneTour: m.Parameters.Colonies == 1, population: m.IsPopulation(),
		sweep: int64(iterations), initial: m.Kicks(),
		planState: planState{
			RoundDone: true, DescentLeft: descentSweeps * iterations,
			NextRoundTicks: int64(firstRoundSweeps * iterations),
		},
	}
	switch {
	case p.byClock:
		p.limit, p.NextRoundTicks = int64(o.TimeLimit), int64(firstRoundTime)
	default:
		p.limit = int64(o.Iterations)
	}
	return p
}

// sweepOf returns the number of iterations in which ants search from every city once.
func sweepOf(m *model.Model) int { return (m.Cities + m.Ants - 1) / m.Ants }

// next returns the next step, if the limit leaves time for one.
func (p *plan) next(now engine.Pace) (Step, bool) {
	at := p.ticks(now)
	left := int64(math.MaxInt64)
	if p.limit > 0 {
		left = p.limit - at
	}
	if left < p.iteration(now) || !p.more() && !p.byClock {
		return Step{}, false
	}
	if p.DescentLeft > 0 {
		step := Step{
			Iterations: min(p.DescentLeft, p.iterationsIn(now, min(left, p.maxDescentTicks(left)))),
			Settings:   p.initial,
		}
		step.Kick, step.Temperature = 0, 0
		p.DescentLeft -= step.Iterations
		return step, true
	}
	if !p.more() {
		return p.rest(now, left), true
	}
	renew := p.renewed
	p.renewed = false
	if p.RoundDone {
		renew = p.startRound(now, at) || renew
	}
	step := p.anneal(now, at)
	step.Renew = renew
	return step, true
}

// more reports whether a round is left. With a time limit the rest of the time follows, if there is
// some.
func (p *plan) more() bool { return !p.RoundDone || p.Round == 0 || p.RoundEnd != p.limit }

// anneal returns the next step of the round, with the temperature that the round has at the end of
// the step.
func (p *plan) anneal(now engine.Pace, at int64) Step {
	p.shortenFirst(now, at)
	ticks := max(1, (p.RoundEnd-p.RoundStart+p.RoundSteps-1)/p.RoundSteps)
	if p.byClock {
		ticks = max(ticks, int64(minStep), p.iteration(now))
	}
	until := at + ticks
	if p.RoundEnd-until < ticks/2 { // leave no short step
		until = max(at, p.RoundEnd) // a slow step may have passed the end
		p.RoundDone = true
	}
	step := Step{Iterations: p.iterationsIn(now, until-at), Settings: p.initial}
	step.Exchange = p.RoundDone
	step.Temperature = scaled(
		p.StartTemperature, min(max(0, p.RoundEnd-until), p.RoundEnd-p.RoundStart), p.RoundEnd-p.RoundStart,
	)
	return step
}

// omitRound ends the rounds of a population by the clock if the time left is too short for another
// round and its recombination. It reports whether that changes the next step.
func (p *plan) omitRound() bool {
	if !p.byClock || !p.population || p.DescentLeft > 0 || p.Round == 0 || !p.RoundDone || !p.more() {
		return false
	}
	p.RoundEnd = p.limit
	return true
}

// rest returns a step for the time that is left after the last round: its tours were recombined in
// less time than was reserved for that, or there is not enough for another round. Colonies of a
// population continue from one tour, because what they find is then recombined in little time.
func (p *plan) rest(now engine.Pace, left int64) Step {
	step := Step{Iterations: p.iterationsIn(now, max(left/2, int64(minStep))), Settings: p.initial}
	step.Temperature, step.Together = 0, p.population
	return step
}

// maxDescentTicks returns the longest duration of a step of the descent.
func (p *plan) maxDescentTicks(left int64) int64 {
	if !p.byClock {
		return left
	}
	return max(left/stepsPerRound, int64(minStep))
}

// ticks returns the current time in ticks.
func (p *plan) ticks(now engine.Pace) int64 {
	if p.byClock {
		return int64(now.Elapsed)
	}
	return int64(now.Iterations)
}

// iteration returns the expected ticks of an iteration.
func (p *plan) iteration(now engine.Pace) int64 {
	if p.byClock {
		return max(1, int64(now.Each))
	}
	return 1
}

// iterationsIn returns the number of iterations in a number of ticks, at least one. The first
// iteration and the first one with kicks are separate steps, to measure the time of an iteration.
func (p *plan) iterationsIn(now engine.Pace, ticks int64) int {
	if p.byClock && (now.Each == 0 || !now.Warm && p.DescentLeft == 0) {
		return 1
	}
	return int(min(max(1, ticks/p.iteration(now)), maxIterations))
}
