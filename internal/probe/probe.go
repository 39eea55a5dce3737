// Package probe tests single device features that the shaders rely on: subgroup operations, atomic
// operations, barriers, and the integer and floating-point arithmetic that compilers get wrong. If
// a stage differs from its Go twin, probes help to find the cause: [FeaturesOf] lists the features
// of a shader, and each [Probe] tests one of them.
//
// A probe is a small shader (shaders/probe) with a Go function that computes the expected result.
// It runs in several work-groups on small values, limits and random words. If the device lacks the
// feature, the probe is refused, which is no fault.
package probe

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/aco-vk/aco-vk/shaders"
	"github.com/aco-vk/aco-vk/vk"
)

// Probe tests one device feature.
type Probe struct {
	Name    string // what it tests, by its GLSL name if it has one
	Feature string // as returned by FeaturesOf; several probes may test the same feature

	shader    *shaders.Shader
	operation uint32 // value of the shader's constant OPERATION
	class     string // Vulkan's name of the subgroup operations that the device must have; "": none
	subgroups bool   // run with every selectable subgroup size
	optional  bool   // no shader relies on it: a difference is a warning
	// lacks, if not nil, returns what the device lacks for the probe, "" if nothing.
	lacks    func(info *vk.Info) string
	workload func(l launch) workload
}

// Verdict is the outcome of a probe.
type Verdict string

const (
	OK      Verdict = "ok"
	Differs Verdict = "differs" // the device computes a wrong result
	Warn    Verdict = "warn"    // the device does not guarantee what no shader relies on
	Refused Verdict = "refused" // the device does not have the feature
	Failed  Verdict = "failed"  // the device or its driver returned an error
)

// Result is the outcome of a probe with its details.
type Result struct {
	Verdict  Verdict
	Detail   string // the first difference, or why there is no result; "" with OK
	Err      error  // nil unless Failed; pipeline.DeviceGone reports whether the device is lost
	Duration time.Duration
}

// All returns every probe, in the order of a report.
func All() []Probe {
	return slices.Concat(programs, dispatches, memory, atomics, subgroups, reconverging, arithmetic, floats, litmus,
		types)
}

// Run tests the feature on a device, with every selectable subgroup size if sizes matter. A device
// that does not answer within vk.HangTimeout fails.
func (p Probe) Run(ctx context.Context, device *vk.Device) Result {
	started := time.Now()
	r := Result{Verdict: OK}
	info := device.Info()
	launches := p.launches(info)
	if why := p.refusal(info); why != "" {
		r.Verdict, r.Detail = Refused, why
		launches = nil
	} else if len(launches) == 0 {
		r.Verdict, r.Detail = Refused, fmt.Sprintf("no selectable subgroup size fits into work-groups of %d",
			info.MaxWorkgroupInvocations)
	}
	for _, l := range launches {
		results, w, err := p.try(ctx, device, l)
		if err != nil {
			r.Verdict, r.Detail, r.Err = Failed, l.String()+err.Error(), err
			break
		}
		if difference := w.check(results); difference != "" {
			r.Verdict, r.Detail = Differs, l.String()+difference
			if p.optional {
				r.Verdict = Warn
			}
			break
		}
	}
	r.Duration = time.Since(started)
	return r
}

// refusal returns why the device cannot run the probe, "" if it can.
func (p Probe) refusal(info *vk.Info) string {
	if p.class != "" && !info.HasSubgroupOperation(p.class) {
		return fmt.Sprintf("the device does not have %s subgroup operations", p.class)
	}
	if p.lacks != nil {
		return p.lacks(info)
	}
	return ""
}

// try runs the probe in one configuration. It returns the results and the workload that checks
// them.
func (p Probe) try(ctx context.Context, device *vk.Device, l launch) ([]uint32, workload, error) {
	w := p.workload(l)
	if err := ctx.Err(); err != nil {
		return nil, w, err
	}
	results, err := run(device, p, l, w)
	return results, w, err
}
