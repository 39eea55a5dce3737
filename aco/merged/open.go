package merged

import (
	"context"
	"errors"

	"github.com/aco-vk/aco-vk/aco/engine"
	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/pipeline"
)

// setup implements engine.Setup.
type setup struct {
	model   *model.Model
	options Options
}

// Plan implements engine.Setup.
func (s setup) Plan(part engine.Part, device *pipeline.Device) (pipeline.Recording, error) {
	if device == nil {
		return Recipe(partOf(s.model, part), limitsOf(nil))
	}
	return checkedRecipe(partOf(s.model, part), limitsOf(device))
}

// Prepare implements engine.Setup.
func (s setup) Prepare(ctx context.Context) error {
	if err := s.model.Prepare(ctx, s.options.InitialTour); err != nil {
		return err
	}
	return checkFirstTour(s.model, s.options)
}

// Start implements engine.Setup.
func (s setup) Start(ctx context.Context, part engine.Part, run *pipeline.Run, recording pipeline.Recording) (colonies, error) {
	m := partOf(s.model, part)
	if run == nil {
		c := newCPUColonies(m)
		if o := s.options; o.TimeLimit > 0 {
			c.limit = o.Started.Add(o.TimeLimit - o.AfterRun)
		}
		return c, nil
	}
	for name, value := range values(m) {
		if err := run.Set(name, value); err != nil {
			return nil, err
		}
	}
	d := newDeviceColonies(run, recording, m, s.options.MaxSubmit)
	if err := uploadTables(ctx, run, m); err != nil {
		return nil, err
	}
	if run.HasBuffer("trails") {
		if err := run.Fill("trails", 0); err != nil {
			return nil, err
		}
	}
	tours, states := split(firstTours(m))
	return d, d.adopt(tours, states)
}

// partOf returns the model of a site with a part of the colonies.
func partOf(m *model.Model, part engine.Part) *model.Model {
	own := *m
	own.FirstColony, own.Colonies = part.First, part.Count
	return &own
}

// open prepares the sites for the first iteration. If the context ends first, there are no sites and ended is true.
func open(ctx context.Context, m *model.Model, devices []*pipeline.Device, o Options) (sites []*site, lost []engine.DeviceResult, ended bool, err error) {
	sites, lost, err = engine.Open(ctx, setup{m, o}, m.Parameters.Colonies, devices, o.Started)
	if err != nil && ctx.Err() != nil && errors.Is(err, ctx.Err()) && o.Resume == nil {
		return nil, make([]engine.DeviceResult, len(devices)), true, nil
	}
	return sites, lost, false, err
}

// stateFor returns the state of a colony that starts from a tour of this length.
func stateFor(length uint64) model.State {
	return model.State{Length: length, Best: length, Measured: length}
}
