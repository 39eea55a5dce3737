package merged

import (
	"errors"
	"fmt"
	"slices"

	"github.com/aco-vk/aco-vk/aco/checkpoint"
	"github.com/aco-vk/aco-vk/aco/engine"
	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/tsp"
)

// Resumption is a run to resume.
type Resumption = engine.Resumption[saved]

// HasProgress implements engine.Saved.
func (s saved) HasProgress() bool { return s.Progress != nil }

// HasFirst implements engine.Saved.
func (s saved) HasFirst() bool { return s.StartKind != "" }

// Resume returns options that resume the run of a checkpoint, with its parameters and rules. With
// these the tour is the same as without interruption, on any devices. The caller may change
// the rules. Then the rest of the run gets a new plan. The file is read again when the run begins.
// If the run cannot be resumed, the error is a *checkpoint.Error.
func Resume(file *checkpoint.File) (Options, error) {
	from, err := engine.LoadResumption[saved](file, Algorithm)
	if err != nil {
		return Options{}, err
	}
	s := &from.Saved
	if s.Replayed != nil && s.Rules != (savedRules{}) {
		return Options{}, file.Damaged("it has a schedule to repeat and stop rules")
	}
	s.Parameters.Seed = file.Header.Seed
	return Options{
		Rules: s.Rules.Rules, Options: engine.Options{Resumed: append(s.ResumedAt, from.Iteration())},
		Parameters: s.Parameters, Resume: from,
		Schedule: s.Replayed, rulesAreDefault: s.Rules.AreDefaults,
	}, nil
}

// continueRun sets what a resumed run has from its checkpoint. It returns an error if the instance is
// another one.
func (o *Options) continueRun(instance *tsp.Instance) error {
	if o.Resume == nil {
		return nil
	}
	o.rulesAreDefault = o.rulesAreDefault && o.rules() == o.Resume.Saved.Rules
	o.Parameters = o.Resume.Saved.Parameters
	return o.Resume.Continue(instance, &o.Options, &o.InitialTour)
}

// restore restores the run from a checkpoint, except for its sites. It returns the state of the
// run, or nil for a new run.
func (r *run) restore() (*engine.State[model.Settings], error) {
	from := r.options.Resume
	if !from.HasProgress() {
		return nil, nil
	}
	p := from.Saved.Progress
	r.model.StartKind, r.model.HasInitial = from.Saved.StartKind, from.Saved.HasInitial
	if err := p.validate(r); err != nil {
		return nil, from.File.Damaged("%v", err)
	}
	l, err := load(from, r.model)
	if err != nil {
		return nil, err
	}
	r.schedule = p.Schedule
	r.current = solution{l.current, p.CurrentLength}
	r.foundAt, r.recombinedAt, r.recombineTime, r.restored = p.FoundAt, p.RecombinedAt, p.RecombineTime, l.states
	state := &engine.State[model.Settings]{
		Iterations: from.Iteration(), Steps: engineSteps(p.Schedule.Steps), Queued: engineSteps(p.Queued),
		ExchangeDue: p.ExchangeDue, Stop: p.Stop, Trace: p.Trace, Length: p.BestLength, Setup: p.SetupTime,
		Stages: engine.Stages{Times: p.StageTimes, Rounds: p.StageRounds},
		Timing: engine.Timing{Each: p.IterationTime, Warmup: p.WarmupIterations},
	}
	// If a step of a plan is queued, it has begun, and the result of the exchange was distributed.
	state.DistributeDue = state.Iterations > 0 && state.Iterations == p.RecombinedAt &&
		(p.DistributeDue || len(p.Queued) == 0)
	if planned, ok := r.plan.(*plan); ok {
		planned.planState = *p.Plan
	} else {
		r.plan = &replay{}
	}
	if from.Saved.Rules != r.options.rules() {
		r.replan(state)
	}
	return state, nil
}

// replan makes a new plan after the rules were changed. The tours are exchanged first, as at the
// end of a round.
func (r *run) replan(state *engine.State[model.Settings]) {
	p, ok := r.plan.(*plan)
	if !ok {
		return
	}
	if s := &r.schedule; s.Target != r.options.Target || s.Stall != r.options.Stall {
		s.Target, s.Stall = r.options.Target, r.options.Stall
		s.NotReplayable = "its target or its stall was changed when it was resumed"
	}
	descent, renewed := p.DescentLeft, len(state.Queued) > 0 && state.Queued[0].Renew
	p = newPlan(r.model, r.options)
	p.DescentLeft, p.renewed = descent, renewed
	r.plan, state.Queued, state.Stop = p, nil, ""
	if state.ExchangeDue = state.Iterations > r.recombinedAt; state.ExchangeDue {
		state.Steps[len(state.Steps)-1].Exchange = true
	}
}

// validate returns an error if no run can have this progress.
func (p *progress) validate(r *run) error {
	made, whole := 0, p.Schedule
	whole.NotReplayable, whole.Steps = "", slices.Concat(p.Schedule.Steps, p.Queued)
	if err := whole.validate(); err != nil {
		return err
	}
	for _, step := range p.Schedule.Steps {
		made += step.Iterations
	}
	initial, planned := r.plan.(*plan)
	switch first := r.options.Resume.Saved.StartKind; {
	case first != model.StartGreedy && first != model.StartInitial:
		return fmt.Errorf("its first tour is of the unknown kind %q", first)
	case made != r.options.Resume.Iteration() || p.ExchangeDue && made == 0:
		return errors.New("the iterations of its schedule do not add up")
	case p.Schedule.FirstTour != r.schedule.FirstTour && !r.model.HasInitial || len(p.Trace) == 0 || p.Trace[0].Length != int64(r.model.StartLength):
		return errors.New("it started from another tour or has other candidates")
	case p.CurrentLength > r.model.StartLength:
		return errors.New("its best tour is longer than its first tour")
	case planned != (p.Plan != nil) || planned && !p.Plan.isReachable(initial):
		return errors.New("the state of its plan is impossible")
	case outside(made, p.FoundAt, p.RecombinedAt) || outside(maxIterations, p.WarmupIterations) || p.IterationTime < 0 || p.RecombineTime < 0:
		return errors.New("a number of iterations or a time is out of range")
	}
	return nil
}

// outside reports whether a number is not in 0..most.
func outside(most int, numbers ...int) bool {
	return slices.ContainsFunc(numbers, func(number int) bool { return number < 0 || number > most })
}

// isReachable reports whether a plan with this initial state can reach the state.
func (at *planState) isReachable(initial *plan) bool {
	descent := at.DescentLeft >= 0 && at.DescentLeft <= initial.DescentLeft
	epoch := at.EpochRound >= 0 && at.EpochRound <= at.Round && at.StaleRounds >= 0
	round := at.Round == 0 && at.RoundDone
	if at.Round > 0 {
		round = at.RoundStart >= 0 && at.RoundEnd > at.RoundStart && at.RoundSteps >= 1 && at.RoundSteps <= stepsPerRound
	}
	return descent && epoch && round && at.NextRoundTicks >= 1
}

// isPossible reports whether a colony can be in a state after this many iterations of the run.
func isPossible(s model.State, iterations int) bool {
	at := int(s.Iteration)
	running := s.Stop == model.Running && at == iterations
	stopped := (s.Stop == model.TargetReached || s.Stop == model.Stalled) && at <= iterations
	return (running || stopped) && int(s.BestIteration) <= at &&
		s.LongChanges == 0 && s.WrongChange == 0 && s.LongAccepted <= model.MaxLongChanges
}
