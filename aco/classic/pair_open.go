package classic

import (
	"context"
	"errors"

	"github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/aco/classic/reference"
	"github.com/aco-vk/aco-vk/aco/engine"
	"github.com/aco-vk/aco-vk/aco/option"
	"github.com/aco-vk/aco-vk/pipeline"
	"github.com/aco-vk/aco-vk/tsp"
)

// OpenPair prepares a Pair for its first iteration. It returns the errors of Solve, and one for ACS with racing ants, whose runs are
// never equal. Of the stop rules it applies those that end a run at an iteration.
func OpenPair(ctx context.Context, instance *tsp.Instance, device *pipeline.Device, options Options) (*Pair, error) {
	o := options.WithDefaults()
	if err := o.validate(); err != nil {
		return nil, err
	}
	p, err := model.NewUnprepared(instance, o.Parameters)
	if err != nil {
		return nil, err
	}
	if err := errors.Join(rejectRacy(p), checkHostMemory(p)); err != nil {
		return nil, err
	}
	if _, o.Kernel, err = planRecording(p, o, pipeline.LimitsOf(device.Info())); err != nil {
		return nil, err
	}
	if err := p.Prepare(ctx); err != nil {
		return nil, err
	}
	return newPair(ctx, device, p, o, pipeline.LimitsOf(device.Info()))
}

// rejectRacy returns an error if ants race, because then no two runs are equal.
func rejectRacy(p *model.Problem) error {
	if p.Racy() {
		return option.Errorf("racing ants of ACS give other tours in each run, so runs cannot be compared; make the ants synchronous, or use one ant")
	}
	return nil
}

// newPair returns a Pair for a prepared problem. The limits may be narrower than those of the device.
func newPair(ctx context.Context, device *pipeline.Device, p *model.Problem, o Options, limits pipeline.Limits) (*Pair, error) {
	references, err := reference.Colonies(ctx, p, o.rules())
	if err != nil {
		return nil, err
	}
	recording, err := Recipe(p, o, limits)
	if err != nil {
		return nil, err
	}
	run, err := pipeline.Start(ctx, device, recording)
	if err != nil {
		return nil, err
	}
	c, err := newDeviceColonies(ctx, run, p, o.rules(), recording, engine.DefaultMaxSubmit)
	if err != nil {
		run.Close()
		return nil, err
	}
	pair := &Pair{device: c, references: references, history: make([]uint32, 2*history*p.Colonies)}
	if err := pair.clear(); err != nil {
		pair.Close()
		return nil, err
	}
	return pair, nil
}

// clear zeroes the buffers that stages write, as in the reference. Device memory is undefined before.
func (p *Pair) clear() error {
	for _, name := range []string{"weights", "sums", "guide", "others", "tours", "lengths", "amounts", "deposit_tour", "restart_tour", "history"} {
		if !p.device.Run.HasBuffer(name) {
			continue
		}
		if err := p.device.Run.Fill(name, 0); err != nil {
			return err
		}
	}
	return uploadFixed(p.device.Run, p.device.problem)
}
