package engine

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/aco-vk/aco-vk/aco/option"
	"github.com/aco-vk/aco-vk/pipeline"
	"github.com/aco-vk/aco-vk/vk"
)

// Setup is an algorithm before the first iteration.
type Setup[C Colonies] interface {
	// Parts divides the colonies over a number of devices. If the devices of the run share one colony, each part is that colony.
	Parts(devices int) ([]Part, error)
	// Plan returns the recording of an iteration for a part of the colonies on a device, or an error if it does not fit. The problem is
	// not prepared yet. If device is nil, the part is for the processor, and only the error counts.
	Plan(part Part, device *pipeline.Device) (pipeline.Recording, error)
	// Prepare computes the data that all sites share, while devices make their pipelines. It is called once.
	Prepare(context.Context) error
	// Start prepares a part of the colonies for its first iteration, on a device that has the recording, or on the processor if run is
	// nil. It may be called for several parts concurrently.
	Start(ctx context.Context, part Part, run *pipeline.Run, recording pipeline.Recording) (C, error)
	// Join returns the sites of the run, given one for each started device. If the devices share one colony, they become one site, mostly
	// with a [Group], which records their losses in results.
	Join(started []*Site[C], results []DeviceResult) []*Site[C]
}

// Plans returns the memory that a run takes of each device. host returns the bytes that a part takes of the host if it runs on the
// processor.
func Plans[C Colonies](setup Setup[C], devices []*pipeline.Device, host func(Part, pipeline.Recording) uint64) ([]pipeline.MemoryPlan, error) {
	parts, err := setup.Parts(len(devices))
	if err != nil {
		return nil, err
	}
	recordings, err := planAll(setup, parts, devices)
	if err != nil {
		return nil, err
	}
	plans := make([]pipeline.MemoryPlan, len(devices))
	for i, recording := range recordings {
		if plans[i] = recording.MemoryPlan(); devices[i] == nil {
			plans[i] = pipeline.MemoryPlan{HostBytes: host(parts[i], recording)}
		}
	}
	return plans, nil
}

// planAll plans the parts on their devices. If one of several devices is too small, the error names it.
func planAll[C Colonies](setup Setup[C], parts []Part, devices []*pipeline.Device) (recordings []pipeline.Recording, err error) {
	recordings = make([]pipeline.Recording, len(devices))
	for i, device := range devices {
		if recordings[i], err = setup.Plan(parts[i], device); err != nil {
			if len(devices) > 1 && device != nil {
				err = fmt.Errorf("device %d, %s: %w", i+1, device.Info().Name, err)
			}
			return nil, err
		}
	}
	var all []*vk.Info
	for _, device := range devices {
		if all = append(all, nil); device != nil {
			all[len(all)-1] = device.Info()
		}
	}
	return recordings, checkShared(recordings, all)
}

// checkShared returns an *option.TooLargeError if a device that was given several times has not enough memory for all of its parts. The processor
// is nil.
func checkShared(recordings []pipeline.Recording, devices []*vk.Info) error {
	plans, times := map[string]pipeline.MemoryPlan{}, map[string]int{}
	for i, info := range devices {
		if info == nil || info.UUID == "" {
			continue
		}
		plan := plans[info.UUID]
		plan.Buffers = append(plan.Buffers, recordings[i].Buffers...)
		plan.HostBytes += recordings[i].MemoryPlan().HostBytes
		plans[info.UUID] = plan
		times[info.UUID]++
		if have := pipeline.LimitsOf(info).DeviceMemory; times[info.UUID] > 1 && plan.Bytes() > have {
			what := fmt.Sprintf("the plan for %s, which was given %d times,", info.Name, times[info.UUID])
			return &option.TooLargeError{
				Err:      &pipeline.TooLargeError{Plan: plan, What: what, Limit: "device memory", Bytes: true, Need: plan.Bytes(), Have: have},
				Remedies: []option.Remedy{option.Other(option.Devices)},
			}
		}
	}
	return nil
}

// Open divides the colonies over devices, in order, and prepares them for their first iteration; nil is the processor. If devices fail, the
// others take over their colonies, which changes no tour. The results are in the order of the devices.
func Open[C Colonies](ctx context.Context, setup Setup[C], devices []*pipeline.Device, started time.Time) ([]*Site[C], []DeviceResult, error) {
	results := make([]DeviceResult, len(devices))
	prepared := false
	prepare := func(ctx context.Context) error {
		if prepared {
			return nil
		}
		prepared = true
		return setup.Prepare(ctx)
	}
	for {
		var left []*pipeline.Device
		var numbers []int
		for i, device := range devices {
			if results[i].Lost == nil {
				left, numbers = append(left, device), append(numbers, i)
			}
		}
		sites, errs, err := openSites(ctx, setup, prepare, left)
		if err == nil && errors.Join(errs...) == nil {
			for i, s := range sites {
				s.Device = numbers[i]
			}
			return setup.Join(sites, results), results, nil
		}
		if err != nil {
			return nil, nil, err
		}
		failed := 0
		for i, err := range errs {
			switch {
			case pipeline.DeviceFailed(err):
				failed++
				results[numbers[i]].Lost = &Loss{Elapsed: time.Since(started), Err: err, InSetup: true}
			case err != nil:
				return nil, nil, err
			}
		}
		if failed == len(left) {
			return nil, nil, errors.Join(errs...)
		}
	}
}

// openSites plans on all devices, makes their pipelines while it prepares the problem, and starts all sites. errs has the errors of the devices;
// err is any other error. After an error nothing is left open.
func openSites[C Colonies](ctx context.Context, setup Setup[C], prepare func(context.Context) error, devices []*pipeline.Device) (sites []*Site[C], errs []error, err error) {
	parts, err := setup.Parts(len(devices))
	if err != nil {
		return nil, nil, err
	}
	runs := make([]*pipeline.Run, len(devices))
	recordings, err := planAll(setup, parts, devices)
	if err != nil {
		return nil, nil, err
	}
	errs = make([]error, len(devices))
	sites = make([]*Site[C], len(devices))
	abandon := func(err error) ([]*Site[C], []error, error) {
		for i, run := range runs {
			if run != nil && sites[i] == nil {
				run.Close()
			}
		}
		Close(sites)
		return nil, errs, err
	}
	var starting sync.WaitGroup
	for i, device := range devices {
		if device != nil {
			starting.Go(func() { runs[i], errs[i] = pipeline.Start(ctx, device, recordings[i]) })
		}
	}
	err = prepare(ctx)
	starting.Wait()
	if err != nil || errors.Join(errs...) != nil {
		return abandon(err)
	}
	for i := range devices {
		starting.Go(func() {
			var c C
			if c, errs[i] = setup.Start(ctx, parts[i], runs[i], recordings[i]); errs[i] == nil {
				sites[i] = &Site[C]{Colonies: c, Part: parts[i]}
			}
		})
	}
	starting.Wait()
	if errors.Join(errs...) != nil {
		return abandon(nil)
	}
	return sites, nil, nil
}

// Close closes sites. Some of them may be nil.
func Close[C Colonies](sites []*Site[C]) {
	for _, s := range sites {
		if s != nil {
			s.Colonies.Close()
		}
	}
}
