package classic

import (
	"context"
	"errors"

	"github.com/aco-vk/aco-vk/aco/problem"
	"github.com/aco-vk/aco-vk/aco/reference"
	"github.com/aco-vk/aco-vk/pipeline"
	"github.com/aco-vk/aco-vk/tsp"
)

// OpenPair makes both ready for their first iteration. It refuses what Solve refuses, and ants that race, of which no two runs are
// equal. Of the options' rules those hold that end a run at an iteration.
func OpenPair(ctx context.Context, instance *tsp.Instance, device *pipeline.Device, options Options) (*Pair, error) {
	o := options.WithDefaults()
	if err := o.validate(); err != nil {
		return nil, err
	}
	p, err := problem.NewUnprepared(instance, o.Parameters)
	if err != nil {
		return nil, err
	}
	if err := errors.Join(rejectRacy(p), fitHost(p)); err != nil {
		return nil, err
	}
	if o.Kernel, err = check(p, device, o); err != nil {
		return nil, err
	}
	p.Prepare()
	return newPair(ctx, device, p, o, pipeline.LimitsOf(device.Info()))
}

// rejectRacy refuses ants of which no two runs are equal.
func rejectRacy(p *problem.Problem) error {
	if p.Racy() {
		return refuse("ants that race for the trails make other tours each time: there is nothing to hold them against")
	}
	return nil
}

// newPair makes a pair of a prepared problem, by limits that may be narrower than the device's own.
func newPair(ctx context.Context, device *pipeline.Device, p *problem.Problem, o Options, limits pipeline.Limits) (*Pair, error) {
	twins, err := reference.Colonies(ctx, p, o.rules())
	if err != nil {
		return nil, err
	}
	recording, err := Recipe(p, o, limits)
	if err != nil {
		return nil, err
	}
	c, err := newDeviceColonies(ctx, device, p, o.rules(), recording, DefaultMaxSubmit)
	if err != nil {
		return nil, err
	}
	pair := &Pair{c.(*deviceColonies), twins}
	if err := pair.clear(); err != nil {
		pair.Close()
		return nil, err
	}
	return pair, nil
}

// clear zeroes, as in the reference, what stages will write: a device's memory holds anything before.
func (p *Pair) clear() error {
	for _, name := range []string{"weights", "sums", "guide", "others", "tours", "lengths", "amounts", "deposit_tour", "restart_tour"} {
		if !p.device.run.HasBuffer(name) {
			continue
		}
		if err := p.device.run.Fill(name, 0); err != nil {
			return err
		}
	}
	return nil
}
