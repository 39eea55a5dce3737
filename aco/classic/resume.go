package classic

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/aco-vk/aco-vk/aco/problem"
	"github.com/aco-vk/aco-vk/checkpoint"
	"github.com/aco-vk/aco-vk/tsp"
)

// Resumption is a run to go on with.
type Resumption struct {
	file *checkpoint.File
	kept kept
}

// Resume returns the options to go on with the run of a checkpoint: its parameters and its rules. Other rules may be put in their place, with
// which it ends later or earlier; the tours are those of a run that was never interrupted, on whichever devices. The file is read
// again when the run begins. What cannot be gone on with is a *checkpoint.Error.
func Resume(file *checkpoint.File) (Options, error) {
	from, algorithm := &Resumption{file: file}, problem.Algorithm(file.Header.Algorithm)
	if !slices.Contains(problem.Algorithms, algorithm) {
		return Options{}, file.WrapError(fmt.Errorf("%w: it is of algorithm %q", checkpoint.ErrOtherAlgorithm, algorithm))
	}
	if err := file.Header.CheckAlgorithm(file.Header.Algorithm, Revision); err != nil {
		return Options{}, file.WrapError(err)
	}
	k := &from.kept
	if err := json.Unmarshal(file.Header.Run, k); err != nil {
		return Options{}, file.Damaged("%v", err)
	}
	k.Parameters.Algorithm, k.Parameters.Seed = algorithm, file.Header.Seed
	return Options{
		Parameters: k.Parameters, Iterations: k.Iterations, TimeLimit: k.TimeLimit, Target: k.Target, Stall: k.Stall, Idle: k.Idle, Resume: from,
	}, nil
}

// Caller returns what the file has of Checkpoint.Caller.
func (from *Resumption) Caller() json.RawMessage { return from.kept.Caller }

// Iteration returns the most iterations that any colony has made.
func (from *Resumption) Iteration() int { return from.file.Header.Iteration }

// resumed lists the iterations behind which the run was gone on with, now included.
func (from *Resumption) resumed() []int {
	return append(slices.Clone(from.kept.Resumed), from.Iteration())
}

// begin takes what a run goes on with into options whose clock has been set. Another instance than the run's is refused.
func (from *Resumption) begin(instance *tsp.Instance, o *Options) error {
	if from == nil {
		return nil
	}
	h := from.file.Header
	is := checkpoint.Instance{Name: instance.Name, Cities: instance.Dimension(), SHA256: instance.SHA256()}
	if h.Elapsed < 0 {
		return from.file.Damaged("the time it took is %v", h.Elapsed)
	}
	o.Parameters, o.Started = from.kept.Parameters, o.Started.Add(-h.Elapsed)
	return from.file.WrapError(h.CheckInstance(is))
}

// recall puts the run where the one stood that it goes on with, but for what sites have.
func (r *run) recall(instance *tsp.Instance) error {
	from, made := r.options.Resume, &r.earlier
	if from == nil || from.kept.Made == nil {
		return nil
	}
	n, colonies := instance.Dimension(), len(r.standings)
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
		if length, err := r.measure(c.tour); err != nil || length != c.state.BestLength {
			return from.file.Damaged("colony %d has a tour of length %d as one of %d (%v)", i+1, length, c.state.BestLength, err)
		}
		r.length = min(r.length, c.state.BestLength)
		c.state.Stop, c.complete = r.options.rules().Apply(c.state), c.state.Iteration
		most = max(most, int(c.state.Iteration))
	}
	if r.every > 0 {
		if r.until = made.Until; r.until%r.every != 0 || r.until < most || r.until-r.every > most {
			return from.file.Damaged("the next exchange is at iteration %d, behind %d", r.until, most)
		}
	}
	r.antsBest, r.trace, r.setup = made.AntsBest, made.Trace, made.Setup
	return nil
}

// recallSites brings to the sites what the iterations before have handed on.
func (r *run) recallSites(p *problem.Problem) error {
	from := r.options.Resume
	if from == nil || from.kept.Made == nil {
		return nil
	}
	for _, b := range r.carried {
		section, err := from.file.Section(b.Name, b.Words*uint64(len(r.standings)))
		if err != nil {
			return err
		}
		err = section.ReadChunks(func(at uint64, words []uint32) error {
			if !usable(p, b.Name, at, words) {
				return from.file.Damaged("section %s has what no run has", b.Name)
			}
			return r.parts(b, at, words, (*site).write)
		})
		if err != nil {
			return err
		}
	}
	for _, s := range r.sites {
		if err := r.level(s); err != nil {
			return err
		}
	}
	return nil
}

// usable says whether words can be carried over: cities, and places in records, are where a device looks things up.
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

// tourOf returns a tour as package tsp has it.
func tourOf(words []uint32) tsp.Tour {
	tour := make(tsp.Tour, len(words))
	for i, city := range words {
		tour[i] = int32(city)
	}
	return tour
}
