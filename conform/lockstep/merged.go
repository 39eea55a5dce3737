package lockstep

import (
	"context"
	"fmt"
	"slices"

	"github.com/aco-vk/aco-vk/aco/distance"
	"github.com/aco-vk/aco-vk/aco/merged"
	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/aco/merged/reference"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/vk/pipeline"
)

// Merged runs the same colonies of the default solver on a device and in the reference. It is not
// safe for concurrent use.
type Merged struct {
	Device
	Model      *model.Model
	References []*reference.Colony // by colony

	Exported []uint32     // changes that the reference has exported
	counts   model.Counts // of the ants at that time
}

// Garbage fills memory that is undefined before it is written.
const Garbage = 0xA5A5A5A5

// mergedModel returns an unprepared model. Devices compute distances in space and on the globe in
// small cases too and, if large, use the shaders for large instances.
func mergedModel(instance *tsp.Instance, parameters model.Parameters, large bool) (*model.Model, error) {
	m, err := model.NewUnprepared(instance, parameters)
	if err != nil {
		return nil, err
	}
	if !distance.InPlane(m.Instance.Metric) {
		m.MatrixCities = 0
	}
	m.Large = large
	return m, nil
}

// MergedPasses returns the passes of an iteration on a device with these limits.
func MergedPasses(
	instance *tsp.Instance, parameters model.Parameters, large bool, limits pipeline.Limits,
) ([]pipeline.Pass, error) {
	m, err := mergedModel(instance, parameters, large)
	if err != nil {
		return nil, err
	}
	recording, err := merged.RecipeOf(m, limits, mergedStages(m)...)
	return recording.Passes, err
}

// OpenMerged prepares colonies for their first iteration. If large, the device uses the shaders
// for large instances, where there are such. It returns the errors of [merged.Solve], but a
// [*pipeline.TooLargeError] if the device is too small.
func OpenMerged(
	ctx context.Context, instance *tsp.Instance, device *pipeline.Device, parameters model.Parameters, large bool,
) (*Merged, error) {
	m, err := mergedModel(instance, parameters, large)
	if err != nil {
		return nil, err
	}
	limits := pipeline.LimitsOf(device.Info())
	recording, err := merged.RecipeOf(m, limits, mergedStages(m)...)
	if err == nil {
		err = recording.Check(limits)
	}
	if err == nil {
		err = m.Prepare(ctx, nil)
	}
	if err != nil {
		return nil, err
	}
	return NewMerged(ctx, device, limits, m, model.Settings{Scales: 1}, mergedStages(m)...)
}

// NewMerged prepares the colonies of a prepared model for some stages of an iteration. The limits
// may be narrower than the device's.
func NewMerged(
	ctx context.Context, device *pipeline.Device, limits pipeline.Limits, m *model.Model, settings model.Settings,
	stages ...string,
) (*Merged, error) {
	recording, err := merged.RecipeOf(m, limits, stages...)
	if err != nil {
		return nil, err
	}
	run, err := pipeline.Start(ctx, device, recording)
	if err != nil {
		return nil, err
	}
	c := &Merged{Device: Device{Run: run, Recording: recording}, Model: m}
	for number := range m.Colonies {
		ref := reference.NewColony(m, uint32(m.FirstColony+number))
		fillGarbage(ref.Tours[1])
		c.References = append(c.References, ref)
	}
	if err = c.fill(ctx); err == nil {
		err = c.Set(settings)
	}
	if err != nil {
		c.Close()
		return nil, err
	}
	return c, nil
}

// fill uploads the constant tables and the initial data of the reference.
func (c *Merged) fill(ctx context.Context) error {
	for _, buffer := range c.Recording.Buffers {
		if err := c.Run.Fill(buffer.Name, Garbage); err != nil {
			return err
		}
	}
	if err := merged.Upload(ctx, c.Run, c.Model); err != nil {
		return err
	}
	if c.Run.HasBuffer("exported") { // clear resets it after each export
		if err := c.Run.Fill("exported", 0); err != nil {
			return err
		}
	}
	return c.Upload()
}

// Set sets the settings of the next iterations.
func (c *Merged) Set(settings model.Settings) error {
	for _, ref := range c.References {
		ref.Settings = settings
	}
	for name, value := range settings.PushConstants() {
		if err := c.Run.Set(name, value); err != nil {
			return err
		}
	}
	return nil
}

// Stages returns the names of the stages of an iteration, in order.
func (c *Merged) Stages() []string {
	var names []string
	for _, pass := range c.Passes() {
		names = append(names, pass.Stage)
	}
	return slices.Compact(names)
}

// Stopped reports whether a stop rule holds in every colony. Then stages change nothing.
func (c *Merged) Stopped() bool {
	return !slices.ContainsFunc(
		c.References, func(ref *reference.Colony) bool { return ref.State.Stop == model.Running },
	)
}

// RunStage runs one stage on the device and in the reference. It returns nil if all data are equal.
func (c *Merged) RunStage(ctx context.Context, stage string) (*Difference, error) {
	if stage == "import" {
		if err := c.prepareImport(); err != nil {
			return nil, err
		}
	}
	if err := c.submitStage(stage); err != nil {
		return nil, err
	}
	for _, ref := range c.References {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if err := c.runStageOf(ref, stage); err != nil {
			return nil, err
		}
	}
	difference, err := c.Compare()
	if stage == "export" && difference == nil && err == nil {
		difference, err = c.CompareExported()
	}
	if difference != nil {
		difference.Stage = stage
	}
	return difference, err
}

// RunReference runs one stage of a colony in the reference.
func RunReference(ref *reference.Colony, name string) error {
	for _, stage := range ref.Stages() {
		if stage.Name == name {
			stage.Run()
			return nil
		}
	}
	return fmt.Errorf("the reference has no stage %q", name)
}
