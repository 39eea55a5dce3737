package classic

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"

	"github.com/aco-vk/aco-vk/aco/engine"
	"github.com/aco-vk/aco-vk/aco/problem"
	"github.com/aco-vk/aco-vk/checkpoint"
	"github.com/aco-vk/aco-vk/tsp"
)

// Resumption is a run to resume.
type Resumption struct {
	file  *checkpoint.File
	saved saved
}

// Resume returns options that resume the run of a checkpoint, with its parameters and rules. The caller may change the rules, so that it
// ends earlier or later. The tours equal those of a run without interruption, on any devices. The file is read again when the run begins.
// If the run cannot be resumed, the error is a *checkpoint.Error.
func Resume(file *checkpoint.File) (Options, error) {
	from, algorithm := &Resumption{file: file}, problem.Algorithm(file.Header.Algorithm)
	if !slices.Contains(problem.Algorithms, algorithm) {
		return Options{}, file.WrapError(fmt.Errorf("%w: it is of algorithm %q", checkpoint.ErrOtherAlgorithm, algorithm))
	}
	k := &from.saved
	if err := engine.LoadRun(file, file.Header.Algorithm, k); err != nil {
		return Options{}, err
	}
	k.Parameters.Algorithm, k.Parameters.Seed = algorithm, file.Header.Seed
	return Options{
		Rules: k.Rules, Options: engine.Options{Resumed: append(k.Resumed, from.Iteration())}, Parameters: k.Parameters, Resume: from,
	}, nil
}

// Caller returns engine.Checkpoint.Caller of the file.
func (from *Resumption) Caller() json.RawMessage { return from.saved.Caller }

// Iteration returns the most iterations that any colony had completed.
func (from *Resumption) Iteration() int { return from.file.Header.Iteration }

// applyTo sets the parameters of the resumed run and adds its time to the clock. It returns an error if the instance is another one.
func (from *Resumption) applyTo(instance *tsp.Instance, o *Options) error {
	if from == nil {
		return nil
	}
	o.Parameters = from.saved.Parameters
	return o.ContinueClock(from.file, instance)
}

// begun reports whether the resumed run had begun its iterations.
func (from *Resumption) begun() bool { return from != nil && from.saved.Made != nil }

// resume restores the run from the checkpoint, except for the data of the sites.
func (r *run) resume(n int) error {
	from, made, colonies := r.options.Resume, r.options.Resume.saved.Made, len(r.standings)
	states, err := from.file.Words("state", uint64(colonies*problem.StateWords))
	if err != nil {
		return err
	}
	tours, err := from.file.Words("best_tour", uint64(colonies*n))
	if err != nil {
		return err
	}
	if len(made.Found) != colonies {
		return from.file.Damaged("%d colonies found something, of %d", len(made.Found), colonies)
	}
	if len(made.Trace) == 0 || made.Trace[0].Iteration != 0 {
		return from.file.Damaged("its trace has no first tour")
	}
	most := 0
	for i := range r.standings {
		c := &r.standings[i]
		c.state, c.tour, c.found = problem.StateOf(states[i*problem.StateWords:]), tours[i*n:(i+1)*n], made.Found[i]
		if err := r.verify(i, c.tour, c.state.BestLength); err != nil {
			return from.file.Damaged("%v", err)
		}
		r.Length = min(r.Length, c.state.BestLength)
		r.OfferTour(r.tour(c.tour, c.state.BestLength))
		c.state.Stop, c.complete = r.options.rules().Apply(c.state), c.state.Iteration
		most = max(most, int(c.state.Iteration))
	}
	if r.every > 0 {
		if r.until = made.Until; r.until%r.every != 0 || r.until < most || r.until-r.every > most {
			return from.file.Damaged("the next exchange is at iteration %d, after %d", r.until, most)
		}
	}
	r.antsBest, r.verifiedAnts, r.Trace, r.Setup = made.AntsBest, made.AntsBest, slices.Clone(made.Trace), made.Setup
	r.EarlierStages = engine.Stages{Times: made.Stages, Rounds: made.Rounds}
	return nil
}

// resumeSites restores the carried buffers of the sites and aligns their colonies.
func (r *run) resumeSites() error {
	from := r.options.Resume
	for _, b := range r.carried {
		section, err := from.file.Section(b.Name, b.Words*uint64(len(r.standings)))
		if err != nil {
			return err
		}
		err = section.ReadChunks(func(at uint64, words []uint32) error {
			if !usable(r.problem, b.Name, at, words) {
				return from.file.Damaged("section %s has what no run has", b.Name)
			}
			return r.writeCarried(b.Name, b.Words, at, words)
		})
		if err != nil {
			return err
		}
	}
	least, most := math.MaxInt, 0
	for _, c := range r.standings {
		most = max(most, int(c.state.Iteration))
		if c.state.Stop == problem.Running {
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
	r.ExchangeDue = r.aligning == 0 && r.every > 0 && r.Scheduled == r.until
	return r.Failure()
}

// writeCarried writes words of a carried buffer to the sites. offset is their place among the words of all colonies, each the words per
// colony.
func (r *run) writeCarried(name string, each, offset uint64, words []uint32) error {
	for _, s := range r.Sites {
		first, end := uint64(s.First)*each, uint64(s.First+s.Count)*each
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

// usable reports whether words of a carried buffer are valid. Devices use cities and record positions as indices.
func usable(p *problem.Problem, name string, at uint64, words []uint32) bool {
	cities := uint32(p.Cities)
	return !slices.ContainsFunc(words, func(word uint32) bool {
		place := at
		at++
		switch {
		case name == "tails":
			return word >= problem.SelectiveTrails
		case name == "restart_tour":
			return word >= cities
		}
		record := p.Memory == problem.MemorySelective && place%2 == 0 // pairs of a city, or none, and a trail
		return record && word >= cities && word != problem.NoCity
	})
}
