package aco

import (
	"context"
	"time"

	"github.com/aco-vk/aco-vk/aco/engine"
	"github.com/aco-vk/aco-vk/aco/merged"
	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/pipeline"
)

// mergedRunner runs Merged.
type mergedRunner struct{ options merged.Options }

func newMergedRunner(r *request) (*mergedRunner, error) {
	o := &r.options
	if err := o.checkAlgorithm(Merged); err != nil {
		return nil, err
	}
	m := &mergedRunner{merged.Options{
		Rules: o.rules(), Options: engine.Options{MaxSubmit: o.MaxSubmit, HostMemory: o.HostMemory, Started: o.Started, AfterRun: o.Reserve, Checkpoint: o.checkpoint()},
		InitialTour: o.InitialTour, Peers: r.peers(),
	}}
	if o.Replay == nil {
		m.options.Parameters = o.mergedParameters(r.instance.Dimension())
	} else {
		schedule := o.Replay.Schedule
		m.options.Parameters, m.options.Schedule = o.Replay.Parameters, &schedule
	}
	return m, nil
}

// mergedParameters returns the recommended parameters for a number of cities, changed by the options that are set.
func (o *Options) mergedParameters(cities int) model.Parameters {
	p := model.Recommended(cities)
	p.Ants, p.Colonies, p.Seed = o.Ants, o.Colonies, o.seed() // 0: chosen later, by the number of devices and windows
	p.Windows = o.Merged.Windows
	set(&p.Candidates, o.Candidates)
	set(&p.Kick, o.Merged.Kick)
	setPointer(&p.Temperature, o.Merged.Temperature)
	setPointer(&p.Noise, o.Merged.Noise)
	return p
}

// resumeMerged returns the run of a checkpoint.
func resumeMerged(r *request) (runner, error) {
	o := &r.options
	if err := o.checkAlgorithm(Merged); err != nil {
		return nil, err
	}
	if err := r.usePairs(); err != nil {
		return nil, err
	}
	restored, err := merged.Resume(r.resumed)
	if err != nil {
		return nil, err
	}
	if rules := o.rules(); !rules.None() {
		restored.Rules = rules
	}
	restored.HostMemory = o.HostMemory
	restored.MaxSubmit, restored.Started, restored.AfterRun, restored.Checkpoint = o.MaxSubmit, o.Started, o.Reserve, o.checkpoint()
	restored.Peers = r.peers()
	return &mergedRunner{restored}, nil
}

func (m *mergedRunner) plans(r *request) ([]pipeline.MemoryPlan, error) {
	return merged.PlansFor(r.instance, r.vulkan(), m.options)
}

func (m *mergedRunner) host(r *request) (HostPlan, error) {
	return merged.PlanHost(r.instance, r.vulkan(), m.options)
}

func (m *mergedRunner) solve(ctx context.Context, r *request) (*Result, error) {
	options := m.options.WithDefaults()
	options.Best = new(engine.Best)
	start := Progress{best: options.Best, reduction: r.reduction, Phase: PhaseSetup, Algorithm: Merged, TimeLimit: options.TimeLimit, Elapsed: time.Since(options.Started)}
	if options.Resume != nil {
		start.Iteration = options.Resume.Iteration()
	}
	r.tell(start)
	result, err := merged.Solve(ctx, r.instance, r.vulkan(), options, r.watch(start))
	if err != nil {
		return nil, err
	}
	found := r.result(&result.Result)
	found.Algorithm, found.Parameters, found.Seed = Merged, result.Parameters, result.Parameters.Seed
	found.FirstTour, found.FirstLength, found.Schedule = result.FirstTour, result.FirstLength, &result.Schedule
	return found, nil
}
