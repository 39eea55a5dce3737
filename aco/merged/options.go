package merged

import (
	"slices"
	"time"

	"github.com/aco-vk/aco-vk/aco/engine"
	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/aco/option"
	"github.com/aco-vk/aco-vk/tsp"
)

// Options are the parameters and stop rules of a run.
type Options struct {
	engine.Rules // the idle time ends a run only at the end of a round of annealing
	engine.Options
	Parameters  model.Parameters
	InitialTour tsp.Tour    // the initial tour of all colonies; nil: one by greedy matching
	Resume      *Resumption // run to resume, with its parameters and its time so far; nil: none
	// Schedule, if not nil, is repeated. Then no rule may be given, and the parameters and the initial tour must be the same.
	Schedule *Schedule
	Peers    Peers // other runs, with which the run exchanges tours; nil: none. A schedule with tours of others needs it.

	watch        func(engine.Progress)
	defaultRules bool // no rule was given; the rules are the defaults
}

// defaultRules are the rules of a run for which none is given: it ends after a minute, or at the
// end of a round once nothing more is expected. Rounds double, so half of the time is at least the
// last round.
var defaultRules = engine.Rules{TimeLimit: engine.DefaultTimeLimit, Settled: 2 * time.Second}

// WithDefaults returns the options with defaults filled in.
func (o Options) WithDefaults() Options {
	o.Options = o.Options.WithDefaults()
	if o.Schedule == nil && o.Rules.None() {
		o.Rules, o.defaultRules = defaultRules, true
	}
	return o
}

// validate returns an error for invalid options.
func (o Options) validate() error {
	if err := o.Rules.Validate(maxIterations); err != nil {
		return err
	}
	if err := o.Options.Validate(); err != nil {
		return err
	}
	if o.Schedule == nil {
		return nil
	}
	if !o.Rules.None() {
		return option.Errorf("schedule: a repeated run ends after the last step of the schedule; set no stop rule")
	}
	if o.Peers == nil && slices.ContainsFunc(o.Schedule.Steps, func(s Step) bool { return len(s.Arrived) > 0 }) {
		return option.Errorf("schedule: tours of other runs took part in the run; give them to repeat it")
	}
	return o.Schedule.validate()
}
