package tune

import (
	"github.com/aco-vk/aco-vk/aco/problem"
	"github.com/aco-vk/aco-vk/internal/cachefile"
	"github.com/aco-vk/aco-vk/pipeline"
	"github.com/aco-vk/aco-vk/tsp"
)

// Recall returns the outcome in the user's cache folder for a run on a device, Outcome{} when there is none, or when the run will be
// refused. An error says what is wrong with a file there.
func Recall(instance *tsp.Instance, device *pipeline.Device, parameters problem.Parameters) (Outcome, error) {
	folder, err := cachefile.Dir()
	if err != nil {
		return Outcome{}, nil // the system has no cache
	}
	key, err := KeyOf(instance, device, parameters)
	if err != nil {
		return Outcome{}, nil
	}
	return Load(folder, key, pipeline.LimitsOf(device.Info()))
}

// Remember stores an outcome where Recall finds it.
func Remember(instance *tsp.Instance, device *pipeline.Device, parameters problem.Parameters, outcome Outcome) error {
	folder, err := cachefile.Dir()
	if err != nil {
		return err
	}
	key, err := KeyOf(instance, device, parameters)
	if err != nil {
		return err
	}
	return Store(folder, key, outcome)
}
