package merged

import (
	"encoding/json"
	"fmt"

	"github.com/aco-vk/aco-vk/checkpoint"
	"github.com/aco-vk/aco-vk/tsp"
)

// Resumption is a run to go on with.
type Resumption struct {
	file *checkpoint.File
	kept kept
}

// Resume returns the options to go on with the run of a checkpoint: its parameters and its rules. Other iterations and another time limit may be
// put in their place: then what follows is planned anew. With the same the tour is that of a run that was never interrupted, on whichever
// devices. The file is read again when the run begins. What cannot be gone on with is a *checkpoint.Error.
func Resume(file *checkpoint.File) (Options, error) {
	from := &Resumption{file: file}
	if err := file.Refuse(file.Header.IsBy(Algorithm, Revision)); err != nil {
		return Options{}, err
	}
	k := &from.kept
	if err := json.Unmarshal(file.Header.Run, k); err != nil {
		return Options{}, from.damaged("%v", err)
	}
	k.Parameters.Seed = file.Header.Seed
	return Options{
		Parameters: k.Parameters, Iterations: k.Rules.Iterations, TimeLimit: k.Rules.TimeLimit, Target: k.Rules.Target, Stall: k.Rules.Stall,
		Idle: k.Rules.Idle, open: k.Rules.Open, Schedule: k.Repeats, Resume: from,
	}, nil
}

// Caller returns what the file has of Checkpoint.Caller.
func (from *Resumption) Caller() json.RawMessage { return from.kept.Caller }

func (from *Resumption) damaged(format string, arguments ...any) error {
	return from.file.Refuse(fmt.Errorf("%w: %s", checkpoint.ErrDamaged, fmt.Sprintf(format, arguments...)))
}

// begin takes what a run goes on with into options whose clock has been set. Another instance than the run's is refused.
func (from *Resumption) begin(instance *tsp.Instance, o *Options) error {
	if from == nil {
		return nil
	}
	h, k := from.file.Header, &from.kept
	is := checkpoint.Instance{Name: instance.Name, Cities: instance.Dimension(), SHA256: instance.SHA256()}
	if err := from.file.Refuse(h.IsOf(is)); err != nil {
		return err
	}
	if h.Elapsed < 0 || h.Iteration < 0 || h.Iteration > maxIterations || k.Begun == nil && h.Iteration > 0 {
		return from.damaged("it is of iteration %d after %v", h.Iteration, h.Elapsed)
	}
	if o.Target != k.Rules.Target || o.Stall != k.Rules.Stall {
		return refuse("a run that is gone on with keeps its target and its stall; give iterations or a time limit, or begin anew")
	}
	if o.Iterations != k.Rules.Iterations || o.TimeLimit != k.Rules.TimeLimit {
		o.Idle, o.open = 0, false
	}
	o.Parameters, o.Started = k.Parameters, o.Started.Add(-h.Elapsed)
	if !k.Initial && k.Begun == nil {
		return nil
	}
	first, err := from.words("first", uint64(is.Cities))
	o.InitialTour = make(tsp.Tour, len(first))
	for place, city := range first {
		o.InitialTour[place] = int32(city)
	}
	return err
}

// words returns those of a section.
func (from *Resumption) words(name string, words uint64) ([]uint32, error) {
	section, err := from.file.Section(name, words)
	if err != nil {
		return nil, err
	}
	return section.All()
}
