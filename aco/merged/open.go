package merged

import (
	"context"
	"runtime"
	"slices"
	"sync"
	"time"

	"github.com/aco-vk/aco-vk/aco/engine"
	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/internal/timeline"
	"github.com/aco-vk/aco-vk/vk/pipeline"
)

// setup implements engine.Setup.
type setup struct {
	model   *model.Model
	options Options
	devices []*pipeline.Device
	host    HostPlan
	early   bool // the processor may make iterations before the devices are ready
	group   bool // the devices work on one tour together
	active  bool // the host of a group waits actively
	upload  *sync.Once
}

// canWaitActively reports whether there are enough processors for waiting actively: one for each
// device, and as many for other work. The processor and a software device need them themselves.
func canWaitActively(devices []*pipeline.Device) bool {
	software := func(d *pipeline.Device) bool { return d == nil || d.Info().IsSoftware() }
	return runtime.GOMAXPROCS(0) >= 2*len(devices) && !slices.ContainsFunc(devices, software)
}

// tell reports a phase before the first iteration.
func (s setup) tell(phase engine.Phase) {
	if s.options.watch != nil {
		s.options.watch(engine.Progress{Phase: phase, Elapsed: time.Since(s.options.Started)})
	}
}

// Divide implements engine.Setup.
func (s setup) Divide(devices int) ([]engine.ColonyRange, error) {
	if s.group {
		return slices.Repeat([]engine.ColonyRange{{Count: 1}}, devices), nil
	}
	return engine.Spread(s.model.Parameters.Colonies, devices)
}

// Join implements engine.Setup.
func (s setup) Join(started []*site, results []engine.DeviceResult) []*site {
	if !s.group {
		return started
	}
	first := started[0]
	g := newGroup(s.model, started, results, s.options.Started, s.active)
	return []*site{{Colonies: g, ColonyRange: first.ColonyRange, Device: first.Device}}
}

// Plan implements engine.Setup.
func (s setup) Plan(own engine.ColonyRange, device *pipeline.Device) (pipeline.Recording, error) {
	if device == nil {
		return Recipe(modelOf(s.model, own), limitsOf(nil))
	}
	recipe := recipe(Recipe)
	if s.group {
		recipe = GroupRecipe
	}
	return recipe.checked(modelOf(s.model, own), limitsOf(device))
}

// Prepare implements engine.Setup.
func (s setup) Prepare(ctx context.Context) error {
	initial := s.options.InitialTour
	times, began := timeline.From(ctx), time.Now()
	s.model.OnFirstTours = func() {
		times.Add(timeline.Candidates, began)
		began = time.Now()
		s.tell(engine.PhaseFirstTours)
	}
	if deadline, limited := ctx.Deadline(); limited && s.options.TimeLimit > 0 && s.options.Resume == nil {
		s.model.End = func() time.Time {
			now := measureSpeed(s.model, s.model.StartTour)
			return deadline.Add(-now.leftToShorten(s.model, time.Until(deadline)))
		}
	}
	if err := s.model.Prepare(ctx, initial); err != nil {
		return err
	}
	err := s.addInitial(ctx)
	times.Add(timeline.FirstTours, began)
	resumed := s.options.Resume != nil && s.options.Resume.Iteration() > 0
	if initial == nil || err == nil && !resumed {
		return err
	}
	// The run to continue or to repeat started from this tour, even if a greedy tour is shorter.
	s.model.StartFrom(initial)
	if resumed && s.options.Resume.Saved.HasInitial {
		return nil
	}
	return checkFirstTour(s.model, s.options)
}

// addInitial makes one colony of a new run start from an initial tour that is longer than the greedy
// tour. It returns an error if the schedule to repeat is of a run that started from other tours.
func (s setup) addInitial(ctx context.Context) error {
	if s.options.Resume.HasProgress() {
		if s.options.Resume.Saved.HasInitial { // in a tour of its colonies
			return nil
		}
	} else if s.options.InitialTour != nil && s.model.StartKind == model.StartGreedy {
		s.model.AddInitial(s.options.InitialTour)
	}
	err := checkFirstTour(s.model, s.options)
	if err == nil || !s.model.HasInitial {
		return err
	}
	// a run of an earlier version did not use it
	s.model.HasInitial = false
	if err := s.model.Diversify(ctx, 0); err != nil {
		return err
	}
	return checkFirstTour(s.model, s.options)
}

// Start implements engine.Setup.
func (s setup) Start(
	ctx context.Context, own engine.ColonyRange, run *pipeline.Run, recording pipeline.Recording,
) (colonies, error) {
	m := modelOf(s.model, own)
	if run == nil {
		return newCPUColonies(m), nil
	}
	for name, value := range values(m) {
		if err := run.Set(name, value); err != nil {
			return nil, err
		}
	}
	if m.Cities > largeUpload && !s.early { // else the run reports its iterations meanwhile
		s.upload.Do(func() { s.tell(engine.PhaseUpload) })
	}
	d := newDeviceColonies(run, recording, m, s.options.MaxSubmit)
	if s.options.Record != nil {
		d.Single()
	}
	if err := Upload(ctx, run, m); err != nil {
		return nil, err
	}
	tours, states := split(firstTours(m))
	if err := d.adopt(tours, states); err != nil || !s.group {
		return d, err
	}
	return &member{deviceColonies: d}, nil
}

// modelOf returns the model of a site with some of the colonies.
func modelOf(m *model.Model, own engine.ColonyRange) *model.Model {
	ofSite := *m
	ofSite.FirstColony, ofSite.Colonies = own.First, own.Count
	return &ofSite
}

// largeUpload is the number of cities from which it takes a noticeable time to upload the data.
const largeUpload = 12_000

// stateFor returns the state of a colony that starts from a tour of this length.
func stateFor(length uint64) model.State {
	return model.State{Length: length, Best: length, Measured: length}
}

// moveColonies moves the colonies to other sites. A round of annealing starts anew: its length was
// chosen by the speed of the old sites. The phases at the end are expected anew, too: while pipelines
// were compiled on all cores, the processor looked slow, and Or-opt of the tour that few ants had
// improved got the time that the devices now have for iterations.
func (r *run) moveColonies(replaceSites func()) {
	states := r.carriedStates()
	if r.Failure() != nil {
		return
	}
	replaceSites()
	r.Each(func(s *site) error { return s.Colonies.restore(states[s.First:][:s.Count], r.Scheduled()) })
	if p, ok := r.plan.(*plan); ok {
		p.restartRound()
	}
	r.expectTimes()
}

// restartRound makes the next step the first one of the current round.
func (p *plan) restartRound() {
	if p.Round > 0 && !p.RoundDone {
		p.Round--
		p.EpochRound--
		p.RoundDone, p.RoundEnd = true, p.RoundStart+1 // before the limit: there is another round
	}
}
