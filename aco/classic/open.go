package classic

import (
	"context"
	"fmt"
	"math"
	"sort"

	"github.com/aco-vk/aco-vk/aco/problem"
	"github.com/aco-vk/aco-vk/aco/reference"
	"github.com/aco-vk/aco-vk/pipeline"
	"github.com/aco-vk/aco-vk/tsp"
)

// PlanFor returns the memory that Solve would take. It refuses what Solve would refuse before it allocates anything.
func PlanFor(instance *tsp.Instance, device *pipeline.Device, options Options) (pipeline.MemoryPlan, error) {
	plans, err := PlansFor(instance, []*pipeline.Device{device}, options)
	if err != nil {
		return pipeline.MemoryPlan{}, err
	}
	return plans[0], nil
}

// PlansFor returns the memory that SolveOn would take of each device.
func PlansFor(instance *tsp.Instance, devices []*pipeline.Device, options Options) ([]pipeline.MemoryPlan, error) {
	if err := options.validate(); err != nil {
		return nil, err
	}
	p, err := outlineOn(instance, devices, &options)
	if err != nil {
		return nil, err
	}
	own, err := placed(p, len(devices))
	if err != nil {
		return nil, err
	}
	plans := make([]pipeline.MemoryPlan, len(devices))
	for i, device := range devices {
		form, err := check(own[i], device, options)
		if err != nil {
			return nil, err
		}
		if device == nil {
			plans[i] = pipeline.MemoryPlan{HostBytes: reference.Bytes(own[i])}
			continue
		}
		with := options
		with.Kernel = form
		recording, err := Recipe(own[i], with, pipeline.LimitsOf(device.Info()))
		if err != nil {
			return nil, err
		}
		plans[i] = recording.MemoryPlan()
	}
	return plans, nil
}

// open plans, prepares and starts colonies, in this order, and tells the form that it has. Once it has prepared, the context
// can end it.
func open(ctx context.Context, p *problem.Problem, device *pipeline.Device, o Options) (colonies, KernelConfig, error) {
	var err error
	if o.Kernel, err = check(p, device, o); err != nil {
		return nil, KernelConfig{}, err
	}
	p.Prepare()
	c, err := start(ctx, p, device, o)
	return c, o.Kernel, err
}

// check refuses what does not fit a device, or the processor, and returns the form that a run has on it.
func check(p *problem.Problem, device *pipeline.Device, o Options) (KernelConfig, error) {
	if err := o.Kernel.checkAlgorithm(p.Algorithm); err != nil {
		return KernelConfig{}, err
	}
	if _, err := newRecording(p, o.Kernel.withDefaults(), unsizedLaunch); err != nil {
		return KernelConfig{}, err // on the processor too, which has no forms: one that fits nowhere is a mistake
	}
	if device == nil {
		return KernelConfig{}, fitHost(p)
	}
	_, form, err := planned(p, o, pipeline.LimitsOf(device.Info()))
	return form.withDefaults().of(p.Algorithm), err
}

// start makes colonies of a prepared problem ready for their first iteration.
func start(ctx context.Context, p *problem.Problem, device *pipeline.Device, o Options) (colonies, error) {
	if device == nil {
		return newCPUColonies(ctx, p, o.rules(), o.patience())
	}
	recording, err := Recipe(p, o, pipeline.LimitsOf(device.Info()))
	if err != nil {
		return nil, err
	}
	return newDeviceColonies(ctx, device, p, o.rules(), recording, o.MaxSubmit)
}

// planned returns a recording whose plan fits the limits, and its form. Its values are those of a problem that is not prepared yet.
func planned(p *problem.Problem, o Options, limits pipeline.Limits) (pipeline.Recording, KernelConfig, error) {
	form, err := fitting(p, o.Kernel, limits)
	if err != nil {
		return pipeline.Recording{}, form, err
	}
	o.Kernel = form
	recording, err := Recipe(p, o, limits)
	if err == nil {
		err = suits(&recording, limits)
	}
	return recording, form, err
}

// suits refuses a recording whose memory fits and whose shaders or dispatches do not.
func suits(recording *pipeline.Recording, limits pipeline.Limits) error {
	if err := recording.Check(limits); err != nil {
		return fmt.Errorf("%w\nchoose another algorithm (--algorithm), another memory (--memory), or the processor (--device cpu)", err)
	}
	return nil
}

// fitting chooses what a form leaves to the device's memory: distances come from the matrix where it fits, else from
// coordinates where they can.
func fitting(p *problem.Problem, form KernelConfig, limits pipeline.Limits) (KernelConfig, error) {
	tries := []DistanceSource{form.Distances}
	if form.Distances == "" {
		tries = []DistanceSource{DistancesMatrix}
		if _, err := p.DeviceMetric(); err == nil {
			tries = append(tries, DistancesCoordinates)
		}
	}
	var tooLarge error // of the last try, which takes the least
	for _, form.Distances = range tries {
		outlined, err := newRecording(p, form.withDefaults(), unsizedLaunch)
		if err != nil {
			return form, err
		}
		err = outlined.MemoryPlan().Check(limits)
		if err == nil {
			return form, nil
		}
		tooLarge = fmt.Errorf("%w\n%s", err, advice(p, form.withDefaults(), limits))
	}
	return form, tooLarge
}

// leanMemories take memory in proportion to the cities.
var leanMemories = map[problem.Algorithm]problem.Memory{
	problem.AlgorithmMMAS: problem.MemoryCandidates, problem.AlgorithmACS: problem.MemorySelective,
}

// advice says what would fit with the same form.
func advice(p *problem.Problem, form KernelConfig, limits pipeline.Limits) string {
	fits := func(change func(*problem.Problem)) bool {
		other := *p
		change(&other)
		outlined, err := newRecording(&other, form, unsizedLaunch)
		return err == nil && outlined.MemoryPlan().Check(limits) == nil
	}
	if most := mostThat(p.Colonies, func(colonies int) bool { return fits(func(p *problem.Problem) { p.Colonies = colonies }) }); most > 0 {
		return fmt.Sprintf("with %d colonies or fewer on a device (--colonies) it fits", most)
	}
	if most := mostThat(p.Ants, func(ants int) bool { return fits(func(p *problem.Problem) { p.Ants = ants }) }); most > 0 {
		return fmt.Sprintf("with %d ants or fewer (--ants) it fits", most)
	}
	if lean, ok := leanMemories[p.Algorithm]; ok && p.Memory != lean {
		most := mostThat(p.Ants, func(ants int) bool { return fits(func(p *problem.Problem) { p.Memory, p.Ants = lean, ants }) })
		if most == p.Ants {
			return fmt.Sprintf("with pheromone of fewer edges (--memory %s) it fits", lean)
		}
		if most > 0 {
			return fmt.Sprintf("with pheromone of fewer edges (--memory %s) and %d ants or fewer (--ants) it fits", lean, most)
		}
	}
	most := mostThat(p.Cities, func(cities int) bool {
		return fits(func(p *problem.Problem) { p.Cities, p.Ants, p.Colonies = cities, min(p.Ants, cities), 1 })
	})
	other := "a device with more memory (aco-vk devices), or a smaller instance"
	if p.Algorithm == problem.AlgorithmAS { // which has matrices of all edges, and no leaner memory
		other = fmt.Sprintf("another algorithm (--algorithm %s --memory %s), %s", problem.AlgorithmMMAS, problem.MemoryCandidates, other)
	}
	return fmt.Sprintf("this device holds instances of up to %d cities; choose %s", most, other)
}

// mostThat returns the largest number below the given one for which a condition holds that holds for all smaller ones, 0 if none.
func mostThat(below int, holds func(int) bool) int {
	return sort.Search(min(below, math.MaxInt32), func(i int) bool { return !holds(i + 1) })
}

// fitHost refuses an instance whose matrices the processor's memory does not hold.
func fitHost(p *problem.Problem) error {
	need, have := reference.Bytes(p), hostMemory()
	if have > 0 && need > have {
		return refuse("%d cities and %d ants take %s of memory on the processor, which has %s free",
			p.Cities, p.Ants, pipeline.FormatBytes(need), pipeline.FormatBytes(have))
	}
	return nil
}
