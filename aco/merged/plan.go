package merged

import (
	"math"
	"time"

	"github.com/aco-vk/aco-vk/aco/engine"
	"github.com/aco-vk/aco-vk/aco/merged/model"
)

// plan makes the steps of a run: a descent without kicks, and then rounds of annealing, in each of which the temperature falls in a
// straight line to 0. It counts in ticks, nanoseconds where a clock ends the run and iterations elsewhere, so that the steps of a run
// without a clock depend on nothing but its parameters.
type plan struct {
	clock bool
	limit int64 // in ticks from the start of the run on; 0: none
	open  bool  // the limit is only where the run ends in any case, and it is to be good long before
	alone bool  // one tour, which is recombined with no other
	// windows are exchanged after so many of them; 0: there are none.
	exchange int
	look     int64          // iterations in which ants look at every city
	kicks    model.Settings // of the rounds, at their first temperature
	position
}

// position is how far a plan has come.
type position struct {
	Descent int    `json:"descent"` // iterations without kicks that are left
	Round   int    `json:"round"`   // that is under way, from 1 on
	Over    bool   `json:"over"`    // it has its last step
	Begun   int64  `json:"begun"`   // of the round
	Ends    int64  `json:"ends"`
	Parts   int64  `json:"parts"` // of the round
	Steps   int    `json:"steps"` // of all rounds
	Heat    uint32 `json:"heat"`  // temperature at which the round begins
	Cycle   int64  `json:"cycle"` // ticks of the next round where there is no limit
}

const (
	looks = 3 // times that the descent looks at every city
	// parts is how many steps a round is made of: its temperature falls by so many stairs. Short rounds, of which there are many, have
	// fewer.
	parts, fewParts = 100, 25
	// exchangeSteps are few enough for borders of windows to lie in many places before a round has grown cold, and so many that an
	// exchange takes little of the time.
	exchangeSteps = 5
	// leastStep is a step that hides what it costs to record a submission anew.
	leastStep = 5 * time.Millisecond
)

// newPlan makes a plan for a prepared model.
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

// kicksOf returns the settings of the rounds.
func kicksOf(m *model.Model) model.Settings {
	const unit = 256 // of Settings.Temperature
	temperature := math.Round(m.Parameters.Temperature * m.Spread * unit)
	return model.Settings{Kick: uint32(m.Parameters.Kick), Scales: model.DefaultScales, Temperature: uint32(min(temperature, math.MaxUint32))}
}

// next returns the next step, none where the limit leaves no room for one.
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
			whole = (p.Descent-1)%int(p.look) + 1 // of this look at every city
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

// anneal returns a step of the round, which has the temperature that the round has come to at the end of it.
func (p *plan) anneal(now engine.Pace, at int64) Step {
	long := max(1, (p.Ends-p.Begun+p.Parts-1)/p.Parts)
	if p.clock {
		long = max(long, int64(leastStep), p.iteration(now))
	}
	until := at + long
	if p.Ends-until < long/2 {
		until = max(at, p.Ends) // no remainder of a step is left, nor of time that was exceeded
		p.Over = true
	}
	p.Steps++
	step := Step{Iterations: p.fits(now, until-at), Settings: p.kicks, Join: p.Over || p.exchange > 0 && p.Steps%p.exchange == 0}
	step.Temperature = scaled(p.Heat, min(max(0, p.Ends-until), p.Ends-p.Begun), p.Ends-p.Begun)
	return step
}

// most is how much of the descent makes a step.
func (p *plan) most(left int64) int64 {
	if !p.clock {
		return left
	}
	return max(left/parts, int64(leastStep))
}

// ticks is where a step begins.
func (p *plan) ticks(now engine.Pace) int64 {
	if p.clock {
		return int64(now.Elapsed)
	}
	return int64(now.Iterations)
}

// iteration is how many ticks an iteration takes, as far as is known.
func (p *plan) iteration(now engine.Pace) int64 {
	if p.clock {
		return max(1, int64(now.Each))
	}
	return 1
}

// fits returns how many iterations so many ticks hold, at least one. What an iteration takes is found out by the first one, and again by
// the first one with kicks.
func (p *plan) fits(now engine.Pace, ticks int64) int {
	if p.clock && (now.Each == 0 || !now.Warm && p.Descent == 0) {
		return 1
	}
	return int(min(max(1, ticks/p.iteration(now)), maxIterations))
}
