package classic

import (
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/aco-vk/aco-vk/aco/checkpoint"
	"github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/aco/engine"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/verify"
)

// Resumption is a run to resume.
type Resumption = engine.Resumption[saved]

// HasProgress implements engine.Saved.
func (s saved) HasProgress() bool { return s.Progress != nil }

// HasFirst implements engine.Saved. The initial tour is in a section of another name.
func (saved) HasFirst() bool { return false }

// Resume returns options that resume the run of a checkpoint, with its parameters and rules. The
// caller may change the rules, so that the run ends earlier or later. The tours are the same as in
// a run without interruption, on any devices. The file is read again when the run begins. If the
// run cannot be resumed, the error is a *checkpoint.Error.
func Resume(file *checkpoint.File) (Options, error) {
	algorithm := model.Algorithm(file.Header.Algorithm)
	if !slices.Contains(model.Algorithms, algorithm) {
		return Options{}, file.WrapError(
			fmt.Errorf("%w: it is of algorithm %q", checkpoint.ErrOtherAlgorithm, algorithm),
		)
	}
	from, err := engine.LoadResumption[saved](file, file.Header.Algorithm)
	if err != nil {
		return Options{}, err
	}
	saved := &from.Saved
	saved.Parameters.Algorithm, saved.Parameters.Seed = algorithm, file.Header.Seed
	saved.Parameters.SetFormerLimit()
	return Options{
		Rules: saved.Rules, Options: engine.Options{Resumed: append(saved.Resumed, from.Iteration())},
		Parameters: saved.Parameters, Resume: from,
	}, nil
}

// continueRun sets the parameters and the initial tour of the resumed run and adds its time to the
// clock. It returns an error if the instance is another one.
func (o *Options) continueRun(instance *tsp.Instance) error {
	from := o.Resume
	if from == nil {
		return nil
	}
	o.Parameters = from.Saved.Parameters
	if err := from.Continue(instance, &o.Options, &o.InitialTour); err != nil || !from.Saved.InitialTour {
		return err
	}
	first, err := from.File.Words(initialSection, uint64(instance.Dimension()))
	if err != nil {
		return err
	}
	o.InitialTour = engine.TourOf(first)
	if _, err := verify.Tour(instance, o.InitialTour); err != nil {
		return from.File.Damaged("its initial tour: %v", err)
	}
	return nil
}

// restoredState restores the states of the colonies from the checkpoint, and returns the state of
// the run.
func (r *run) restoredState() (engine.State[settings], error) {
	file, progress := r.options.Resume.File, r.options.Resume.Saved.Progress
	state := engine.State[settings]{
		Trace: progress.Trace, Length: r.problem.StartLength, Setup: progress.Setup,
		Stages: engine.Stages{Times: progress.Stages, Rounds: progress.Rounds},
	}
	if err := r.restoreColonies(file, progress.Found); err != nil {
		return state, err
	}
	if len(progress.Trace) == 0 || progress.Trace[0].Iteration != 0 {
		return state, file.Damaged("its trace has no first tour")
	}
	least, most := math.MaxInt, 0
	for _, c := range r.states {
		state.Length = min(state.Length, c.state.BestLength)
		most = max(most, int(c.state.Iteration))
		if c.state.Stop == model.Running {
			least = min(least, int(c.state.Iteration))
		}
	}
	if r.exchangeEvery > 0 {
		r.nextExchange = progress.NextExchange
		if r.nextExchange%r.exchangeEvery != 0 || r.nextExchange < most || r.nextExchange-r.exchangeEvery > most {
			return state, file.Damaged(
				"the next exchange after iteration %d cannot be at iteration %d", most, r.nextExchange,
			)
		}
	}
	r.antsBest, r.verifiedAnts = progress.AntsBest, progress.AntsBest
	if r.antsUnknown = len(progress.Ants) != len(r.states); !r.antsUnknown {
		for i, hash := range progress.Ants {
			r.states[i].ants = hash
		}
	}
	if state.Iterations = min(least, most); state.Iterations > 0 {
		state.Steps = []step{{Iterations: state.Iterations}}
	}
	r.align()
	state.ExchangeDue = r.aligning == 0 && r.exchangeEvery > 0 && state.Iterations == r.nextExchange
	return state, nil
}

// restoreColonies restores the states and the best tours of the colonies. found has the time of
// each best tour.
func (r *run) restoreColonies(file *checkpoint.File, found []time.Duration) error {
	colonies, n := len(r.states), r.problem.Cities
	states, err := file.Words("state", uint64(colonies*model.StateWords))
	if err != nil {
		return err
	}
	tours, err := file.Words("best_tour", uint64(colonies*n))
	if err != nil {
		return err
	}
	if len(found) != colonies {
		return file.Damaged("it has the times of %d best tours, expected %d", len(found), colonies)
	}
	for i := range r.states {
		c := &r.states[i]
		c.state, c.tour, c.found = model.StateOf(states[i*model.StateWords:]), tours[i*n:(i+1)*n], found[i]
		if err := r.verify(i, c.tour, c.state.BestLength); err != nil {
			return file.Damaged("%v", err)
		}
		c.shortened = []shortened{{c.state.BestIteration, c.state.BestLength}}
		c.state.Stop, c.finished = r.options.StopRules().Apply(c.state), c.state.Iteration
	}
	return nil
}

// restoreSites restores the colonies of the sites from the checkpoint.
func (r *run) restoreSites() error {
	file := r.options.Resume.File
	for _, b := range r.carried {
		words, err := file.Words(b.Name, b.Words*uint64(len(r.states)))
		if err != nil {
			return err
		}
		if !validCarried(r.problem, b.Name, words) {
			return file.Damaged("section %s has invalid words", b.Name)
		}
		for _, s := range r.Sites() {
			if err := s.Colonies.write(b.Name, words[uint64(s.First)*b.Words:][:uint64(s.Count)*b.Words]); err != nil {
				return err
			}
		}
	}
	for _, s := range r.Sites() {
		s.Colonies.MoveTo(r.Scheduled())
	}
	r.Each(func(s *site) error { return s.Colonies.adopt(r.statesOf(s)) })
	return r.Failure()
}

// validCarried reports whether the words of a carried buffer are valid. Devices use cities and record
// positions as indices.
func validCarried(p *model.Problem, name string, words []uint32) bool {
	cities := uint32(p.Cities)
	for i, word := range words {
		valid := true
		switch {
		case name == "tails":
			valid = word < model.SelectiveTrails
		case name == "restart_tour":
			valid = word < cities
		case p.Memory == model.MemorySelective && i%2 == 0: // a record has pairs of a city, or NoCity, and a trail
			valid = word < cities || word == model.NoCity
		}
		if !valid {
			return false
		}
	}
	return true
}
