package classic

import (
	"context"
	"time"

	"github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/aco/classic/reference"
	"github.com/aco-vk/aco-vk/aco/engine"
	"github.com/aco-vk/aco-vk/internal/timeline"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/vk/pipeline"
)

// PlansFor returns the memory that Solve takes of each device. It allocates nothing. It returns the
// errors of Solve.
func PlansFor(instance *tsp.Instance, devices []*pipeline.Device, options Options) ([]pipeline.MemoryPlan, error) {
	p, o, err := resolveOptions(instance, devices, options)
	if err != nil {
		return nil, err
	}
	host := func(own engine.ColonyRange, _ pipeline.Recording) uint64 { return reference.Bytes(problemOf(p, own)) }
	return engine.Plans(newSetup(p, o), devices, host)
}

// Prepare returns a prepared problem for a run on a device with these limits beside the reference,
// and the kernel configuration on the device. It returns the errors of Solve.
func Prepare(
	ctx context.Context, instance *tsp.Instance, options Options, limits pipeline.Limits,
) (*model.Problem, KernelConfig, error) {
	if err := options.validate(); err != nil {
		return nil, KernelConfig{}, err
	}
	p, err := newProblem(instance, options)
	if err != nil {
		return nil, KernelConfig{}, err
	}
	if err := checkHostMemory(p); err != nil {
		return nil, KernelConfig{}, err
	}
	_, kernel, err := planRecording(p, options, limits)
	if err != nil {
		return nil, KernelConfig{}, err
	}
	return p, kernel, p.Prepare(ctx)
}

// setup implements engine.Setup.
type setup struct {
	problem *model.Problem
	options Options
	kernels map[int]KernelConfig // planned configurations, by the first colony of a site
}

func newSetup(p *model.Problem, o Options) *setup { return &setup{p, o, map[int]KernelConfig{}} }

// Divide implements engine.Setup.
func (s *setup) Divide(devices int) ([]engine.ColonyRange, error) {
	return engine.Spread(s.problem.Colonies, devices)
}

// Join implements engine.Setup. Each device has colonies of its own.
func (s *setup) Join(started []*site, _ []engine.DeviceResult) []*site { return started }

// Plan implements engine.Setup.
func (s *setup) Plan(own engine.ColonyRange, device *pipeline.Device) (pipeline.Recording, error) {
	p := problemOf(s.problem, own)
	if device == nil {
		s.kernels[own.First] = KernelConfig{}
		return pipeline.Recording{}, checkHost(p, s.options)
	}
	recording, kernel, err := planRecording(p, s.options, pipeline.LimitsOf(device.Info()))
	s.kernels[own.First] = kernel
	return recording, err
}

// Prepare implements engine.Setup.
func (s *setup) Prepare(ctx context.Context) error {
	defer timeline.From(ctx).Add(timeline.Candidates, time.Now())
	return s.problem.Prepare(ctx)
}

// Start implements engine.Setup.
func (s *setup) Start(
	ctx context.Context, own engine.ColonyRange, run *pipeline.Run, recording pipeline.Recording,
) (colonies, error) {
	p := problemOf(s.problem, own)
	if run == nil {
		return newCPUColonies(ctx, p, s.options.StopRules())
	}
	return newDeviceColonies(ctx, run, p, s.options.StopRules(), recording, s.options.MaxSubmit)
}

// problemOf returns the problem of a site with some of the colonies.
func problemOf(p *model.Problem, own engine.ColonyRange) *model.Problem {
	ofSite := *p
	ofSite.FirstColony, ofSite.Colonies = own.First, own.Count
	return &ofSite
}
