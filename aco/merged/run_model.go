package merged

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"math"
	"runtime"
	"slices"
	"time"

	"github.com/aco-vk/aco-vk/aco/engine"
	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/aco/option"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/vk/pipeline"
)

// PlansFor returns the memory that Solve takes of each device. It allocates nothing. It returns
// the errors of Solve.
func PlansFor(instance *tsp.Instance, devices []*pipeline.Device, options Options) ([]pipeline.MemoryPlan, error) {
	o := options.WithDefaults()
	if err := o.Resume.applyTo(instance, &o); err != nil {
		return nil, err
	}
	m, err := newModel(instance, devices, o)
	if err != nil {
		return nil, err
	}
	if err := checkHostFor(m, devices, o); err != nil {
		return nil, err
	}
	host := func(_ engine.ColonyRange, recording pipeline.Recording) uint64 {
		plan := recording.MemoryPlan()
		return plan.Bytes() // the reference has the data of a device
	}
	return engine.Plans(newSetup(m, devices, o), devices, host)
}

// recipe returns the recording of an iteration.
type recipe func(*model.Model, pipeline.Limits) (pipeline.Recording, error)

// checked returns the recording of a model, or an error with remedies if it does not fit the
// limits.
func (r recipe) checked(m *model.Model, limits pipeline.Limits) (pipeline.Recording, error) {
	recording, err := r(m, limits)
	if err != nil {
		return pipeline.Recording{}, err
	}
	if err := recording.Check(limits); err != nil {
		return pipeline.Recording{}, &option.TooLargeError{Err: err, Remedies: r.remedies(m, limits)}
	}
	return recording, nil
}

// remedies returns changes with which the recipe fits, the smallest first.
func (r recipe) remedies(m *model.Model, limits pipeline.Limits) []option.Remedy {
	fits := func(change func(*model.Model)) bool {
		other := *m
		change(&other)
		recording, err := r(&other, limits)
		return err == nil && recording.Check(limits) == nil
	}
	colonies := option.Largest(
		m.Colonies, func(colonies int) bool { return fits(func(m *model.Model) { m.Colonies = colonies }) },
	)
	if colonies > 0 {
		return []option.Remedy{option.AtMost(option.Colonies, colonies)}
	}
	if ants := option.Largest(m.Ants, func(ants int) bool { return fits(func(m *model.Model) { m.Ants = ants }) }); ants > 0 {
		return []option.Remedy{option.AtMost(option.Ants, ants)}
	}
	return []option.Remedy{
		option.Other(option.Devices), option.Set(option.Devices, option.CPU), option.Set(option.Algorithm, option.MMAS),
	}
}

// limitsOf returns the limits of a device. The processor has none and is planned like a small
// device.
func limitsOf(device *pipeline.Device) pipeline.Limits {
	if device == nil {
		return pipeline.Limits{GroupSize: 128, SharedBytes: 16 << 10, SubgroupSize: 32, MinSubgroupSize: 32}
	}
	return pipeline.LimitsOf(device.Info())
}

// newModel returns the unprepared model of a run.
func newModel(instance *tsp.Instance, devices []*pipeline.Device, o Options) (*model.Model, error) {
	if err := o.validate(); err != nil {
		return nil, err
	}
	if o.Parameters.Colonies == 0 && instance.Dimension() > 0 {
		chooseColonies(&o, instance, devices)
		fitColonies(&o, instance, devices)
	}
	m, err := model.NewUnprepared(instance, o.Parameters)
	if err != nil {
		return nil, err
	}
	if m.Parameters.Colonies == 1 && len(devices) > 1 && slices.Contains(devices, nil) {
		return nil, option.Errorf("the processor cannot share one tour with other devices, because it merges changes much more slowly: " +
			"leave it out, or give each device a tour of its own").
			With(option.Set(option.Colonies, len(devices)))
	}
	m.Target, m.Stall = uint64(o.Target), uint32(o.Stall)
	if o.Schedule != nil {
		m.Target, m.Stall = uint64(o.Schedule.Target), uint32(o.Schedule.Stall)
	}
	return m, nil
}

// isGroup reports whether the devices work on one tour together: there is one colony, and several
// devices.
func isGroup(m *model.Model, devices []*pipeline.Device) bool {
	return m.Parameters.Colonies == 1 && len(devices) > 1
}

// chooseColonies sets the number of colonies. If one colony is recommended for this number of
// cities, all devices work on its tour. Otherwise there is at least one colony for each device.
func chooseColonies(o *Options, instance *tsp.Instance, devices []*pipeline.Device) {
	p, cities := &o.Parameters, instance.Dimension()
	best := model.Recommended(cities).Colonies
	byClock := o.Schedule == nil && o.Iterations == 0 && o.TimeLimit > 0
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
func fitColonies(o *Options, instance *tsp.Instance, devices []*pipeline.Device) {
	least := model.Recommended(instance.Dimension()).Colonies
	if least > 1 {
		least = max(least, len(devices))
	}
	fits := func(colonies int) bool {
		other := *o
		other.Parameters.Colonies = colonies
		m, err := model.NewUnprepared(instance, other.Parameters)
		if err == nil {
			err = checkHostFor(m, devices, other)
		}
		if err != nil {
			return false
		}
		s := newSetup(m, devices, other)
		all, err := s.Divide(len(devices))
		for i := 0; i < len(devices) && err == nil; i++ {
			_, err = s.Plan(all[i], devices[i])
		}
		return err == nil
	}
	if chosen := o.Parameters.Colonies; chosen > least && !fits(chosen) {
		if o.Parameters.Colonies = option.Largest(chosen, fits); o.Parameters.Colonies < max(least, model.MinPopulation(instance.Dimension())) {
			o.Parameters.Colonies = least
		}
	}
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

// firstTourSHA256 returns the hash of the initial tour, and of the others if colonies start from
// different tours: the caller's numbers of the cities, from 0 on, as little-endian 32-bit words.
// Start and direction of a tour count. If the candidates are not the near cities, which determine
// the tours, it includes the candidates.
func firstTourSHA256(m *model.Model) string {
	hash := sha256.New()
	lists := append([][]uint32{m.StartTour}, m.NoisyTours...)
	if !slices.Equal(m.Candidates, m.Near) {
		lists = append(lists, m.Candidates)
	}
	for _, list := range lists {
		words := make([]byte, 0, 4*len(list))
		for _, city := range list {
			words = binary.LittleEndian.AppendUint32(words, uint32(m.Order[city]))
		}
		hash.Write(words)
	}
	return hex.EncodeToString(hash.Sum(nil))
}

// checkFirstTour returns an error if the schedule to repeat is of a run that started from another
// tour, or that had no fixed edges.
func checkFirstTour(m *model.Model, o Options) error {
	switch {
	case o.Schedule == nil:
		return nil
	case o.Schedule.EdgeAssembly && m.HasFixed():
		return option.Errorf("schedule: the run had edge assembly; no run with fixed edges has it")
	case o.Schedule.FirstTour == firstTourSHA256(m):
		return nil
	}
	return option.Errorf("schedule: the run started from another tour: it had another instance, other candidates or another initial tour")
}
