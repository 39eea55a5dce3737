package conform

import (
	"github.com/aco-vk/aco-vk/aco/classic"
	classicmodel "github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/aco/engine"
	"github.com/aco-vk/aco-vk/aco/merged"
	"github.com/aco-vk/aco-vk/conform/lockstep"
	"github.com/aco-vk/aco-vk/pipeline"
)

// passes returns the passes of an iteration of the case on a device with these limits.
func (c Case) passes(limits pipeline.Limits) ([]pipeline.Pass, error) {
	instance, err := c.Input.instance()
	if err != nil {
		return nil, err
	}
	if c.Algorithm == merged.Algorithm {
		return lockstep.MergedPasses(instance, c.Merged, c.Large, limits)
	}
	p, err := classicmodel.NewUnprepared(instance, c.Parameters)
	if err != nil {
		return nil, err
	}
	recording, err := classic.Recipe(p, classic.Options{Kernel: c.Kernel}, limits)
	return recording.Passes, err
}

// possible reports whether some device could run the case. The sequential reference refuses only cases that no device can run.
func (c Case) possible() (bool, error) {
	instance, err := c.Input.instance()
	if err != nil {
		return false, err
	}
	cpu := []*pipeline.Device{nil}
	if c.Algorithm == merged.Algorithm {
		_, err = merged.PlansFor(instance, cpu, merged.Options{Parameters: c.Merged, Rules: engine.Rules{Iterations: c.Iterations}})
	} else {
		_, err = classic.PlansFor(instance, cpu, classic.Options{Parameters: c.Parameters, Kernel: c.Kernel, Rules: engine.Rules{Iterations: c.Iterations}})
	}
	if refusal(err) != "" {
		return false, nil
	}
	return true, err
}
