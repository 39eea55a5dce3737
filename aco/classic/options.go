package classic

import (
	"github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/aco/engine"
	"github.com/aco-vk/aco-vk/tsp"
)

// Options are the parameters and stop rules of a run.
type Options struct {
	engine.Rules
	engine.Options
	Parameters  model.Parameters
	InitialTour tsp.Tour // the first tour, unless the nearest-neighbour tour is shorter; nil: the nearest-neighbour tour
	Kernel      KernelConfig
	Resume      *Resumption // run to resume, with its parameters, its initial tour and its time so far; nil: none

	watch func(engine.Progress)
}

// WithDefaults returns the options with defaults filled in.
func (o Options) WithDefaults() Options {
	o.Options = o.Options.WithDefaults()
	if o.Rules.None() {
		o.Rules = engine.DefaultRules()
	}
	return o
}

// validate returns an error for invalid options.
func (o Options) validate() error {
	if err := o.Rules.Validate(engine.MaxIterations); err != nil {
		return err
	}
	if err := o.Kernel.validate(); err != nil {
		return err
	}
	return o.Options.Validate()
}

// callerState returns the caller's data for checkpoints. The default is that of the resumed file.
func (o Options) callerState() []byte {
	if o.Checkpoint.Caller == nil && o.Resume != nil {
		return o.Resume.Caller()
	}
	return o.Checkpoint.Caller
}

func (o Options) StopRules() model.StopRules {
	return model.StopRules{Target: uint64(o.Target), Stall: uint32(o.Stall)}
}
