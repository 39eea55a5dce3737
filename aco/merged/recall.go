package merged

import (
	"errors"
	"fmt"
	"slices"

	"github.com/aco-vk/aco-vk/aco/merged/model"
)

// recall puts the run, and its sites, where the one stood that it goes on with.
func (r *run) recall() error {
	from := r.options.Resume
	if from == nil {
		return nil
	}
	b := from.kept.Begun
	if b == nil {
		return nil
	}
	r.model.StartKind = from.kept.First
	r.given, r.setup, r.earlier = from.Iteration(), b.Setup, *b
	if err := b.validate(r); err != nil {
		return from.file.Damaged("%v", err)
	}
	l, err := from.load(r.model)
	if err != nil {
		return err
	}
	r.schedule, r.rest, r.joining, r.stop = b.Schedule, slices.Clone(b.Rest), b.Joining, b.Stop
	r.schedule.Steps = slices.Clone(b.Schedule.Steps) // another run may go on with the same
	r.good, r.goodness, r.shortest = l.good, b.Good, measured{l.shortest, b.Shortest}
	r.length, r.found, r.trace, r.combined, r.joined, r.doubt = b.Best, b.Found, slices.Clone(b.Trace), b.Combined, b.Joined, b.Doubt
	r.tempo = tempo{made: r.given, each: b.Each, from: b.From}
	if p, ok := r.plan.(*plan); ok {
		p.position = *b.Plan
	} else {
		r.plan = &replay{}
	}
	r.each(func(s *site) error {
		s.states = r.fresh(s, r.given) // which notes how long windows were in the good tour
		own := l.memories[s.first:][:s.count]
		for c, of := range own {
			s.states[c] = of.state
		}
		s.made = r.given
		return s.restore(own, r.given)
	})
	if r.failure == nil && from.kept.Rules != r.options.rules() {
		r.replan()
	}
	if r.keepEnd(); r.failure == nil && r.options.Checkpoint.File != "" { // which may be another file
		r.waitKept()
		return r.keeper.unkept
	}
	return r.failure
}

// replan plans what follows anew, by other rules than the run had: as if it began with the tour that all colonies' tours make.
func (r *run) replan() {
	p, ok := r.plan.(*plan)
	if !ok {
		return
	}
	if s := &r.schedule; s.Target != r.options.Target || s.Stall != r.options.Stall {
		s.Target, s.Stall = r.options.Target, r.options.Stall
		s.Spoilt = "its target or its stall was changed when it was gone on with"
	}
	descent := p.Descent
	p = newPlan(r.model, r.options)
	p.Descent = descent
	r.plan, r.rest, r.stop, r.earlier.Stop = p, nil, "", ""
	if r.joining = r.given > r.combined; r.joining {
		r.schedule.Steps[len(r.schedule.Steps)-1].Join = true
	} else if r.given > 0 {
		r.restart(r.given)
	}
}

// validate refuses what no run has come to that has made so many iterations.
func (b *begun) validate(r *run) error {
	made, whole := 0, Schedule{Steps: slices.Concat(b.Schedule.Steps, b.Rest)}
	if err := whole.validate(); err != nil {
		return err
	}
	for _, step := range b.Schedule.Steps {
		made += step.Iterations
	}
	p, planned := r.plan.(*plan)
	switch first := r.options.Resume.kept.First; {
	case first != model.StartGreedy && first != model.StartInitial:
		return fmt.Errorf("no run begins with a tour that is %q", first)
	case made != r.given || b.Joining && made == 0:
		return errors.New("its schedule has other iterations than it made")
	case b.Schedule.FirstTour != r.schedule.FirstTour || len(b.Trace) == 0 || b.Trace[0].Length != int64(r.model.StartLength):
		return errors.New("it began with another tour")
	case b.Shortest > r.model.StartLength || !r.model.Windowed() && b.Good > r.model.StartLength:
		return errors.New("its best tour is longer than its first")
	case planned != (b.Plan != nil) || planned && !b.Plan.possible(p):
		return errors.New("no plan is where its plan is")
	case b.Found < 0 || b.Found > made || b.Combined < 0 || b.Combined > made || b.From < 0 || b.From > maxIterations || b.Doubt < 0 || b.Doubt > maxIterations ||
		b.Each < 0 || b.Joined < 0 || b.Schedule.Faults < 0:
		return errors.New("no run is where it is")
	}
	return nil
}

// possible says whether a plan can come to be there that began as another one does.
func (at *position) possible(begin *plan) bool {
	started := at.Round > 0 && at.Begun >= 0 && at.Ends > at.Begun && at.Parts >= 1 && at.Parts <= parts
	return at.Descent >= 0 && at.Descent <= begin.Descent && at.Steps >= 0 && at.Cycle >= 1 && (started || at.Round == 0 && at.Over)
}

// possible says whether a colony can be in a state after so many iterations, between two of them.
func possible(s model.State, iterations int) bool {
	at := int(s.Iteration)
	return (s.Stop == model.Running && at == iterations || (s.Stop == model.TargetReached || s.Stop == model.Stalled) && at <= iterations) &&
		int(s.BestIteration) <= at && s.LongChanges == 0 && s.LongAccepted <= model.MaxLongChanges
}
