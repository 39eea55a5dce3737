package merged

import (
	"context"
	"errors"
	"runtime"
	"slices"
	"sync"
	"time"

	"github.com/aco-vk/aco-vk/aco/engine"
	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/pipeline"
)

// setup implements engine.Setup.
type setup struct {
	model   *model.Model
	options Options
	group   bool // the devices work on one tour together
	active  bool // the host of a group waits actively
	upload  *sync.Once
}

func newSetup(m *model.Model, devices []*pipeline.Device, o Options) setup {
	s := setup{model: m, options: o, group: isGroup(m, devices), upload: new(sync.Once)}
	s.active = s.group && canWaitActively(devices)
	return s
}

// canWaitActively reports whether there are enough processors for waiting actively: one for each device, and as many for other work. A software
// device needs them itself.
func canWaitActively(devices []*pipeline.Device) bool {
	software := func(d *pipeline.Device) bool { return d.Info().IsSoftware() }
	return runtime.GOMAXPROCS(0) >= 2*len(devices) && !slices.ContainsFunc(devices, software)
}

// tell reports a phase before the first iteration.
func (s setup) tell(phase engine.Phase) {
	if s.options.watch != nil {
		s.options.watch(engine.Progress{Phase: phase, Elapsed: time.Since(s.options.Started)})
	}
}

// Parts implements engine.Setup.
func (s setup) Parts(devices int) ([]engine.Part, error) {
	if s.group {
		return slices.Repeat([]engine.Part{{Count: 1}}, devices), nil
	}
	return engine.Spread(s.model.Parameters.Colonies, devices)
}

// Join implements engine.Setup.
func (s setup) Join(started []*site, results []engine.DeviceResult) []*site {
	if !s.group {
		return started
	}
	return []*site{{Colonies: newGroup(s.model, started, results, s.options.Started, s.active), Part: started[0].Part, Device: started[0].Device}}
}

// Plan implements engine.Setup.
func (s setup) Plan(part engine.Part, device *pipeline.Device) (pipeline.Recording, error) {
	if device == nil {
		return Recipe(partOf(s.model, part), limitsOf(nil))
	}
	recipe := recipe(Recipe)
	if s.group {
		recipe = GroupRecipe
	}
	return recipe.checked(partOf(s.model, part), limitsOf(device))
}

// Prepare implements engine.Setup.
func (s setup) Prepare(ctx context.Context) error {
	initial := s.options.InitialTour
	s.model.OnFirstTours = func() { s.tell(engine.PhaseFirstTours) }
	if err := s.model.Prepare(ctx, initial); err != nil {
		return err
	}
	err := checkFirstTour(s.model, s.options)
	resumed := s.options.Resume != nil && s.options.Resume.Iteration() > 0
	if initial == nil || err == nil && !resumed {
		return err
	}
	s.model.StartFrom(initial) // the run to continue or to repeat started from it, even if a greedy tour is shorter
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
	if m.Cities > maxEarlyCities { // smaller instances take no time to upload, and the processor may have begun iterations
		s.upload.Do(func() { s.tell(engine.PhaseUpload) })
	}
	d := newDeviceColonies(run, recording, m, s.options.MaxSubmit)
	if err := uploadTables(ctx, run, m); err != nil {
		return nil, err
	}
	tours, states := split(firstTours(m))
	if err := d.adopt(tours, states); err != nil || !s.group {
		return d, err
	}
	return &member{deviceColonies: d}, nil
}

// partOf returns the model of a site with a part of the colonies.
func partOf(m *model.Model, part engine.Part) *model.Model {
	own := *m
	own.FirstColony, own.Colonies = part.First, part.Count
	return &own
}

// opened are the sites of a run before the first iteration.
type opened struct {
	sites   []*site
	devices []engine.DeviceResult
	opening *engine.Opening[colonies] // not nil: of the devices, while the processor makes the iterations
	ended   bool                      // the context has ended; there are no sites
}

// open prepares the sites for the first iteration. The context must last as long as the run.
func open(ctx context.Context, m *model.Model, devices []*pipeline.Device, o Options) (s opened, err error) {
	starting := engine.Watched(newSetup(m, devices, o), devices, o.Started, o.watch)
	if startsEarly(m, devices, o) {
		s.sites, s.devices, s.opening, err = engine.Begin(ctx, starting, devices, o.Started)
	} else {
		s.sites, s.devices, err = engine.Open(ctx, starting, devices, o.Started)
	}
	if err != nil && ctx.Err() != nil && errors.Is(err, ctx.Err()) && o.Resume == nil {
		return opened{devices: make([]engine.DeviceResult, len(devices)), ended: true}, nil
	}
	return s, err
}

// maxEarlyCities bounds the time of an iteration on the processor, because the devices wait for its end: with 12,000 cities it has 12,000
// ants, which take two slow cores about 0.2 s. Larger instances take longer to prepare, so devices are ready sooner after that.
const maxEarlyCities = 12_000

// startsEarly reports whether the processor makes iterations until the devices are ready. Without a time limit the result does not depend
// on when the run starts, and all iterations are the devices'.
func startsEarly(m *model.Model, devices []*pipeline.Device, o Options) bool {
	byClock := o.Schedule == nil && o.Iterations == 0 && o.TimeLimit > 0
	return byClock && o.Resume == nil && m.Cities <= maxEarlyCities && !slices.Contains(devices, nil)
}

// stateFor returns the state of a colony that starts from a tour of this length.
func stateFor(length uint64) model.State {
	return model.State{Length: length, Best: length, Measured: length}
}
