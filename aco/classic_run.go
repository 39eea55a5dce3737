package aco

import (
	"context"
	"encoding/json"
	"slices"

	"github.com/aco-vk/aco-vk/aco/classic"
	classicmodel "github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/aco/merged"
	"github.com/aco-vk/aco-vk/vk/pipeline"
)

// ClassicResult is what only a run of MMAS, ACS or Ant System has.
type ClassicResult struct {
	Preset     string // "": none
	Parameters ClassicParameters
	// Kernels are the kernels of the first working device, DeviceKernels the kernels of each
	// device in the order of Result.Devices. They are zero on the processor.
	Kernels         Kernels
	DeviceKernels   []Kernels
	AntsBest        int64  // length of the shortest tour that an ant constructed; 0: none
	HeuristicSHA256 string // of the table of heuristic values, the only one that depends on floating point
}

// ClassicParameters are the parameters of a run of MMAS, ACS or Ant System, with all defaults. A
// parameter that the algorithm does not have is zero.
type ClassicParameters struct {
	Algorithm         Algorithm  `json:"-"`
	Ants              int        `json:"ants"`
	Alpha             float64    `json:"alpha"`
	Beta              float64    `json:"beta"`
	Rho               float64    `json:"rho"`
	Seed              uint64     `json:"-"`
	Selection         Selection  `json:"selection,omitempty"`
	Trials            int        `json:"trials,omitempty"`
	Rest              int        `json:"rest,omitempty"`
	Tile              int        `json:"tile,omitempty"`
	Rule              Rule       `json:"rule,omitempty"`
	Candidates        int        `json:"candidates,omitempty"`
	Memory            Memory     `json:"memory,omitempty"`
	LowerLimit        LowerLimit `json:"lower_limit,omitempty"`
	Renewal           Renewal    `json:"renewal,omitempty"`
	BestPeriod        BestPeriod `json:"best_period,omitempty"`
	Q0                *float64   `json:"q0,omitempty"`
	LocalRate         *float64   `json:"local_rate,omitempty"`
	LocalUpdatePeriod int        `json:"local_update_period,omitempty"`
	Synchronous       bool       `json:"synchronous,omitempty"`
	LocalSearch       SearchKind `json:"local_search,omitempty"`
	LocalSearchAnts   SearchAnts `json:"local_search_ants,omitempty"`
	Neighbours        int        `json:"neighbours,omitempty"`
	Colonies          int        `json:"colonies,omitempty"`
	ExchangeEvery     int        `json:"exchange_every,omitempty"`
	Topology          Topology   `json:"topology,omitempty"`
}

// classicRunner runs Ant System, MMAS and ACS.
type classicRunner struct {
	preset  string
	chosen  bool // the caller of this run has set kernels
	options classic.Options
}

// ownState is the data of this package in a checkpoint.
type ownState struct {
	Preset string               `json:"preset,omitempty"`
	Form   classic.KernelConfig `json:"form"`
}

// newClassicRunner returns a runner for parameters, or one that compares all tours if there are
// few.
func (r *request) newClassicRunner(p classicmodel.Parameters, kernel classic.KernelConfig) (runner, error) {
	return r.newPresetRunner("", kernel != (classic.KernelConfig{}), p, kernel)
}

// newPresetRunner is newClassicRunner for a preset; "": none. chosen says that the caller has set
// kernels.
func (r *request) newPresetRunner(
	preset string, chosen bool, p classicmodel.Parameters, kernel classic.KernelConfig,
) (runner, error) {
	if r.suitsExhaustive(classicmodel.MinCities) {
		return newExhaustiveRunner(r)
	}
	p.Seed = r.options.seed()
	c := &classicRunner{preset, chosen, classic.Options{
		Rules: r.rules(), Parameters: p, InitialTour: r.options.InitialTour, Kernel: kernel,
	}}
	return c, c.setOptions(r)
}

// setOptions sets the options of all methods. The run may be resumed on another device, so its
// checkpoint has the kernels that the user set, without those that a device chose.
func (c *classicRunner) setOptions(r *request) error {
	o := &c.options
	o.MaxSubmit, o.Started = r.options.MaxSubmit, r.options.Started
	o.Statistics, o.Trails = r.statistics(), r.trails()
	if r.options.Checkpoint == "" {
		return nil
	}
	state, err := json.Marshal(ownState{c.preset, o.Kernel})
	o.Checkpoint = r.options.checkpoint()
	o.Checkpoint.Caller = state
	return err
}

func (c *classicRunner) plans(r *request) ([]pipeline.MemoryPlan, error) {
	return classic.PlansFor(r.instance, r.vulkan(), c.options)
}

func (*classicRunner) host(*request) (merged.HostPlan, error) { return nil, nil }

func (c *classicRunner) solve(ctx context.Context, r *request) (*Result, error) {
	options := c.options.WithDefaults()
	start := r.begin(Progress{
		Algorithm: options.Parameters.Algorithm, Iteration: options.Resume.Iteration(),
		Colonies: max(options.Parameters.Colonies, len(r.devices)),
	}, &options.Options, options.TimeLimit)
	onDevice := slices.ContainsFunc(r.devices, func(d *Device) bool { return d.state().device != nil })
	if c.chosen && !onDevice {
		r.notify(NoticeKernels, hostKernelNotice(options))
	}
	found, err := classic.Solve(ctx, r.instance, r.vulkan(), options, r.watch(start))
	if err != nil {
		return nil, err
	}
	return c.result(r, found), nil
}

// hostKernelNotice returns the notice about options of kernels in a run on the processor.
func hostKernelNotice(o classic.Options) string {
	if o.Kernel.Dispatch == classic.DispatchOne && o.Parameters.Racy() {
		return "of the options of kernels, only dispatch one has an effect on the processor: ants make each step one after the other"
	}
	return "the options of kernels have no effect on the processor"
}

func (c *classicRunner) result(r *request, found *classic.Result) *Result {
	result, p := r.result(&found.Result), found.Parameters
	own := &ClassicResult{
		Preset: c.preset, Parameters: ClassicParameters(p), Kernels: Kernels(found.Kernel),
		AntsBest: found.AntsBest, HeuristicSHA256: found.HeuristicSHA256,
	}
	for _, kernel := range found.Kernels {
		own.DeviceKernels = append(own.DeviceKernels, Kernels(kernel))
	}
	result.Algorithm, result.Method, result.Seed = p.Algorithm, own, p.Seed
	result.FirstTour = FirstNearest
	if len(found.Trace) > 0 {
		result.FirstLength = found.Trace[0].Length
	}
	if found.FromInitialTour {
		result.FirstTour = FirstInitial
	}
	for _, d := range r.devices {
		onDevice := d.state().device != nil // the sequential reference has no races
		result.Racy = result.Racy || onDevice && c.options.Kernel.Race(p)
	}
	return result
}
