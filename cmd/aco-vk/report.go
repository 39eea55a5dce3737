package main

import (
	"time"

	"github.com/aco-vk/aco-vk/aco"
	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/internal/schema"
	"github.com/aco-vk/aco-vk/shaders"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/vk"
)

type report struct {
	Schema          int               `json:"schema"`
	Version         string            `json:"version"`
	ShadersSHA256   string            `json:"shaders_sha256"`
	Instance        reportInstance    `json:"instance"`
	Device          any               `json:"device"` // the first
	Devices         []reportDevice    `json:"devices,omitempty"`
	Algorithm       string            `json:"algorithm"`
	Preset          string            `json:"preset,omitempty"`
	Parameters      any               `json:"parameters"` // the algorithm's
	Form            *aco.KernelConfig `json:"form,omitempty"`
	Seed            uint64            `json:"seed"`
	Seeds           *reportSeeds      `json:"seeds,omitempty"`
	Racy            bool              `json:"racy,omitempty"`
	HeuristicSHA256 string            `json:"heuristic_sha256"`
	Length          float64           `json:"length"`      // in units, by the numbers of the input
	BestLength      int64             `json:"best_length"` // in steps
	AntsBestLength  int64             `json:"ants_best_length,omitempty"`
	BestKnown       int64             `json:"best_known_length,omitempty"`
	LowerBound      int64             `json:"lower_bound,omitempty"`
	Path            []int32           `json:"path,omitempty"`      // the first and the last city of an open path
	FreeEnds        []pathEnd         `json:"free_ends,omitempty"` // the ends that the run chose
	TourSHA256      string            `json:"tour_sha256"`
	Colonies        []reportColony    `json:"colonies,omitempty"`
	Iterations      int               `json:"iterations"`
	EarlyIterations int               `json:"early_iterations,omitempty"`
	Resumed         []int             `json:"resumed,omitempty"`
	StopReason      aco.StopReason    `json:"stop_reason"`
	Timings         reportTimings     `json:"timings"`
	Trace           []reportTrace     `json:"trace"`
	Schedule        *aco.Schedule     `json:"schedule,omitempty"`
	FirstTour       model.StartKind   `json:"first_tour,omitempty"`
	FirstLength     int64             `json:"first_length,omitempty"`
	Failure         string            `json:"failure,omitempty"`
	Tour            []int32           `json:"tour"`
}

type reportInstance struct {
	Name      string     `json:"name"`
	Dimension int        `json:"dimension"`
	Metric    tsp.Metric `json:"metric"`
	Type      tsp.Kind   `json:"type"`
	Unit      string     `json:"unit,omitempty"`
	Scale     float64    `json:"scale,omitempty"` // steps of a unit; 0: lengths are TSPLIB's
	SHA256    string     `json:"sha256,omitempty"`
}

func newReportInstance(in *tsp.Instance) reportInstance {
	r := reportInstance{Name: in.Name, Dimension: in.Dimension(), Metric: in.Metric, Type: in.Kind}
	if in.Unit != (tsp.Unit{}) {
		r.Unit, r.Scale = in.Unit.Name, in.Unit.Scale()
	}
	return r
}

// reportDevice is one of several devices.
type reportDevice struct {
	Device   any               `json:"device"`
	Form     *aco.KernelConfig `json:"form,omitempty"`
	Busy     float64           `json:"busy_s,omitempty"`
	Exchange *reportExchange   `json:"exchange,omitempty"`
	Lost     *reportLoss       `json:"lost,omitempty"`
}

type reportExchange struct {
	Iterations    int    `json:"iterations"`
	Ants          uint64 `json:"ants"`
	SentBytes     uint64 `json:"sent_bytes"`
	ReceivedBytes uint64 `json:"received_bytes"`
}

type reportLoss struct {
	Iteration int     `json:"iteration"`
	ElapsedS  float64 `json:"elapsed_s"`
	Error     string  `json:"error"`
}

// reportColony is one of several colonies.
type reportColony struct {
	Device        int   `json:"device"` // index in Devices; -1: the processor
	BestLength    int64 `json:"best_length"`
	BestIteration int   `json:"best_iteration"`
	Iterations    int   `json:"iterations"`
}

type reportTimings struct {
	WallS  float64            `json:"wall_s"`
	ReadS  float64            `json:"read_s"`
	SetupS float64            `json:"setup_s"`
	SolveS float64            `json:"solve_s"`
	WriteS float64            `json:"write_s"`
	Stages map[string]float64 `json:"stages"` // ms
}

type reportTrace struct {
	Iteration int     `json:"iteration"`
	ElapsedS  float64 `json:"elapsed_s"`
	Length    int64   `json:"length"`
}

// cpuDevice describes the processor in a report.
type cpuDevice struct {
	Name string `json:"name"`
	Type string `json:"type"`
}

func newReport(instance *tsp.Instance, devices deviceSet, result *aco.Result, lower int64) *report {
	r := &report{
		Schema: schema.Report, Version: version(), ShadersSHA256: shaders.SHA256,
		Instance: newReportInstance(instance),
		Device:   describe(devices[0].Vulkan()), Algorithm: string(result.Algorithm), Preset: result.Preset, Parameters: result.Parameters, Seed: result.Seed,
		HeuristicSHA256: result.HeuristicSHA256, Form: kernelsOf(&result.Kernels), Racy: result.Racy,
		Length: result.UnitLength, BestLength: result.Length, AntsBestLength: result.AntsBest, BestKnown: result.Reference, LowerBound: lower,
		TourSHA256: result.Tour.SHA256(instance.Symmetric()), Iterations: result.Iterations, EarlyIterations: result.EarlyIterations, Resumed: result.Resumed, StopReason: result.Stop,
		Timings: reportTimings{
			WallS: result.Elapsed.Seconds(), SetupS: result.Setup.Seconds(), SolveS: max(0, result.Elapsed-result.Setup).Seconds(), Stages: map[string]float64{},
		},
		Schedule: result.Schedule, FirstTour: result.FirstTour, FirstLength: result.FirstLength,
	}
	if result.Algorithm == aco.Merged {
		r.Instance.SHA256 = instance.SHA256()
	}
	if len(devices) > 1 {
		r.Devices = reportDevices(devices, result.Devices)
	}
	if len(result.Colonies) > 1 {
		for _, c := range result.Colonies {
			r.Colonies = append(r.Colonies, reportColony(c))
		}
	}
	for stage, took := range result.Stages {
		r.Timings.Stages[stage] = float64(took) / float64(time.Millisecond)
	}
	r.Trace = newTrace(result.Trace)
	r.Path, r.FreeEnds = reportPath(result)
	r.Tour = make([]int32, 0, len(result.Tour))
	for _, city := range result.Tour {
		r.Tour = append(r.Tour, city+1)
	}
	if result.Failure != nil {
		r.Failure = result.Failure.Error()
	}
	return r
}

// newTrace returns the improvements of a run.
func newTrace(improvements []aco.Improvement) []reportTrace {
	var trace []reportTrace
	for _, i := range improvements {
		trace = append(trace, reportTrace{i.Iteration, i.Elapsed.Seconds(), i.Length})
	}
	return trace
}

// reportDevices describes several devices with their results. A run that ended before its first iteration has no results.
func reportDevices(devices deviceSet, results []aco.DeviceResult) []reportDevice {
	var list []reportDevice
	for i, device := range devices {
		d := reportDevice{Device: describe(device.Vulkan())}
		if i < len(results) {
			d.Form, d.Busy = kernelsOf(&results[i].Kernels), results[i].Busy.Seconds()
			if e := results[i].Exchange; e != nil {
				d.Exchange = &reportExchange{e.Iterations, e.Ants, e.Sent, e.Received}
			}
			if lost := results[i].Lost; lost != nil {
				d.Lost = &reportLoss{lost.Iteration, lost.Elapsed.Seconds(), lost.Err.Error()}
			}
		}
		list = append(list, d)
	}
	return list
}

// kernelsOf returns a kernel configuration, nil if it is zero.
func kernelsOf(form *aco.KernelConfig) *aco.KernelConfig {
	if *form == (aco.KernelConfig{}) {
		return nil
	}
	return form
}

func describe(device *vk.Device) any {
	if device == nil {
		return cpuDevice{"cpu", "cpu"}
	}
	return device.Info()
}
