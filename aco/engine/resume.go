package engine

import (
	"encoding/json"
	"errors"

	"github.com/aco-vk/aco-vk/aco/option"
	"github.com/aco-vk/aco-vk/checkpoint"
	"github.com/aco-vk/aco-vk/tsp"
)

// Revision counts the changes to the tours that all algorithms make of the same parameters. A checkpoint of another revision cannot be
// resumed. In revision 1 a seed had 32 bits that counted; runs of such seeds make the same tours in revision 2 and keep its number.
// A change of the tours of merged ants also needs a new schema.Report and a new schema of the service's store: both have schedules that are replayed.
func Revision(seed uint64) int {
	if seed>>32 == 0 {
		return 1
	}
	return 2
}

// LoadRun decodes Run of a checkpoint's header into saved. It returns a *checkpoint.Error if the checkpoint is of another algorithm or
// revision, or if its parameters are refused.
func LoadRun(file *checkpoint.File, algorithm string, saved any) error {
	if err := file.Header.CheckAlgorithm(algorithm, Revision(file.Header.Seed)); err != nil {
		return file.WrapError(err)
	}
	err := json.Unmarshal(file.Header.Run, saved)
	if refused := (*option.Error)(nil); err == nil || errors.As(err, &refused) {
		return file.WrapError(err)
	}
	return file.Damaged("%v", err)
}

// ContinueClock adds the time of the run of a checkpoint to the clock. It returns an error if the instance is another one.
func (o *Options) ContinueClock(file *checkpoint.File, instance *tsp.Instance) error {
	h := file.Header
	if err := h.CheckInstance(InstanceOf(instance)); err != nil {
		return file.WrapError(err)
	}
	if h.Elapsed < 0 || h.Iteration < 0 {
		return file.Damaged("iteration %d after %v is impossible", h.Iteration, h.Elapsed)
	}
	o.Started = o.Started.Add(-h.Elapsed)
	return nil
}
