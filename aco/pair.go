package aco

import (
	"context"
	"errors"
	"math"
	"slices"

	"github.com/aco-vk/aco-vk/aco/problem"
	"github.com/aco-vk/aco-vk/aco/reference"
	"github.com/aco-vk/aco-vk/pipeline"
	"github.com/aco-vk/aco-vk/tsp"
)

// Pair is the colonies of a run on a device and their twins in the reference: both make an iteration stage by stage, and after each
// all that one holds is held against the other. One goroutine uses it at a time.
type Pair struct {
	device *deviceColonies
	twins  []*reference.Colony // by colony
}

// OpenPair makes both ready for their first iteration. It refuses what Solve refuses, and ants that race, of which no two runs are
// equal. Of the options' rules those hold that end a run at an iteration.
func OpenPair(ctx context.Context, instance *tsp.Instance, device *pipeline.Device, options Options) (*Pair, error) {
	o := options.WithDefaults()
	if err := o.validate(); err != nil {
		return nil, err
	}
	p, err := problem.Outline(instance, o.Parameters)
	if err != nil {
		return nil, err
	}
	if err := errors.Join(refuseRace(p), fitHost(p)); err != nil {
		return nil, err
	}
	if o.Form, err = check(p, device, o); err != nil {
		return nil, err
	}
	p.Prepare()
	return newPair(ctx, device, p, o, pipeline.LimitsOf(device.Info()))
}

// refuseRace refuses ants of which no two runs are equal.
func refuseRace(p *problem.Problem) error {
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
		if !p.device.run.Has(name) {
			continue
		}
		if err := p.device.run.Fill(name, 0); err != nil {
			return err
		}
	}
	return nil
}

// Passes are those of an iteration on the device.
func (p *Pair) Passes() []pipeline.Pass { return p.device.passes }

// Stages names an iteration's stages in their order.
func (p *Pair) Stages() []string {
	var names []string
	for _, stage := range p.twins[0].Stages() {
		names = append(names, stage.Name)
	}
	return names
}

// Stopped says whether a rule holds in every colony: no stage does anything any more.
func (p *Pair) Stopped() bool {
	return !slices.ContainsFunc(p.twins, func(twin *reference.Colony) bool { return twin.State.Stop == problem.Running })
}

// RunStage runs one stage on the device and in the reference and returns the first difference, nil where all is equal.
func (p *Pair) RunStage(ctx context.Context, stage string) (*Difference, error) {
	if err := p.submit(p.cut(stage, math.MaxUint32)); err != nil {
		return nil, err
	}
	if err := p.runTwins(ctx, stage); err != nil {
		return nil, err
	}
	difference, err := p.Compare()
	if difference != nil {
		difference.Stage = stage
	}
	return difference, err
}

// runTwins runs one stage of the reference in each colony that goes on.
func (p *Pair) runTwins(ctx context.Context, name string) error {
	for _, twin := range p.twins {
		for _, stage := range twin.Stages() {
			if stage.Name != name || twin.State.Stop != problem.Running {
				continue
			}
			if err := stage.Run(ctx); err != nil {
				return err
			}
		}
	}
	return nil
}

// cut returns a stage in slices of so many units, or as many as a dispatch can have.
func (p *Pair) cut(stage string, units uint32) (slices []pipeline.Slice) {
	passes := p.device.passes
	for i := 0; i < len(passes); i = pipeline.After(passes, i) {
		pass := passes[i]
		if pass.Stage != stage {
			continue
		}
		most := min(units, pass.Units)
		if pass.MaxUnits > 0 {
			most = min(most, pass.MaxUnits)
		}
		for first := uint32(0); first < pass.Units; first += most {
			slices = append(slices, pipeline.Slice{Pass: i, First: first, Count: min(most, pass.Units-first)})
		}
	}
	return slices
}

// submit runs any number of slices on the device, some at a time.
func (p *Pair) submit(all []pipeline.Slice) error {
	const atOnce = 200
	for some := range slices.Chunk(all, atOnce) {
		if err := p.device.run.Submit(some); err != nil {
			return err
		}
		if _, err := p.device.run.Wait(); err != nil {
			return err
		}
	}
	return nil
}

// Close frees what the pair holds on the device.
func (p *Pair) Close() { p.device.close() }
