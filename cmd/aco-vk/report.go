package main

import (
	"time"

	"github.com/aco-vk/aco-vk/aco"
	"github.com/aco-vk/aco-vk/internal/schema"
	"github.com/aco-vk/aco-vk/internal/timeline"
	"github.com/aco-vk/aco-vk/internal/vkdevice"
	"github.com/aco-vk/aco-vk/shaders"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/vk"
)

type report struct {
	Schema          int             `json:"schema"`
	Version         string          `json:"version"`
	Commit          string          `json:"commit,omitempty"` // that the program was built from
	ShadersSHA256   string          `json:"shaders_sha256"`
	Instance        reportInstance  `json:"instance"`
	Device          any             `json:"device"` // the first
	Devices         []reportDevice  `json:"devices,omitempty"`
	Algorithm       string          `json:"algorithm"`
	Preset          string          `json:"preset,omitempty"`
	Parameters      any             `json:"parameters"` // the algorithm's
	Form            *aco.Kernels    `json:"form,omitempty"`
	Seed            uint64          `json:"seed"`
	Seeds           *reportSeeds    `json:"seeds,omitempty"`
	Racy            bool            `json:"racy,omitempty"`
	HeuristicSHA256 string          `json:"heuristic_sha256"`
	Length          float64         `json:"length"`      // in units, by the numbers of the input
	BestLength      int64           `json:"best_length"` // in steps
	AntsBestLength  int64           `json:"ants_best_length,omitempty"`
	BestKnown       int64           `json:"best_known_length,omitempty"`
	LowerBound      int64           `json:"lower_bound,omitempty"`
	Path            []int32         `json:"path,omitempty"`      // the first and the last city of an open path
	PathRows        []int32         `json:"path_rows,omitempty"` // their rows in the file of places
	FreeEnds        []pathEnd       `json:"free_ends,omitempty"` // the ends that the run chose
	StayClose       *reportPrice    `json:"stay_close,omitempty"`
	TourSHA256      string          `json:"tour_sha256"`
	AntsSHA256      string          `json:"ants_sha256,omitempty"`
	Colonies        []reportColony  `json:"colonies,omitempty"`
	Iterations      int             `json:"iterations"`
	EarlyIterations int             `json:"early_iterations,omitempty"`
	Unrecombined    bool            `json:"unrecombined,omitempty"`
	Cut             *aco.ChainedCut `json:"cut,omitempty"`
	LastKicks       int             `json:"last_kicks,omitempty"`
	Resumed         []int           `json:"resumed,omitempty"`
	StopReason      aco.StopReason  `json:"stop_reason"`
	OptimalWithin   float64         `json:"optimal_within,omitempty"` // in units, as aco.Result.Within
	Timings         reportTimings   `json:"timings"`
	Trace           []reportTrace   `json:"trace"`
	Schedule        *aco.Schedule   `json:"schedule,omitempty"`
	FirstTour       aco.FirstTour   `json:"first_tour,omitempty"`
	FirstLength     int64           `json:"first_length,omitempty"`
	InitialUse      aco.InitialUse  `json:"initial_use,omitempty"`
	InitialTour     string          `json:"initial_tour,omitempty"` // the file of --initial-tour
	Failure         string          `json:"failure,omitempty"`
	Tour            []int32         `json:"tour"`
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

// reportPrice is the price of legs that an earlier tour does not have, in steps.
type reportPrice struct {
	Price   int64 `json:"price"`
	NewLegs int   `json:"new_legs"`
	Cost    int64 `json:"cost"` // the length with the price of the new legs
}

func newReportInstance(in *tsp.Instance) reportInstance {
	r := reportInstance{
		Name: in.Name, Dimension: in.Dimension(), Metric: in.Metric, Type: in.Kind, SHA256: in.SHA256(),
	}
	if in.Unit != (tsp.Unit{}) {
		r.Unit, r.Scale = in.Unit.Name, in.Unit.Scale()
	}
	return r
}

// reportDevice is one of several devices.
type reportDevice struct {
	Device   any             `json:"device"`
	Form     *aco.Kernels    `json:"form,omitempty"`
	Busy     float64         `json:"busy_s,omitempty"`
	Exchange *reportExchange `json:"exchange,omitempty"`
	Lost     *reportLoss     `json:"lost,omitempty"`
}

// reportExchange has the fields of aco.DeviceExchange.
type reportExchange struct {
	Iterations int    `json:"iterations"`
	Ants       uint64 `json:"ants"`
	Sent       uint64 `json:"sent_bytes"`
	Received   uint64 `json:"received_bytes"`
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
	Parts  []reportPart       `json:"parts,omitempty"`
}

// reportPart is a part of the command's time.
type reportPart struct {
	Name    string  `json:"name"`
	StartMS float64 `json:"start_ms"`
	MS      float64 `json:"ms"`
	Count   int     `json:"count"`
}

// newParts returns the parts of a command's time so far.
func newParts(times *timeline.Timeline) (parts []reportPart) {
	for _, p := range times.Parts() {
		parts = append(parts, reportPart{p.Name, milliseconds(p.Start), milliseconds(p.Sum), p.Count})
	}
	return parts
}

// milliseconds returns a time to the microsecond.
func milliseconds(d time.Duration) float64 {
	return float64(d.Round(time.Microsecond)) / float64(time.Millisecond)
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
		Schema: schema.Report, Version: version(), Commit: commit(), ShadersSHA256: shaders.SHA256,
		Instance: newReportInstance(instance),
		Device:   describe(vkdevice.Of(devices[0])), Algorithm: string(result.Algorithm), Seed: result.Seed,
		Racy:   result.Racy,
		Length: result.UnitLength, BestLength: result.Length, BestKnown: result.Reference, LowerBound: lower,
		TourSHA256: result.Tour.SHA256(instance.Symmetric()), AntsSHA256: result.AntsSHA256, Iterations: result.Iterations, Resumed: result.Resumed,
		StopReason: result.Stop, OptimalWithin: result.Within,
		Timings: reportTimings{
			WallS: result.Elapsed.Seconds(), SetupS: result.Setup.Seconds(),
			SolveS: max(0, result.Elapsed-result.Setup).Seconds(), Stages: map[string]float64{},
		},
	}
	r.addMethod(result)
	if len(devices) > 1 {
		r.Devices = reportDevices(devices, result)
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
	if r.Path != nil && instance.Rows != nil {
		r.PathRows = []int32{instance.Row(r.Path[0] - 1), instance.Row(r.Path[1] - 1)}
	}
	r.StayClose = (*reportPrice)(result.StayClose)
	r.Tour = make([]int32, 0, len(result.Tour))
	for _, city := range result.Tour {
		r.Tour = append(r.Tour, city+1)
	}
	if result.Failure != nil {
		r.Failure = result.Failure.Error()
	}
	return r
}

// addMethod adds what only some methods have.
func (r *report) addMethod(result *aco.Result) {
	switch own := result.Method.(type) {
	case *aco.MergedResult:
		r.Parameters, r.Schedule, r.EarlyIterations = own.Parameters, &own.Schedule, own.EarlyIterations
	case *aco.ChainedResult:
		r.Parameters, r.Unrecombined, r.Cut = own.Parameters, own.Unrecombined, own.Cut
		r.LastKicks = own.LastKicks
	case *aco.ClassicResult:
		r.Preset, r.Parameters, r.Form = own.Preset, own.Parameters, unlessZero(&own.Kernels)
		r.AntsBestLength, r.HeuristicSHA256 = own.AntsBest, own.HeuristicSHA256
	}
	r.InitialUse = result.InitialUse
	if _, classic := result.Method.(*aco.ClassicResult); !classic || result.FirstTour != aco.FirstNearest {
		r.FirstTour, r.FirstLength = result.FirstTour, result.FirstLength
	}
}

// newTrace returns the improvements of a run.
func newTrace(improvements []aco.Improvement) []reportTrace {
	var trace []reportTrace
	for _, i := range improvements {
		trace = append(trace, reportTrace{i.Iteration, i.Elapsed.Seconds(), i.Length})
	}
	return trace
}

// reportDevices describes several devices with their results. A run that ended before its first
// iteration has no results.
func reportDevices(devices deviceSet, result *aco.Result) []reportDevice {
	var list []reportDevice
	for i, device := range devices {
		d := reportDevice{Device: describe(vkdevice.Of(device))}
		if i < len(result.Devices) {
			d.addMethod(i, result.Method)
			d.Busy = result.Devices[i].Busy.Seconds()
			if lost := result.Devices[i].Lost; lost != nil {
				d.Lost = &reportLoss{lost.Iteration, lost.Elapsed.Seconds(), lost.Err.Error()}
			}
		}
		list = append(list, d)
	}
	return list
}

// addMethod adds what only some methods have of a device.
func (d *reportDevice) addMethod(device int, result aco.MethodResult) {
	switch own := result.(type) {
	case *aco.MergedResult:
		d.Exchange = (*reportExchange)(own.Exchange[device])
	case *aco.ClassicResult:
		d.Form = unlessZero(&own.DeviceKernels[device])
	}
}

// unlessZero returns kernels, nil if they are zero.
func unlessZero(kernels *aco.Kernels) *aco.Kernels {
	if *kernels == (aco.Kernels{}) {
		return nil
	}
	return kernels
}

func describe(device *vk.Device) any {
	if device == nil {
		return cpuDevice{"cpu", "cpu"}
	}
	return device.Info()
}
