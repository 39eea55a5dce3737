package conform

import (
	"context"

	"github.com/aco-vk/aco-vk/aco/classic"
	"github.com/aco-vk/aco-vk/aco/merged"
	"github.com/aco-vk/aco-vk/pipeline"
	"github.com/aco-vk/aco-vk/vk"
)

// pair is the two sides of a case.
type pair interface {
	begin(iteration int) error
	Passes() []pipeline.Pass
	Stages() []string
	RunStage(ctx context.Context, stage string) (*classic.Difference, error)
	Compare() (*classic.Difference, error)
	Stopped() bool
	Close()
}

// open makes both sides ready. What cannot be is a *problem.Error or a *pipeline.TooLargeError.
func (c Case) open(ctx context.Context, device *vk.Device) (pair, error) {
	instance, err := c.Input.instance()
	if err != nil {
		return nil, err
	}
	if c.Algorithm == AlgorithmMerged {
		p, err := merged.OpenPair(ctx, instance, device, c.Merged)
		return mergedPair{p}, err
	}
	p, err := classic.OpenPair(ctx, instance, device, classic.Options{Parameters: c.Parameters, Kernel: c.Kernel, Iterations: c.Iterations})
	return acoPair{p}, err
}

type acoPair struct{ *classic.Pair }

func (acoPair) begin(int) error { return nil }

type mergedPair struct{ *merged.Pair }

// begin has ants look for improvements in the first iteration, and kick in those after it.
func (p mergedPair) begin(iteration int) error {
	if iteration != 1 {
		return nil
	}
	return p.Set(p.Kicks())
}
