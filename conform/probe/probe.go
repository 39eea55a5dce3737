package probe

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/aco-vk/aco-vk/shaders"
	"github.com/aco-vk/aco-vk/vk"
)

// Probe tries one feature.
type Probe struct {
	Name    string // of what is tried, as GLSL calls it where it has a name
	Feature string // by the name that FeaturesOf returns; several probes may try the same one

	shader    *shaders.Shader
	operation uint32 // of the shader's
	class     string // of subgroup operations that the device must have, by Vulkan's name; "": none
	subgroups bool   // whether the size of a subgroup matters
	trial     func(s shape) trial
}

// Verdict is how a probe ended.
type Verdict string

const (
	OK      Verdict = "ok"
	Differs Verdict = "differs" // the device computes something else
	Refused Verdict = "refused" // the device does not have the feature
	Failed  Verdict = "failed"  // the device gave an error instead of a result
)

// Result is what a probe found.
type Result struct {
	Name, Feature string
	Verdict       Verdict
	Detail        string // what differs first and where, or why there is no result; "" with OK
	Err           error  // of a failed probe; pipeline.DeviceGone says whether the device is of no more use
	Duration      time.Duration
}

// All lists every probe, in the order in which a report shows them.
func All() []Probe {
	return slices.Concat(programs, dispatches, memory, atomics, subgroups, arithmetic, floats)
}

// Run tries the feature on a device, with every size of subgroups that can be required where it matters. A device that hangs is given up
// after vk.HangTimeout.
func (p Probe) Run(ctx context.Context, device *vk.Device) Result {
	started := time.Now()
	r := Result{Name: p.Name, Feature: p.Feature, Verdict: OK}
	info := device.Info()
	shapes := p.shapes(info)
	if why := p.refusal(info); why != "" {
		r.Verdict, r.Detail = Refused, why
		shapes = nil
	} else if len(shapes) == 0 {
		r.Verdict, r.Detail = Refused, fmt.Sprintf("no subgroup that can be required fits into work-groups of %d", info.MaxWorkgroupInvocations)
	}
	for _, s := range shapes {
		results, t, err := p.try(ctx, device, s)
		if err != nil {
			r.Verdict, r.Detail, r.Err = Failed, s.String()+err.Error(), err
			break
		}
		if difference := t.check(results); difference != "" {
			r.Verdict, r.Detail = Differs, s.String()+difference
			break
		}
	}
	r.Duration = time.Since(started)
	return r
}

// refusal says why a device cannot run the probe, "" where it can.
func (p Probe) refusal(info *vk.Info) string {
	if p.class != "" && !info.HasSubgroupOperation(p.class) {
		return fmt.Sprintf("the device has no subgroup operations of the class %s", p.class)
	}
	return ""
}

// try returns what the device computed, and what was asked of it.
func (p Probe) try(ctx context.Context, device *vk.Device, s shape) ([]uint32, trial, error) {
	t := p.trial(s)
	if err := ctx.Err(); err != nil {
		return nil, t, err
	}
	results, err := run(device, p, s, t)
	return results, t, err
}
