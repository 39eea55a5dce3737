package engine

import (
	"github.com/aco-vk/aco-vk/aco/checkpoint"
	"github.com/aco-vk/aco-vk/tsp"
)

// Saved is the field Run of the header of a method's checkpoints.
type Saved interface {
	HasProgress() bool // the run had begun its iterations
	HasFirst() bool    // the file has the first tour of the run, or its initial tour
}

// Resumption is a run to resume. nil is a new run.
type Resumption[S Saved] struct {
	File  *checkpoint.File
	Saved S
}

// LoadResumption reads the run of a checkpoint. It returns the errors of LoadRun.
func LoadResumption[S Saved](file *checkpoint.File, algorithm string) (*Resumption[S], error) {
	from := &Resumption[S]{File: file}
	return from, LoadRun(file, algorithm, &from.Saved)
}

// HasProgress reports whether the resumed run had begun its iterations.
func (from *Resumption[S]) HasProgress() bool { return from != nil && from.Saved.HasProgress() }

// Iteration returns the iteration after which the run is resumed; 0 for nil.
func (from *Resumption[S]) Iteration() int {
	if from == nil {
		return 0
	}
	return from.File.Header.Iteration
}

// Continue adds the time of the resumed run to the clock, and sets its initial tour if it has one. It
// returns an error if the instance is another one.
func (from *Resumption[S]) Continue(instance *tsp.Instance, o *Options, initial *tsp.Tour) (err error) {
	if err = o.ContinueClock(from.File, instance); err != nil {
		return err
	}
	if at := from.Iteration(); at > 0 && !from.HasProgress() {
		return from.File.Damaged("iteration %d is impossible", at)
	}
	if from.Saved.HasFirst() {
		*initial, err = LoadFirst(from.File, instance.Dimension())
	}
	return err
}
