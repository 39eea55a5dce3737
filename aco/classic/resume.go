package classic

import (
	"encoding/json"
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
type Resumption struct {
	file  *checkpoint.File
	saved saved
}

// Resume returns options that resume the run of a checkpoint, with its parameters and rules. The
// caller may change the rules, so that the run ends earlier or later. The tours are the same as in
// a run without interruption, on any devices. The file is read again when the run begins. If the
// run cannot be resumed, the error is a *checkpoint.Error.
func Resume(file *checkpoint.File) (Options, error) {
	from, algorithm := &Resumption{file: file}, model.Algorithm(file.Header.Algorithm)
	if !slices.Contains(model.Algorithms, algorithm) {
		return Options{}, file.WrapError(
			fmt.Errorf("%w: it is of algorithm %q", checkpoint.ErrOtherAlgorithm, algorithm),
		)
	}
	saved := &from.saved
	if err := engine.LoadRun(file, file.Header.Algorithm, saved); err != nil {
		return Options{}, err
	}
	saved.Parameters.Algorithm, saved.Parameters.Seed = algorithm, file.Header.Seed
	saved.Parameters.SetFormerLimit()
	return Options{
		Rules: saved.Rules, Options: engine.Options{Resumed: append(saved.Resumed, from.Iteration())},
		Parameters: saved.Parameters, Resume: from,
	}, nil
}

// Caller returns engine.Checkpoint.Caller of the file.
func (r *Resumption) Caller() json.RawMessage { return r.saved.Caller }

// Iteration returns the most iterations that any colony had completed; 0 for nil, a new run.
func (r *Resumption) Iteration() int {
	if r == nil {
		return 0
	}
	return r.file.Header.Iteration
}

// applyTo sets the parameters and the initial tour of the resumed run and adds its time to the
// clock. It returns an error if the instance is another one.
func (r *Resumption) applyTo(instance *tsp.Instance, o *Options) error {
	if r == nil {
		return nil
	}
	o.Parameters = r.saved.Parameters
	if err := o.ContinueClock(r.file, instance); err != nil || !r.saved.InitialTour {
		return err
	}
	first, err := r.file.Words(initialSection, uint64(instance.Dimension()))
	if err != nil {
		return err
	}
	o.InitialTour = engine.TourOf(first)
	if _, err := verify.Tour(instance, o.InitialTour); err != nil {
		return r.file.Damaged("its initial tour: %v", err)
	}
	return nil
}

// hasProgress reports whether the resumed run had begun its iterations.
func (r *Resumption) hasProgress() bool { return r != nil && r.saved.Progress != nil }

// restoredState restores the states of the colonies from the checkpoint, and returns the state of
// the run.
func (r *run) restoredState() (engine.State[settings], error) {
	file, progress := r.options.Resume.file, r.options.Resume.saved.Progress
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
	file := r.options.Resume.file
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
