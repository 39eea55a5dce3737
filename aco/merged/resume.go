package merged

import (
	"encoding/json"

	"github.com/aco-vk/aco-vk/checkpoint"
	"github.com/aco-vk/aco-vk/tsp"
)

// Resumption is a run to go on with.
type Resumption struct {
	file *checkpoint.File
	kept kept
}

// Resume returns the options to go on with the run of a checkpoint: its parameters and its rules. With them the tour is that of
// a run that was never interrupted, on whichever devices. Other rules may be put in their place: then what follows is planned anew. The
// file is read again when the run begins. What cannot be gone on with is a *checkpoint.Error.
func Resume(file *checkpoint.File) (Options, error) {
	from := &Resumption{file: file}
	if err := file.WrapError(file.Header.CheckAlgorithm(Algorithm, Revision)); err != nil {
		return Options{}, err
	}
	k := &from.kept
	if err := json.Unmarshal(file.Header.Run, k); err != nil {
		return Options{}, file.Damaged("%v", err)
	}
	if k.Repeats != nil && k.Rules != (keptRules{}) {
		return Options{}, file.Damaged("a run that is repeated has no rules")
	}
	k.Parameters.Seed = file.Header.Seed
	return Options{
		Parameters: k.Parameters, Iterations: k.Rules.Iterations, TimeLimit: k.Rules.TimeLimit, Target: k.Rules.Target, Stall: k.Rules.Stall,
		Idle: k.Rules.Idle, open: k.Rules.Open, Schedule: k.Repeats, Resume: from,
	}, nil
}

// Iteration returns the one behind which the run is gone on with.
func (from *Resumption) Iteration() int { return from.file.Header.Iteration }

// begin takes what a run goes on with into options whose clock has been set. Another instance than the run's is refused.
func (from *Resumption) begin(instance *tsp.Instance, o *Options) error {
	if from == nil {
		return nil
	}
	h, k := from.file.Header, &from.kept
	is := checkpoint.Instance{Name: instance.Name, Cities: instance.Dimension(), SHA256: instance.SHA256()}
	if err := from.file.WrapError(h.CheckInstance(is)); err != nil {
		return err
	}
	if h.Elapsed < 0 || h.Iteration < 0 || h.Iteration > maxIterations || k.Begun == nil && h.Iteration > 0 {
		return from.file.Damaged("it is of iteration %d after %v", h.Iteration, h.Elapsed)
	}
	o.open = o.open && o.rules() == k.Rules
	o.Parameters, o.Started = k.Parameters, o.Started.Add(-h.Elapsed)
	if k.First == "" {
		return nil
	}
	first, err := from.file.Words("first", uint64(is.Cities))
	if err != nil {
		return err
	}
	o.InitialTour = make(tsp.Tour, len(first))
	for place, city := range first {
		o.InitialTour[place] = int32(city)
	}
	if err := o.InitialTour.Validate(is.Cities); err != nil {
		return from.file.Damaged("its first tour: %v", err)
	}
	return nil
}
