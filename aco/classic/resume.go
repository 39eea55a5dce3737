package classic

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"

	"github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/aco/engine"
	"github.com/aco-vk/aco-vk/checkpoint"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/verify"
)

// Resumption is a run to resume.
type Resumption struct {
	file  *checkpoint.File
	saved saved
}

// Resume returns options that resume the run of a checkpoint, with its parameters and rules. The caller may change the rules, so that the
// run ends earlier or later. The tours equal those of a run without interruption, on any devices. The file is read again when the run begins.
// If the run cannot be resumed, the error is a *checkpoint.Error.
func Resume(file *checkpoint.File) (Options, error) {
	from, algorithm := &Resumption{file: file}, model.Algorithm(file.Header.Algorithm)
	if !slices.Contains(model.Algorithms, algorithm) {
		return Options{}, file.WrapError(fmt.Errorf("%w: it is of algorithm %q", checkpoint.ErrOtherAlgorithm, algorithm))
	}
	saved := &from.saved
	if err := engine.LoadRun(file, file.Header.Algorithm, saved); err != nil {
		return Options{}, err
	}
	saved.Parameters.Algorithm, saved.Parameters.Seed = algorithm, file.Header.Seed
	return Options{
		Rules: saved.Rules, Options: engine.Options{Resumed: append(saved.Resumed, from.Iteration())}, Parameters: saved.Parameters, Resume: from,
	}, nil
}

// Caller returns engine.Checkpoint.Caller of the file.
func (r *Resumption) Caller() json.RawMessage { return r.saved.Caller }

// Iteration returns the most iterations that any colony had completed.
func (r *Resumption) Iteration() int { return r.file.Header.Iteration }

// applyTo sets the parameters and the initial tour of the resumed run and adds its time to the clock. It returns an error if the instance is
// another one.
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
	o.InitialTour = tourOf(first)
	if _, err := verify.Tour(instance, o.InitialTour); err != nil {
		return r.file.Damaged("its initial tour: %v", err)
	}
	return nil
}

// hasProgress reports whether the resumed run had begun its iterations.
func (r *Resumption) hasProgress() bool { return r != nil && r.saved.Progress != nil }

// resume restores the run from the checkpoint, except for the data of the sites.
func (r *run) resume(n int) error {
	from, progress, colonies := r.options.Resume, r.options.Resume.saved.Progress, len(r.states)
	states, err := from.file.Words("state", uint64(colonies*model.StateWords))
	if err != nil {
		return err
	}
	tours, err := from.file.Words("best_tour", uint64(colonies*n))
	if err != nil {
		return err
	}
	if len(progress.Found) != colonies {
		return from.file.Damaged("it has the times of %d best tours, expected %d", len(progress.Found), colonies)
	}
	if len(progress.Trace) == 0 || progress.Trace[0].Iteration != 0 {
		return from.file.Damaged("its trace has no first tour")
	}
	most := 0
	for i := range r.states {
		c := &r.states[i]
		c.state, c.tour, c.found = model.StateOf(states[i*model.StateWords:]), tours[i*n:(i+1)*n], progress.Found[i]
		if err := r.verify(i, c.tour, c.state.BestLength); err != nil {
			return from.file.Damaged("%v", err)
		}
		r.Length = min(r.Length, c.state.BestLength)
		r.OfferTour(r.engineTour(c.tour, c.state.BestLength))
		c.state.Stop, c.finished = r.options.StopRules().Apply(c.state), c.state.Iteration
		most = max(most, int(c.state.Iteration))
	}
	if r.exchangeEvery > 0 {
		r.nextExchange = progress.NextExchange
		if r.nextExchange%r.exchangeEvery != 0 || r.nextExchange < most || r.nextExchange-r.exchangeEvery > most {
			return from.file.Damaged("the next exchange after iteration %d cannot be at iteration %d", most, r.nextExchange)
		}
	}
	r.antsBest, r.verifiedAnts, r.Trace, r.Setup = progress.AntsBest, progress.AntsBest, slices.Clone(progress.Trace), progress.Setup
	r.EarlierStages = engine.Stages{Times: progress.Stages, Rounds: progress.Rounds}
	return nil
}

// resumeSites restores the carried buffers of the sites and aligns their colonies.
func (r *run) resumeSites() error {
	from := r.options.Resume
	for _, b := range r.carried {
		section, err := from.file.Section(b.Name, b.Words*uint64(len(r.states)))
		if err != nil {
			return err
		}
		err = section.ReadChunks(func(at uint64, words []uint32) error {
			if !validCarried(r.problem, b.Name, at, words) {
				return from.file.Damaged("section %s has invalid words", b.Name)
			}
			return r.writeCarried(b.Name, b.Words, at, words)
		})
		if err != nil {
			return err
		}
	}
	least, most := math.MaxInt, 0
	for _, c := range r.states {
		most = max(most, int(c.state.Iteration))
		if c.state.Stop == model.Running {
			least = min(least, int(c.state.Iteration))
		}
	}
	r.Scheduled = min(least, most)
	if r.Scheduled > 0 {
		r.Steps = []engine.Step{{Iterations: r.Scheduled}}
	}
	for _, s := range r.Sites {
		s.Colonies.MoveTo(r.Scheduled)
	}
	r.align()
	r.ExchangeDue = r.aligning == 0 && r.exchangeEvery > 0 && r.Scheduled == r.nextExchange
	return r.Failure()
}

// writeCarried writes words of a carried buffer to the sites. They begin at offset in the words of all colonies, colony by colony.
func (r *run) writeCarried(name string, colonyWords, offset uint64, words []uint32) error {
	for _, s := range r.Sites {
		first, end := uint64(s.First)*colonyWords, uint64(s.First+s.Count)*colonyWords
		if offset < first || offset >= end || len(words) == 0 {
			continue
		}
		part := words[:min(uint64(len(words)), end-offset)]
		if err := s.Colonies.write(name, offset-first, part); err != nil {
			return err
		}
		offset, words = offset+uint64(len(part)), words[len(part):]
	}
	return nil
}

// validCarried reports whether words of a carried buffer from an offset on are valid. Devices use cities and record positions as indices.
func validCarried(p *model.Problem, name string, offset uint64, words []uint32) bool {
	cities := uint32(p.Cities)
	return !slices.ContainsFunc(words, func(word uint32) bool {
		index := offset
		offset++
		switch {
		case name == "tails":
			return word >= model.SelectiveTrails
		case name == "restart_tour":
			return word >= cities
		}
		isCity := p.Memory == model.MemorySelective && index%2 == 0 // a record has pairs of a city, or NoCity, and a trail
		return isCity && word >= cities && word != model.NoCity
	})
}
