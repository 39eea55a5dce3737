package merged

import (
	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/aco/option"
	"github.com/aco-vk/aco-vk/vk/pipeline"
)

// recipe returns the recording of an iteration.
type recipe func(*model.Model, pipeline.Limits) (pipeline.Recording, error)

// checked returns the recording of a model, or an error with remedies if it does not fit the
// limits.
func (r recipe) checked(m *model.Model, limits pipeline.Limits) (pipeline.Recording, error) {
	recording, err := r(m, limits)
	if err != nil {
		return pipeline.Recording{}, err
	}
	if err := recording.Check(limits); err != nil {
		return pipeline.Recording{}, &option.TooLargeError{Err: err, Remedies: r.remedies(m, limits)}
	}
	return recording, nil
}

// remedies returns changes with which the recipe fits, the smallest first.
func (r recipe) remedies(m *model.Model, limits pipeline.Limits) []option.Remedy {
	fits := func(change func(*model.Model)) bool {
		other := *m
		change(&other)
		recording, err := r(&other, limits)
		return err == nil && recording.Check(limits) == nil
	}
	colonies := option.Largest(
		m.Colonies, func(colonies int) bool { return fits(func(m *model.Model) { m.Colonies = colonies }) },
	)
	if colonies > 0 {
		return []option.Remedy{option.AtMost(option.Colonies, colonies)}
	}
	if ants := option.Largest(m.Ants, func(ants int) bool { return fits(func(m *model.Model) { m.Ants = ants }) }); ants > 0 {
		return []option.Remedy{option.AtMost(option.Ants, ants)}
	}
	return []option.Remedy{
		option.Other(option.Devices), option.Set(option.Devices, option.CPU), option.Set(option.Algorithm, option.MMAS),
	}
}

// limitsOf returns the limits of a device. The processor has none and is planned like a small
// device.
func limitsOf(device *pipeline.Device) pipeline.Limits {
	if device == nil {
		return pipeline.Limits{GroupSize: 128, SharedBytes: 16 << 10, SubgroupSize: 32, MinSubgroupSize: 32}
	}
	return pipeline.LimitsOf(device.Info())
}
