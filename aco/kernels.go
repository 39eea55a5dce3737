package aco

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/aco-vk/aco-vk/aco/classic"
	"github.com/aco-vk/aco-vk/aco/problem"
	"github.com/aco-vk/aco-vk/aco/tune"
	"github.com/aco-vk/aco-vk/pipeline"
)

const (
	// tuneFrom is the shortest time limit of a run that measures kernels before it starts, tuneShare the part of the limit
	// that it measures for at the most, and tuneMost what a whole search takes.
	tuneFrom  = 60 * time.Second
	tuneShare = 0.02
	tuneMost  = 10 * time.Second
)

// measurable returns the device whose measured kernels a run can use. They are Ant System's, which has one colony and so one device.
func (r *request) measurable(options classic.Options) (*pipeline.Device, bool) {
	device := r.devices[0].Vulkan()
	return device, device != nil && options.Parameters.Algorithm == AntSystem
}

// measuredKernels returns the options with the kernels that they leave open: those measured before on this device, and before a long run
// on a GPU those that are measured now. The recipe chooses the others. An error is the device's.
func (r *request) measuredKernels(ctx context.Context, options classic.Options) (classic.Options, error) {
	device, ok := r.measurable(options)
	if !ok {
		return options, nil
	}
	found := r.recallKernels(device, options.Parameters)
	endsSooner := options.Iterations > 0 || options.Target > 0 || options.Stall > 0 // than the time limit, perhaps
	if !device.Info().IsSoftware() && options.TimeLimit >= tuneFrom && !endsSooner && !found.Complete {
		limit := min(tuneMost, time.Duration(tuneShare*float64(options.TimeLimit)))
		r.notify(NoticeKernels, fmt.Sprintf("measuring kernels for this device and size for up to %.3g s", limit.Seconds()))
		var err error
		if found, err = r.searchKernels(ctx, limit, device, options, found); err != nil {
			return options, err
		}
		if tune.IsGeneral(options) && ctx.Err() == nil {
			if err := tune.StoreCached(r.instance, device, options.Parameters, found); err != nil {
				r.notify(NoticeKernels, err.Error())
			}
		}
	}
	return r.fillKernels(device, options, found.Kernel), nil
}

// keptKernels returns the options with the kernels that were measured before.
func (r *request) keptKernels(options classic.Options) classic.Options {
	device, ok := r.measurable(options)
	if !ok {
		return options
	}
	return r.fillKernels(device, options, r.recallKernels(device, options.Parameters).Kernel)
}

// recallKernels returns what was measured before; that it cannot be read is no more than a notice.
func (r *request) recallKernels(device *pipeline.Device, parameters problem.Parameters) tune.Outcome {
	outcome, err := tune.LoadCached(r.instance, device, parameters)
	if err != nil {
		r.notify(NoticeKernels, err.Error())
	}
	return outcome
}

// fillKernels fills in kernels and tells which run.
func (r *request) fillKernels(device *pipeline.Device, options classic.Options, from KernelConfig) classic.Options {
	if from == (KernelConfig{}) {
		return options
	}
	filled := tune.Fill(r.instance, device, options, from)
	if filled.Kernel != options.Kernel {
		r.notify(NoticeKernels, "measured kernels: "+tune.Describe(filled.Kernel))
	}
	return filled
}

// searchKernels continues a search within a limit. That the limit or the user ended it is no error, nor that the instance is refused,
// which the run will say.
func (r *request) searchKernels(
	ctx context.Context, limit time.Duration, device *pipeline.Device, options classic.Options, earlier tune.Outcome,
) (tune.Outcome, error) {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	outcome, err := tune.Search(ctx, r.instance, device, options, earlier)
	var refused *problem.Error
	var tooLarge *pipeline.TooLargeError
	if errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled) || errors.As(err, &refused) || errors.As(err, &tooLarge) {
		err = nil
	}
	return outcome, err
}
