package aco

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/aco-vk/aco-vk/aco/classic"
	classicmodel "github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/aco/option"
	"github.com/aco-vk/aco-vk/aco/tune"
	"github.com/aco-vk/aco-vk/vk/pipeline"
)

const (
	// minTunedLimit is the shortest time limit of a run that measures kernels before it starts.
	minTunedLimit = 60 * time.Second
	// maxTuneShare is the largest share of the time limit for these measurements.
	maxTuneShare = 0.02
	// maxTuneTime is enough for a complete search.
	maxTuneTime = 10 * time.Second
)

// tunableDevice returns the device of a run that can use measured kernels. ok is false for other
// runs: only the kernels of Ant System are measured. It has one colony and so one device.
func (r *request) tunableDevice(options classic.Options) (device *pipeline.Device, ok bool) {
	device = r.devices[0].state().device
	return device, device != nil && options.Parameters.Algorithm == classicmodel.AlgorithmAS
}

// tunedKernels sets the kernels that the options leave open to the fastest ones that were
// measured on this device. Before a long run on a GPU it measures them now. The recipe chooses
// the others. An error is the device's.
func (r *request) tunedKernels(ctx context.Context, options classic.Options) (classic.Options, error) {
	device, ok := r.tunableDevice(options)
	if !ok {
		return options, nil
	}
	found := r.loadKernels(device, options.Parameters)
	rules := options.Rules
	rules.Idle = 0 // a run without rules has one by default, and most such runs are long
	long := rules.TimeLimit >= minTunedLimit && !rules.MayEndSooner()
	if !device.Info().IsSoftware() && long && !found.Complete {
		limit := min(maxTuneTime, time.Duration(maxTuneShare*float64(options.TimeLimit)))
		r.notify(NoticeKernels, fmt.Sprintf("measuring kernels for this device and size for up to %.3g s",
			limit.Seconds()))
		var err error
		if found, err = r.tuneKernels(ctx, limit, device, options, found); err != nil {
			return options, err
		}
		if tune.IsGeneral(options) && ctx.Err() == nil {
			if err := tune.StoreCached(r.instance, device, options.Parameters, found); err != nil {
				r.notify(NoticeKernels, err.Error())
			}
		}
	}
	return r.setKernels(device, options, found.Kernel), nil
}

// storedKernels is tunedKernels without new measurements.
func (r *request) storedKernels(options classic.Options) classic.Options {
	device, ok := r.tunableDevice(options)
	if !ok {
		return options
	}
	return r.setKernels(device, options, r.loadKernels(device, options.Parameters).Kernel)
}

// loadKernels returns the result of earlier measurements. An error of reading them is only a
// notice.
func (r *request) loadKernels(device *pipeline.Device, parameters classicmodel.Parameters) tune.Outcome {
	outcome, err := tune.LoadCached(r.instance, device, parameters)
	if err != nil {
		r.notify(NoticeKernels, err.Error())
	}
	return outcome
}

// setKernels sets the kernels that the options leave open, and notifies the caller of them.
func (r *request) setKernels(
	device *pipeline.Device, options classic.Options, from classic.KernelConfig,
) classic.Options {
	if from == (classic.KernelConfig{}) {
		return options
	}
	filled := tune.Fill(r.instance, device, options, from)
	if filled.Kernel != options.Kernel {
		r.notify(NoticeKernels, "measured kernels: "+tune.Describe(filled.Kernel))
	}
	return filled
}

// tuneKernels continues an earlier search, up to a limit. It is no error if the limit or the user
// ends the search. If the instance is refused, the run returns that error later.
func (r *request) tuneKernels(
	ctx context.Context, limit time.Duration, device *pipeline.Device, options classic.Options, earlier tune.Outcome,
) (tune.Outcome, error) {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	outcome, err := tune.Search(ctx, r.instance, device, options, earlier)
	var refused *option.Error
	var tooLarge *pipeline.TooLargeError
	ended := errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled)
	if ended || errors.As(err, &refused) || errors.As(err, &tooLarge) {
		err = nil
	}
	return outcome, err
}
