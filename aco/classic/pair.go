package classic

import (
	"context"
	"math"
	"slices"
	"time"

	"github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/aco/classic/reference"
	"github.com/aco-vk/aco-vk/conform/lockstep"
	"github.com/aco-vk/aco-vk/pipeline"
)

// Pair runs the same colonies on a device and in the sequential reference, stage by stage, and compares all their data after each
// stage. It is not safe for concurrent use.
type Pair struct {
	device     *deviceColonies
	references []*reference.Colony // by colony
	history    []uint32            // best lengths of the last iterations, as the device has them
	first      uint32              // number of the first iteration
	deviceTime time.Duration       // of all stages so far
}

// Start replaces the state before the first iteration by one of a run that has made a number of iterations.
func (p *Pair) Start(iteration uint32) error {
	p.first = iteration
	var states []uint32
	for _, ref := range p.references {
		ref.State.Iteration = iteration
		states = append(states, ref.State.Words()...)
	}
	return p.device.Run.Upload("state", 0, states)
}

// DeviceTime returns the time that the device needed for all stages so far, without the reference and the comparison.
func (p *Pair) DeviceTime() time.Duration { return p.deviceTime }

// Passes returns the passes of an iteration on the device.
func (p *Pair) Passes() []pipeline.Pass { return p.device.passes }

// Stages returns the names of the stages of an iteration, in order.
func (p *Pair) Stages() []string {
	var names []string
	for _, stage := range p.references[0].Stages() {
		names = append(names, stage.Name)
	}
	return names
}

// Stopped reports whether a stop rule holds in every colony. Then stages change nothing.
func (p *Pair) Stopped() bool {
	return !slices.ContainsFunc(p.references, func(ref *reference.Colony) bool { return ref.State.Stop == model.Running })
}

// RunStage runs one stage on the device and in the reference. It returns the first difference, or nil if all data are equal.
func (p *Pair) RunStage(ctx context.Context, stage string) (*lockstep.Difference, error) {
	if err := p.submit(p.cut(stage, math.MaxUint32)); err != nil {
		return nil, err
	}
	if err := p.runReferences(ctx, stage); err != nil {
		return nil, err
	}
	difference, err := p.Compare()
	if difference == nil && err == nil && stage == "best" {
		difference, err = p.compareHistory()
	}
	if difference == nil && err == nil {
		difference, err = p.compareScratch(stage)
	}
	if difference != nil {
		difference.Stage = stage
	}
	return difference, err
}

// runReferences runs one stage of the reference in each colony in which no stop rule holds.
func (p *Pair) runReferences(ctx context.Context, name string) error {
	for _, ref := range p.references {
		for _, stage := range ref.Stages() {
			if stage.Name != name || ref.State.Stop != model.Running {
				continue
			}
			if err := stage.Run(ctx); err != nil {
				return err
			}
		}
	}
	return nil
}

// cut returns a stage in slices of at most the given number of units.
func (p *Pair) cut(stage string, units uint32) (slices []pipeline.Slice) {
	passes := p.device.passes
	for i := 0; i < len(passes); i = pipeline.LoopEnd(passes, i) {
		pass := passes[i]
		if pass.Stage != stage {
			continue
		}
		size := min(units, pass.Units)
		if pass.MaxUnits > 0 {
			size = min(size, pass.MaxUnits)
		}
		for first := uint32(0); first < pass.Units; first += size {
			slices = append(slices, pipeline.Slice{Pass: i, First: first, Count: min(size, pass.Units-first)})
		}
	}
	return slices
}

// submit runs slices on the device, at most maxSlices per submission.
func (p *Pair) submit(all []pipeline.Slice) error {
	const maxSlices = 200 // package pipeline allows 512
	for chunk := range slices.Chunk(all, maxSlices) {
		if err := p.device.Run.Submit(chunk); err != nil {
			return err
		}
		completed, err := p.device.Run.Wait()
		if err != nil {
			return err
		}
		p.deviceTime += completed.DeviceTime()
	}
	return nil
}

// Close frees the resources on the device.
func (p *Pair) Close() { p.device.Close() }
