package aco

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"time"

	"github.com/aco-vk/aco-vk/aco/classic"
	classicmodel "github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/aco/engine"
	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/pipeline"
)

// classicRunner runs Ant System, MMAS and ACS.
type classicRunner struct {
	preset  string
	options classic.Options
}

// ownState is the data of this package in a checkpoint.
type ownState struct {
	Preset string       `json:"preset,omitempty"`
	Form   KernelConfig `json:"form"`
}

// newClassicRunner returns a runner for an algorithm. "" stands for the preset's algorithm, or without a preset for the recommended one.
func newClassicRunner(r *request, algorithm Algorithm) (*classicRunner, error) {
	o := &r.options
	c := &classicRunner{preset: o.Preset, options: classic.Options{
		Rules: o.rules(), Options: engine.Options{MaxSubmit: o.MaxSubmit, Started: o.Started}, InitialTour: o.InitialTour, Kernel: o.Kernels,
	}}
	switch {
	case o.Preset != "":
		if err := c.setPreset(o); err != nil {
			return nil, err
		}
	default:
		c.options.Parameters = o.colonyParameters(algorithm, r.instance.Dimension())
	}
	if err := o.checkAlgorithm(c.options.Parameters.Algorithm); err != nil {
		return nil, err
	}
	return c, c.setCheckpoint(o)
}

// setPreset sets the parameters and kernels of a published system.
func (c *classicRunner) setPreset(o *Options) error {
	at := slices.IndexFunc(classic.Presets, func(p classic.Preset) bool { return p.Name == o.Preset })
	if at < 0 {
		return refuse("Preset", "there is no preset %q", o.Preset)
	}
	preset := classic.Presets[at]
	c.options.Parameters, c.options.Kernel = preset.Parameters, preset.Kernel
	c.options.Parameters.Algorithm = cmp.Or(preset.Parameters.Algorithm, AntSystem)
	c.options.Parameters.Seed, c.options.Kernel.Distances = o.seed(), o.Kernels.Distances // no paper specifies the source of distances
	set(&c.options.Parameters.Ants, o.Ants)
	return nil
}

// resumeClassic returns the run of a checkpoint.
func resumeClassic(r *request) (runner, error) {
	restored, err := classic.Resume(r.resumed)
	if err != nil {
		return nil, err
	}
	o := &r.options
	if err := o.checkAlgorithm(restored.Parameters.Algorithm); err != nil {
		return nil, err
	}
	var before ownState
	if state := restored.Resume.Caller(); state != nil {
		if err := json.Unmarshal(state, &before); err != nil {
			return nil, r.resumed.Damaged("%v", err)
		}
	}
	c := &classicRunner{before.Preset, restored}
	if c.options.Kernel = o.Kernels; o.Kernels == (KernelConfig{}) {
		c.options.Kernel = before.Form
	}
	if rules := o.rules(); !rules.None() {
		c.options.Rules = rules
	}
	c.options.MaxSubmit, c.options.Started = o.MaxSubmit, o.Started
	return c, c.setCheckpoint(o)
}

// setCheckpoint sets the checkpoint. The run may be resumed on another device, so the checkpoint has the kernels that the user set, without
// those that are measured.
func (c *classicRunner) setCheckpoint(o *Options) error {
	if o.Checkpoint == "" {
		return nil
	}
	state, err := json.Marshal(ownState{c.preset, c.options.Kernel})
	c.options.Checkpoint = o.checkpoint()
	c.options.Checkpoint.Caller = state
	return err
}

func (o *Options) checkpoint() engine.Checkpoint {
	return engine.Checkpoint{File: o.Checkpoint, Every: o.CheckpointEvery, Program: cmp.Or(o.Program, "aco-vk")}
}

func (c *classicRunner) plans(r *request) ([]pipeline.MemoryPlan, error) {
	options := c.options
	if c.preset == "" {
		options = r.storedKernels(options)
	}
	return classic.PlansFor(r.instance, r.vulkan(), options)
}

func (*classicRunner) host(*request) (HostPlan, error) { return nil, nil }

func (c *classicRunner) solve(ctx context.Context, r *request) (*Result, error) {
	options := c.options.WithDefaults()
	options.Best = new(engine.Best)
	start := Progress{
		best: options.Best, reduction: r.reduction, Phase: PhaseSetup, Algorithm: options.Parameters.Algorithm, TimeLimit: options.TimeLimit, Elapsed: time.Since(options.Started),
		Colonies: max(options.Parameters.Colonies, len(r.devices)),
	}
	if options.Resume != nil {
		start.Iteration = options.Resume.Iteration()
	}
	r.tell(start)
	onDevice := slices.ContainsFunc(r.devices, func(d *Device) bool { return d.device != nil })
	if r.options.Kernels != (KernelConfig{}) && !onDevice {
		r.notify(NoticeKernels, "the options of kernels have no effect on the processor")
	}
	if c.preset == "" { // presets run unchanged
		var err error
		if options, err = r.tunedKernels(ctx, options); err != nil {
			return nil, err
		}
	}
	result, err := classic.SolveOn(ctx, r.instance, r.vulkan(), options, r.watch(start))
	if err != nil {
		return nil, err
	}
	found := r.result(&result.Result)
	for i := range found.Devices {
		found.Devices[i].Kernels = result.Kernels[i]
	}
	p := result.Parameters
	found.Algorithm, found.Preset, found.Parameters, found.Seed = p.Algorithm, c.preset, p, p.Seed
	if result.FromInitialTour {
		found.FirstTour, found.FirstLength = model.StartInitial, result.Trace[0].Length
	}
	found.Kernels, found.AntsBest, found.HeuristicSHA256 = result.Kernel, result.AntsBest, result.HeuristicSHA256
	for _, d := range r.devices {
		found.Racy = found.Racy || d.device != nil && p.Racy() // the sequential reference has no races
	}
	return found, nil
}

// colonyParameters returns the parameters of an algorithm for a number of cities: its base parameters, changed by the options that are
// set.
func (o *Options) colonyParameters(algorithm Algorithm, cities int) classicmodel.Parameters {
	p := o.baseParameters(algorithm, cities)
	p.Seed = o.seed()
	setPointer(&p.Alpha, o.Pheromone.Alpha)
	setPointer(&p.Beta, o.Pheromone.Beta)
	setPointer(&p.Rho, o.Pheromone.Rho)
	set(&p.Memory, o.Pheromone.Memory)
	set(&p.Ants, o.Ants)
	set(&p.Colonies, o.Colonies)
	set(&p.Candidates, o.Candidates)
	set(&p.LocalSearchAnts, o.LocalSearch.Ants)
	set(&p.Neighbours, o.LocalSearch.Neighbours)
	set(&p.Selection, o.AntSystem.Selection)
	set(&p.Trials, o.AntSystem.Trials)
	set(&p.Rest, o.AntSystem.Rest)
	set(&p.Tile, o.AntSystem.Tile)
	set(&p.Q0, o.ACS.Q0)
	set(&p.LocalRate, o.ACS.LocalRate)
	set(&p.LocalUpdatePeriod, o.ACS.LocalUpdatePeriod)
	set(&p.Synchronous, o.ACS.Synchronous)
	set(&p.Topology, o.Exchange.Topology)
	setPointer(&p.ExchangeEvery, o.Exchange.Every)
	if every := o.Exchange.Every; every != nil && *every == 0 {
		p.Topology = classicmodel.TopologyNone
	}
	return p
}

// baseParameters returns the published parameters of an algorithm with the local search of the options. For the automatic choice it
// returns the recommended parameters. These are for a local search, so without one it returns the published ones too.
func (o *Options) baseParameters(algorithm Algorithm, cities int) classicmodel.Parameters {
	search := o.LocalSearch.Kind
	none := search == classicmodel.SearchNone
	if none {
		search = "" // every algorithm accepts this
	}
	if o.Algorithm != "" {
		return classicmodel.Published(algorithm, search)
	}
	p := classicmodel.Recommended(cities)
	if none && p.HasLocalSearch() {
		memory := p.Memory
		p = classicmodel.Published(p.Algorithm, "")
		p.Memory = memory
	}
	set(&p.LocalSearch, search)
	return p
}
