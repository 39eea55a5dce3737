package engine

import (
	"fmt"

	"github.com/aco-vk/aco-vk/aco/option"
	"github.com/aco-vk/aco-vk/vk"
	"github.com/aco-vk/aco-vk/vk/pipeline"
)

// Plans returns the memory that a run takes of each device. host returns the bytes of the host
// that a range of the colonies takes on the processor.
func Plans[C closer](
	setup Setup[C], devices []*pipeline.Device, host func(ColonyRange, pipeline.Recording) uint64,
) ([]pipeline.MemoryPlan, error) {
	ranges, err := setup.Divide(len(devices))
	if err != nil {
		return nil, err
	}
	recordings, err := planAll(setup, ranges, devices)
	if err != nil {
		return nil, err
	}
	plans := make([]pipeline.MemoryPlan, len(devices))
	for i, recording := range recordings {
		if plans[i] = recording.MemoryPlan(); devices[i] == nil {
			plans[i] = pipeline.MemoryPlan{HostBytes: host(ranges[i], recording)}
		}
	}
	return plans, nil
}

// planAll plans the colonies of all devices. If one of several devices is too small, the error
// names it.
func planAll[C closer](
	setup Setup[C], ranges []ColonyRange, devices []*pipeline.Device,
) (recordings []pipeline.Recording, err error) {
	recordings = make([]pipeline.Recording, len(devices))
	for i, device := range devices {
		if recordings[i], err = setup.Plan(ranges[i], device); err != nil {
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

// checkShared returns an *option.TooLargeError if a device that was given several times has not
// enough memory for all of its colonies. The processor is nil.
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
				Err: &pipeline.TooLargeError{
					Plan: plan, What: what, Limit: "device memory", Bytes: true, Need: plan.Bytes(), Have: have,
				},
				Remedies: []option.Remedy{option.Other(option.Devices)},
			}
		}
	}
	return nil
}
