package merged

import (
	"math"
	"time"

	"github.com/aco-vk/aco-vk/aco/engine"
	"github.com/aco-vk/aco-vk/aco/merged/model"
)

// plan makes the steps of a run: a descent without kicks, then rounds of annealing. In each round the temperature falls linearly to 0. Time
// is in ticks: nanoseconds if the clock ends the run, else iterations. So the steps of a run without a clock depend only on its parameters.
type plan struct {
	clock bool
	limit int64 // in ticks from the start of the run on; 0: none
	open  bool  // the limit is a default, and the run should find good tours long before
	alone bool  // there is one tour, and no recombination
	// exchange is the number of steps between exchanges of windows; 0: there are no windows.
	exchange int
	look     int64          // iterations in which ants search from every city once
	kicks    model.Settings // of rounds, at their initial temperature
	position
}

// position is the progress of a plan.
type position struct {
	Descent int    `json:"descent"` // remaining iterations without kicks
	Round   int    `json:"round"`   // current round, from 1 on
	Over    bool   `json:"over"`    // the round has its last step
	Begun   int64  `json:"begun"`   // of the round
	Ends    int64  `json:"ends"`
	Parts   int64  `json:"parts"` // of the round
	Steps   int    `json:"steps"` // of all rounds
	Heat    uint32 `json:"heat"`  // initial temperature of the round
	Cycle   int64  `json:"cycle"` // ticks of the next round without a limit
}

const (
	looks = 3 // how often the descent searches from every city
	// parts is the number of steps of a round, each at one temperature. Short rounds, of which there are many, have fewParts.
	parts, fewParts = 100, 25
	// exchangeSteps is small enough that the borders of windows move often before a round has cooled, and large enough that exchanges take
	// little of the time.
	exchangeSteps = 5
	// leastStep is long enough to hide the time to record a submission.
	leastStep = 5 * time.Millisecond
)

// newPlan returns a plan for a prepared model.
func newPlan(m *model.Model, o Options) *plan {
	iterations := (m.TourCities() + m.Ants - 1) / m.Ants
	p := &plan{
		clock: o.Iterations == 0 && o.TimeLimit > 0, open: o.open, alone: m.Parameters.Colonies == 1 || m.Windowed(),
		look: int64(iterations), kicks: kicksOf(m), position: position{Over: true, Descent: looks * iterations, Cycle: int64(firstCycle * iterations)},
	}
	if m.Windowed() {
		p.exchange = exchangeSteps
	}
	switch {
	case p.clock:
		p.limit, p.Cycle = int64(o.TimeLimit), int64(firstCycleTime)
	default:
		p.limit = int64(o.Iterations)
	}
	return p
}

// kicksOf returns the settings at the beginning of a round.
func kicksOf(m *model.Model) model.Settings {
	const unit = 256 // of Settings.Temperature
	temperature := math.Round(m.Parameters.Temperature * m.Spread * unit)
	return model.Settings{Kick: uint32(m.Parameters.Kick), Scales: model.DefaultScales, Temperature: uint32(min(temperature, math.MaxUint32))}
}

// next returns the next step, if the limit leaves time for one.
func (p *plan) next(now engine.Pace) (Step, bool) {
	at := p.ticks(now)
	left := int64(math.MaxInt64)
	if p.limit > 0 {
		left = p.limit - at
	}
	if left < p.iteration(now) || p.Over && p.Round > 0 && p.Ends == p.limit {
		return Step{}, false
	}
	if p.Descent > 0 {
		whole := p.Descent
		if p.exchange > 0 {
			whole = (p.Descent-1)%int(p.look) + 1 // to the end of this pass over all cities
		}
		step := Step{Iterations: min(whole, p.fits(now, min(left, p.most(left)))), Settings: p.kicks}
		step.Kick, step.Temperature = 0, 0
		p.Descent -= step.Iterations
		step.Join = p.exchange > 0 && step.Iterations == whole
		return step, true
	}
	if p.Over {
		p.start(now, at)
	}
	return p.anneal(now, at), true
}

// anneal returns a step of the round. Its temperature is that of the round at the end of the step.
func (p *plan) anneal(now engine.Pace, at int64) Step {
	long := max(1, (p.Ends-p.Begun+p.Parts-1)/p.Parts)
	if p.clock {
		long = max(long, int64(leastStep), p.iteration(now))
	}
	until := at + long
	if p.Ends-until < long/2 {
		until = max(at, p.Ends) // no short step is left over, and the round may be past its end
		p.Over = true
	}
	p.Steps++
	step := Step{Iterations: p.fits(now, until-at), Settings: p.kicks, Join: p.Over || p.exchange > 0 && p.Steps%p.exchange == 0}
	step.Temperature = scaled(p.Heat, min(max(0, p.Ends-until), p.Ends-p.Begun), p.Ends-p.Begun)
	return step
}

// most returns the ticks of a step of the descent.
func (p *plan) most(left int64) int64 {
	if !p.clock {
		return left
	}
	return max(left/parts, int64(leastStep))
}

// ticks returns the beginning of a step.
func (p *plan) ticks(now engine.Pace) int64 {
	if p.clock {
		return int64(now.Elapsed)
	}
	return int64(now.Iterations)
}

// iteration returns the expected ticks of an iteration.
func (p *plan) iteration(now engine.Pace) int64 {
	if p.clock {
		return max(1, int64(now.Each))
	}
	return 1
}

// fits returns the number of iterations in a number of ticks, at least one. The first iteration, and the first one with kicks, are steps of
// their own, which measure the time of an iteration.
func (p *plan) fits(now engine.Pace, ticks int64) int {
	if p.clock && (now.Each == 0 || !now.Warm && p.Descent == 0) {
		return 1
	}
	return int(min(max(1, ticks/p.iteration(now)), maxIterations))
}
