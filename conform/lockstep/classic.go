package lockstep

import (
	"context"
	"math/rand/v2"
	"slices"

	"github.com/aco-vk/aco-vk/aco/classic"
	"github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/aco/classic/reference"
	"github.com/aco-vk/aco-vk/aco/option"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/vk/pipeline"
)

// Classic runs the same colonies of Ant System, MAX-MIN Ant System or Ant Colony System on a
// device and in the reference. It is not safe for concurrent use.
type Classic struct {
	Device
	Problem    *model.Problem
	References []*reference.Colony // by colony
	// Drawn, if not nil, draws the data that each stage reads, in place of what earlier stages have
	// left: numbers of all magnitudes, and few values with many ties.
	Drawn *rand.Rand

	history []uint32 // best lengths of the last iterations, as the device has them
}

// OpenClassic prepares colonies for their first iteration. It returns the errors of
// [classic.Solve], and one for ACS with racing ants, whose runs are never equal. It applies the
// stop rules that end a run at an iteration.
func OpenClassic(
	ctx context.Context, instance *tsp.Instance, device *pipeline.Device, options classic.Options,
) (*Classic, error) {
	o, limits := options.WithDefaults(), pipeline.LimitsOf(device.Info())
	p, kernel, err := classic.Prepare(ctx, instance, o, limits)
	if err != nil {
		return nil, err
	}
	if err := rejectRacing(p, kernel); err != nil {
		return nil, err
	}
	o.Kernel = kernel
	return NewClassic(ctx, device, p, o, limits)
}

// rejectRacing returns an error if ants race, because then no two runs are equal.
func rejectRacing(p *model.Problem, kernel classic.KernelConfig) error {
	if kernel.Race(p.Parameters) {
		return option.Errorf(
			"racing ants of ACS give other tours in each run, so runs cannot be compared; make the ants synchronous, use one ant, or one at once")
	}
	return nil
}

// NewClassic prepares the colonies of a prepared problem. The limits may be narrower than the
// device's.
func NewClassic(
	ctx context.Context, device *pipeline.Device, p *model.Problem, options classic.Options, limits pipeline.Limits,
) (*Classic, error) {
	references, err := reference.Colonies(ctx, p, options.StopRules())
	if err != nil {
		return nil, err
	}
	recording, err := classic.Recipe(p, options, limits)
	if err != nil {
		return nil, err
	}
	run, err := pipeline.Start(ctx, device, recording)
	if err != nil {
		return nil, err
	}
	c := &Classic{Device: Device{Run: run, Recording: recording}, Problem: p, References: references}
	if err := c.upload(ctx, options.StopRules()); err != nil {
		c.Close()
		return nil, err
	}
	return c, nil
}

// upload zeroes the buffers that stages write, as in the reference, because device memory is
// undefined. Then it uploads all data of the first iteration.
func (c *Classic) upload(ctx context.Context, rules model.StopRules) error {
	if err := c.clear("weights", "sums", "guide", "tours", "lengths", "amounts",
		"deposit_tour", "history"); err != nil {
		return err
	}
	if _, err := classic.Upload(ctx, c.Run, c.Problem, rules); err != nil {
		return err
	}
	// the reference has no first tour here, which the schedule does not read before it writes one
	return c.clear("restart_tour")
}

// clear zeroes the buffers with these names that the recording has.
func (c *Classic) clear(names ...string) error {
	for _, name := range names {
		if !c.Run.HasBuffer(name) {
			continue
		}
		if err := c.Run.Fill(name, 0); err != nil {
			return err
		}
	}
	return nil
}

// Start replaces the state before the first iteration by one of a run that has made a number of
// iterations.
func (c *Classic) Start(iteration uint32) error {
	var states []uint32
	for _, ref := range c.References {
		ref.State.Iteration = iteration
		states = append(states, ref.State.Words()...)
	}
	return c.Run.Upload("state", 0, states)
}

// Stages returns the names of the stages of an iteration, in order.
func (c *Classic) Stages() []string {
	var names []string
	for _, stage := range c.References[0].Stages() {
		names = append(names, stage.Name)
	}
	return names
}

// Stopped reports whether a stop rule holds in every colony. Then stages change nothing.
func (c *Classic) Stopped() bool {
	return !slices.ContainsFunc(c.References, func(ref *reference.Colony) bool { return !hasStopped(ref) })
}

func hasStopped(ref *reference.Colony) bool { return ref.State.Stop != model.Running }

// RunStage runs one stage on the device and in the reference. It returns nil if all data are equal.
func (c *Classic) RunStage(ctx context.Context, stage string) (*Difference, error) {
	if err := c.drawFor(stage); err != nil {
		return nil, err
	}
	if err := c.submitStage(stage); err != nil {
		return nil, err
	}
	running := slices.DeleteFunc(slices.Clone(c.References), hasStopped)
	if err := c.RunReferences(ctx, stage); err != nil {
		return nil, err
	}
	difference, err := c.Compare()
	if difference == nil && err == nil && stage == "best" {
		difference, err = c.compareHistory(running)
	}
	if difference == nil && err == nil && stage == "statistics" {
		difference, err = c.compareStatistics()
	}
	if difference == nil && err == nil {
		difference, err = c.compareScratch(stage)
	}
	if difference == nil && err == nil && stage == "deposit" {
		difference, err = c.compareDerived()
	}
	if difference != nil {
		difference.Stage = stage
	}
	return difference, err
}

// RunReferences runs one stage of the reference in each colony that has not stopped.
func (c *Classic) RunReferences(ctx context.Context, name string) error {
	for _, ref := range c.References {
		for _, stage := range ref.Stages() {
			if stage.Name != name || hasStopped(ref) {
				continue
			}
			if err := stage.Run(ctx); err != nil {
				return err
			}
		}
	}
	return nil
}
