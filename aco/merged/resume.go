package merged

import (
	"encoding/json"
	"slices"

	"github.com/aco-vk/aco-vk/aco/engine"
	"github.com/aco-vk/aco-vk/checkpoint"
	"github.com/aco-vk/aco-vk/tsp"
)

// Resumption is a run to resume.
type Resumption struct {
	file  *checkpoint.File
	saved saved
}

// Resume returns options that resume the run of a checkpoint, with its parameters and rules. With these the tour equals that of a run
// without interruption, on any devices. The caller may change the rules. Then the rest of the run gets a new plan. The file is read again
// when the run begins. If the run cannot be resumed, the error is a *checkpoint.Error.
func Resume(file *checkpoint.File) (Options, error) {
	from := &Resumption{file: file}
	if err := file.WrapError(file.Header.CheckAlgorithm(Algorithm, engine.Revision(file.Header.Seed))); err != nil {
		return Options{}, err
	}
	s := &from.saved
	if err := json.Unmarshal(file.Header.Run, s); err != nil {
		return Options{}, file.Damaged("%v", err)
	}
	if s.Replayed != nil && s.Rules != (savedRules{}) {
		return Options{}, file.Damaged("a run that is repeated has no rules")
	}
	s.Parameters.Seed = file.Header.Seed
	return Options{
		Parameters: s.Parameters, Iterations: s.Rules.Iterations, TimeLimit: s.Rules.TimeLimit, Target: s.Rules.Target, Stall: s.Rules.Stall,
		Idle: s.Rules.Idle, open: s.Rules.Open, Schedule: s.Replayed, Resume: from,
	}, nil
}

// Iteration returns the iteration after which the run is resumed.
func (from *Resumption) Iteration() int { return from.file.Header.Iteration }

// resumed returns the iterations after which the run was resumed, including this time.
func (from *Resumption) resumed() []int {
	if from == nil {
		return nil
	}
	return append(slices.Clone(from.saved.ResumedAt), from.Iteration())
}

// begin sets the parameters and the initial tour of the resumed run and adds its time to the clock. It returns an error if the instance is
// another one.
func (from *Resumption) begin(instance *tsp.Instance, o *Options) error {
	if from == nil {
		return nil
	}
	h, s := from.file.Header, &from.saved
	is := engine.InstanceOf(instance)
	if err := from.file.WrapError(h.CheckInstance(is)); err != nil {
		return err
	}
	if h.Elapsed < 0 || h.Iteration < 0 || h.Iteration > maxIterations || s.Progress == nil && h.Iteration > 0 {
		return from.file.Damaged("it is of iteration %d after %v", h.Iteration, h.Elapsed)
	}
	o.open = o.open && o.rules() == s.Rules
	o.Parameters, o.Started = s.Parameters, o.Started.Add(-h.Elapsed)
	if s.StartKind == "" {
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
