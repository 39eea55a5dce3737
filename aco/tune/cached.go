package tune

import (
	"github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/internal/cachefile"
	"github.com/aco-vk/aco-vk/pipeline"
	"github.com/aco-vk/aco-vk/tsp"
)

// LoadCached returns the outcome that is stored in the user's cache folder for a run on a device. It returns Outcome{} if there
// is none and for parameters without a key. If the file is not valid it returns an error that says why.
func LoadCached(instance *tsp.Instance, device *pipeline.Device, parameters model.Parameters) (Outcome, error) {
	folder, err := cachefile.Dir()
	if err != nil {
		return Outcome{}, nil // the system has no cache folder
	}
	key, err := KeyOf(instance, device, parameters)
	if err != nil {
		return Outcome{}, nil
	}
	return Load(folder, key, pipeline.LimitsOf(device.Info()))
}

// StoreCached stores an outcome in the user's cache folder, for [LoadCached].
func StoreCached(instance *tsp.Instance, device *pipeline.Device, parameters model.Parameters, outcome Outcome) error {
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
