package merged

import (
	"math"
	"runtime"
	"slices"
	"sync"
	"time"

	"github.com/aco-vk/aco-vk/aco/engine"
	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/aco/option"
	"github.com/aco-vk/aco-vk/internal/memory"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/vk/pipeline"
)

// decide decides what a run is made of, before anything is made: the parameters, how devices share the
// colonies, whether the processor begins, and the memory of the host. All of it follows from the
// options, the devices, and the size and structure of the instance. The errors are those of Solve.
func decide(instance *tsp.Instance, devices []*pipeline.Device, options Options) (s setup, err error) {
	o := options.WithDefaults()
	if err = o.continueRun(instance); err != nil {
		return s, err
	}
	if err = o.validate(); err != nil {
		return s, err
	}
	automatic := o.Parameters.Colonies == 0 && instance.Dimension() > 0
	if automatic {
		chooseColonies(&o, instance, devices)
	}
	m, err := model.NewUnprepared(instance, o.Parameters)
	if err != nil {
		return s, err
	}
	m.Target, m.Stall = uint64(o.Target), uint32(o.Stall)
	if o.Schedule != nil {
		m.Target, m.Stall = uint64(o.Schedule.Target), uint32(o.Schedule.Stall)
	}
	s = setup{options: o, devices: devices, upload: new(sync.Once)}.with(m)
	if automatic {
		s = s.fitColonies()
	}
	if s.group && slices.Contains(devices, nil) {
		return s, option.Errorf("the processor cannot share one tour with other devices, because it merges changes much more slowly: " +
			"leave it out, or give each device a tour of its own").
			With(option.Set(option.Colonies, len(devices)))
	}
	return s.withHost()
}

// with returns the setup with a model. Several devices work on one tour together if there is one
// colony.
func (s setup) with(m *model.Model) setup {
	s.model, s.group = m, m.Parameters.Colonies == 1 && len(s.devices) > 1
	s.active = s.group && canWaitActively(s.devices)
	return s
}

// withHost returns the setup with its plan of the host's memory, or an error if the host has not so
// much. With a time limit the processor makes iterations until the devices are ready, if there is
// memory for its colonies besides: without a limit the result does not depend on when the run starts.
func (s setup) withHost() (setup, error) {
	onProcessor, parts, available := slices.Contains(s.devices, nil), s.deviceMemory(), s.availableMemory()
	if err := sizeOf(s.model, onProcessor).check(parts, available); err != nil {
		return s, err
	}
	s.early = s.options.byClock() && s.options.Resume == nil && !onProcessor &&
		sizeOf(s.model, true).check(parts, available) == nil
	s.host = sizeOf(s.model, onProcessor || s.early).plan(parts)
	return s, nil
}

// availableMemory returns the memory of the host that the run may take. What the caller holds is
// available to it. 0: not known.
func (s setup) availableMemory() uint64 {
	available := s.options.HostMemory
	if available == 0 {
		if available = memory.Available(); available > 0 {
			available += sizeOf(s.model, false).plan(nil).Held()
		}
	}
	return available
}

// deviceMemory returns the parts of the host's memory that devices without memory of their own take.
func (s setup) deviceMemory() (parts HostPlan) {
	all, err := s.Divide(len(s.devices))
	if err != nil {
		return nil
	}
	for i, device := range s.devices {
		if device == nil || !pipeline.SharesHostMemory(device.Info()) {
			continue
		}
		if recording, err := s.Plan(all[i], device); err == nil {
			plan := recording.MemoryPlan()
			parts = append(parts, hostItem{Name: "device", Bytes: plan.Bytes(), Device: true})
		}
	}
	return parts
}

// byClock reports whether the clock ends a new run.
func (o *Options) byClock() bool { return o.Schedule == nil && o.Iterations == 0 && o.TimeLimit > 0 }

// chooseColonies sets the number of colonies. If one colony is recommended for this number of
// cities, all devices work on its tour. Otherwise there is at least one colony for each device.
func chooseColonies(o *Options, instance *tsp.Instance, devices []*pipeline.Device) {
	p, cities := &o.Parameters, instance.Dimension()
	best := model.Recommended(cities).Colonies
	byClock := o.byClock()
	// fixed edges exclude edge assembly, which needs many tours
	if byClock && p.Noise > 0 && len(instance.Fixed) == 0 && areGPUs(devices) {
		best = max(best, model.PopulationWithin(o.TimeLimit, cities, max(len(devices), 1)))
	}
	if byClock && o.Peers == nil {
		best = min(best, max(coloniesWithin(o.TimeLimit, cities, devices), len(devices)))
	}
	if best == 1 {
		p.Colonies = 1
		if byClock && p.Ants == 0 && areGPUs(devices) {
			p.Ants = model.GroupAnts(cities, len(devices))
		}
	} else {
		p.Colonies = max(len(devices), best)
	}
}

// fitColonies lowers a number of colonies that exceeds the recommended one to what fits the devices and
// the host, but not to less than a population or the recommended number has: the error of Solve then
// says what can be done.
func (s setup) fitColonies() setup {
	least := model.Recommended(s.model.Cities).Colonies
	if least > 1 {
		least = max(least, len(s.devices))
	}
	with := func(colonies int) setup {
		m := *s.model
		m.Colonies, m.Parameters.Colonies = colonies, colonies
		return s.with(&m)
	}
	fits := func(colonies int) bool {
		_, err := with(colonies).withHost()
		if err == nil {
			_, err = with(colonies).devicePlans()
		}
		return err == nil
	}
	chosen := s.model.Colonies
	if chosen <= least || fits(chosen) {
		return s
	}
	if chosen = option.Largest(chosen, fits); chosen < max(least, model.MinPopulation(s.model.Cities)) {
		chosen = least
	}
	return with(chosen)
}

// devicePlans returns the memory that the run takes of each device. The processor has the data of a
// device.
func (s setup) devicePlans() ([]pipeline.MemoryPlan, error) {
	return engine.Plans(s, s.devices, func(_ engine.ColonyRange, recording pipeline.Recording) uint64 {
		plan := recording.MemoryPlan()
		return plan.Bytes()
	})
}

// coloniesWithin returns the most colonies that devices and the processor have time for.
func coloniesWithin(limit time.Duration, cities int, devices []*pipeline.Device) int {
	antTime := time.Duration(0)
	for _, d := range devices {
		switch {
		case d == nil:
			antTime = max(antTime, model.ProcessorAntTime)
		case d.Info().IsSoftware():
			antTime = max(antTime, model.SoftwareAntTime)
		}
	}
	if antTime == 0 {
		return math.MaxInt
	}
	return model.ColoniesWithin(limit, cities, antTime/time.Duration(runtime.GOMAXPROCS(0)))
}

// areGPUs reports whether all devices are fast enough for the colonies of model.PopulationWithin.
func areGPUs(devices []*pipeline.Device) bool {
	return !slices.ContainsFunc(
		devices, func(d *pipeline.Device) bool { return d == nil || d.Info().Type != "discrete" },
	)
}

// PlansFor returns the memory that Solve takes of each device. It allocates nothing. It returns
// the errors of Solve.
func PlansFor(instance *tsp.Instance, devices []*pipeline.Device, options Options) ([]pipeline.MemoryPlan, error) {
	s, err := decide(instance, devices, options)
	if err != nil {
		return nil, err
	}
	return s.devicePlans()
}

// PlanHost returns the memory that Solve takes of the host at its peak. It allocates nothing. It
// returns the errors of Solve.
func PlanHost(instance *tsp.Instance, devices []*pipeline.Device, options Options) (HostPlan, error) {
	s, err := decide(instance, devices, options)
	return s.host, err
}
