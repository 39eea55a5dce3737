package chained

import (
	"errors"
	"slices"

	"github.com/aco-vk/aco-vk/aco/checkpoint"
	"github.com/aco-vk/aco-vk/aco/engine"
)

// Resumption is a run to resume.
type Resumption = engine.Resumption[saved]

// HasProgress implements engine.Saved.
func (s saved) HasProgress() bool { return s.Progress != nil }

// HasFirst implements engine.Saved.
func (s saved) HasFirst() bool { return s.StartKind != "" }

// Resume returns options that resume the run of a checkpoint, with its parameters and rules. The
// caller may change the rules. The tour is the same as without interruption. If the run cannot be
// resumed, the error is a *checkpoint.Error.
func Resume(file *checkpoint.File) (Options, error) {
	from, err := engine.LoadResumption[saved](file, Algorithm)
	if err != nil {
		return Options{}, err
	}
	s := &from.Saved
	s.Parameters.Seed = file.Header.Seed
	return Options{
		Rules: s.Rules, Options: engine.Options{Resumed: append(s.ResumedAt, from.Iteration())},
		Parameters: s.Parameters, Resume: from, Cut: s.Cut, LastKicks: s.LastKicks,
	}, nil
}

// restore restores the colonies and returns the state of the run.
func (r *run) restore(sites []*site) (*engine.State[settings], error) {
	from := r.options.Resume
	s, p := from.Saved.Progress, sites[0].Colonies.population
	if err := r.validate(s); err != nil {
		return nil, from.File.Damaged("%v", err)
	}
	r.model.StartKind = from.Saved.StartKind
	var err error
	if p.best, err = r.read("best"); err != nil {
		return nil, err
	}
	for c := range p.tours {
		if p.tours[c], err = r.read(tourSection(c)); err != nil {
			return nil, err
		}
	}
	p.state, p.foundAt, p.recombineTime = s.State, slices.Clone(s.Found), s.RecombineTime
	r.last, r.foundAt = p.best, s.FoundAt
	sites[0].Colonies.MoveTo(s.State.Iteration)
	state := &engine.State[settings]{
		Iterations: s.State.Iteration, Stop: s.Stop, Trace: s.Trace, Length: p.best.length, Setup: s.SetupTime,
		Stages: engine.Stages{Times: s.StageTimes, Rounds: s.StageRounds},
		Timing: engine.Timing{Each: s.IterationTime},
	}
	if s.State.Iteration > 0 {
		state.Steps = []step{{Iterations: s.State.Iteration}}
	}
	if from.Saved.Rules != r.options.Rules { // the run goes on, to another end
		state.Stop, r.options.Cut, r.options.LastKicks = "", nil, 0
	}
	return state, nil
}

// validate returns an error if no run can have this progress.
func (r *run) validate(s *progress) error {
	at := r.options.Resume.Iteration()
	switch outside := func(n int) bool { return n < 0 || n > at }; {
	case s.State.Iteration != at || outside(s.State.Round) || outside(s.State.Pairings) || outside(s.State.Stale) || outside(s.FoundAt) ||
		slices.ContainsFunc(s.Found, outside) || s.IterationTime < 0 || s.RecombineTime < 0 || r.options.LastKicks < 0 ||
		r.options.Cut != nil && (r.options.Cut.Rounds < 0 || r.options.Cut.AssemblyRounds < 0):
		return errors.New("a number of iterations or a time is out of range")
	case len(s.Found) != r.model.Colonies || s.State.Fresh < 0 || s.State.Fresh > r.model.Colonies:
		return errors.New("it has another number of colonies")
	case len(s.Trace) == 0:
		return errors.New("it has no first tour")
	}
	return nil
}

// read returns the tour of a section.
func (r *run) read(name string) (solution, error) {
	file := r.options.Resume.File
	tour, err := file.Words(name, uint64(r.model.Cities))
	if err == nil && !r.model.IsTour(tour) {
		err = file.Damaged("the tour of section %s is invalid", name)
	}
	if err != nil {
		return solution{}, err
	}
	return solution{tour, r.model.LengthOf(tour)}, nil
}
