package conform

import (
	"context"
	"time"

	"github.com/aco-vk/aco-vk/aco/classic"
	"github.com/aco-vk/aco-vk/aco/engine"
	"github.com/aco-vk/aco-vk/aco/merged"
	"github.com/aco-vk/aco-vk/conform/lockstep"
	"github.com/aco-vk/aco-vk/pipeline"
	"github.com/aco-vk/aco-vk/vk"
)

// pair computes a case on a device and in the reference, stage by stage.
type pair interface {
	start(c Case) error          // before the first iteration
	prepare(iteration int) error // before an iteration, counted from 1
	Passes() []pipeline.Pass
	Stages() []string
	RunStage(ctx context.Context, stage string) (*lockstep.Difference, error)
	Compare() (*lockstep.Difference, error)
	Stopped() bool
	DeviceTime() time.Duration // of all stages so far
	Close()
}

// openPair opens the pair of a case. A case that cannot run is an *option.Error or a *pipeline.TooLargeError.
func (c Case) openPair(ctx context.Context, device *vk.Device) (pair, error) {
	instance, err := c.Input.instance()
	if err != nil {
		return nil, err
	}
	if c.Algorithm == merged.Algorithm {
		p, err := lockstep.OpenMerged(ctx, instance, device, c.Merged, c.Large)
		return mergedPair{p}, err
	}
	p, err := lockstep.OpenClassic(ctx, instance, device, classic.Options{Parameters: c.Parameters, Kernel: c.Kernel, Rules: engine.Rules{Iterations: c.Iterations}})
	return classicPair{p}, err
}

type classicPair struct{ *lockstep.Classic }

func (p classicPair) start(c Case) error {
	if c.FirstIteration == 0 {
		return nil
	}
	return p.Start(c.FirstIteration)
}

func (classicPair) prepare(int) error { return nil }

type mergedPair struct{ *lockstep.Merged }

func (p mergedPair) start(c Case) error {
	if c.FirstIteration == 0 && !c.Shuffled {
		return nil
	}
	return p.Start(c.FirstIteration, c.Shuffled)
}

// prepare switches from plain local search, in the first iteration, to kicks.
func (p mergedPair) prepare(iteration int) error {
	if iteration != 2 {
		return nil
	}
	return p.Set(p.Model.Kicks())
}
