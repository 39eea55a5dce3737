package merged

import (
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
	s := &from.saved
	if err := engine.LoadRun(file, Algorithm, s); err != nil {
		return Options{}, err
	}
	if s.Replayed != nil && s.Rules != (savedRules{}) {
		return Options{}, file.Damaged("it has a schedule to repeat and stop rules")
	}
	s.Parameters.Seed = file.Header.Seed
	return Options{
		Rules: s.Rules.Rules, Options: engine.Options{Resumed: append(s.ResumedAt, from.Iteration())}, Parameters: s.Parameters, Resume: from,
		Schedule: s.Replayed, defaultRules: s.Rules.AreDefaults,
	}, nil
}

// hasProgress reports whether the resumed run had begun its iterations.
func (from *Resumption) hasProgress() bool { return from != nil && from.saved.Progress != nil }

// Iteration returns the iteration after which the run is resumed.
func (from *Resumption) Iteration() int { return from.file.Header.Iteration }

// applyTo sets the parameters and the initial tour of the resumed run and adds its time to the clock. It returns an error if the instance is
// another one.
func (from *Resumption) applyTo(instance *tsp.Instance, o *Options) error {
	if from == nil {
		return nil
	}
	s := &from.saved
	if err := o.ContinueClock(from.file, instance); err != nil {
		return err
	}
	if at := from.Iteration(); at > maxIterations || s.Progress == nil && at > 0 {
		return from.file.Damaged("iteration %d is impossible", at)
	}
	o.defaultRules = o.defaultRules && o.rules() == s.Rules
	o.Parameters = s.Parameters
	if s.StartKind == "" {
		return nil
	}
	first, err := from.file.Words("first", uint64(instance.Dimension()))
	if err != nil {
		return err
	}
	o.InitialTour = make(tsp.Tour, len(first))
	for place, city := range first {
		o.InitialTour[place] = int32(city)
	}
	if err := o.InitialTour.Validate(instance.Dimension()); err != nil {
		return from.file.Damaged("its first tour: %v", err)
	}
	return nil
}
