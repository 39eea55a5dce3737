package merged

import (
	"context"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/aco/merged/reference"
	"github.com/aco-vk/aco-vk/conform/lockstep"
	"github.com/aco-vk/aco-vk/pipeline"
)

// Pair runs the same colonies on a device and in the sequential reference, stage by stage, and compares all their data after each stage. It
// is not safe for concurrent use.
type Pair struct {
	model      *model.Model
	run        *pipeline.Run
	recording  pipeline.Recording
	references []*reference.Colony // by colony
	deviceTime time.Duration       // of all stages so far
	records    []uint32            // that the reference has exported
	counts     model.Counts        // of the ants at that time
}

// DeviceTime returns the time that the device needed for all stages so far, without the reference and the comparison.
func (p *Pair) DeviceTime() time.Duration { return p.deviceTime }

// Set sets the settings of the next iterations.
func (p *Pair) Set(settings model.Settings) error {
	for _, ref := range p.references {
		ref.Settings = settings
	}
	for name, value := range map[string]uint32{"kick": settings.Kick, "scales": settings.Scales, "temperature": settings.Temperature} {
		if err := p.run.Set(name, value); err != nil {
			return err
		}
	}
	return nil
}

// Kicks returns the settings at the beginning of a round.
func (p *Pair) Kicks() model.Settings { return kicksOf(p.model) }

// Passes returns the passes of an iteration on the device.
func (p *Pair) Passes() []pipeline.Pass { return p.recording.Passes }

// Stages returns the names of the stages of an iteration, in order.
func (p *Pair) Stages() []string {
	var names []string
	for _, pass := range p.recording.Passes {
		names = append(names, pass.Stage)
	}
	return slices.Compact(names)
}

// Stopped reports whether a stop rule holds in every colony. Then stages change nothing.
func (p *Pair) Stopped() bool {
	return !slices.ContainsFunc(p.references, func(ref *reference.Colony) bool { return ref.State.Stop == model.Running })
}

// RunStage runs one stage on the device and in the reference. It returns the first difference, or nil if all data are equal.
func (p *Pair) RunStage(ctx context.Context, stage string) (*lockstep.Difference, error) {
	if stage == importStage {
		if err := p.prepareImport(); err != nil {
			return nil, err
		}
	}
	if err := p.stage(stage, math.MaxUint32); err != nil {
		return nil, err
	}
	for _, ref := range p.references {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if err := p.runStageOf(ref, stage); err != nil {
			return nil, err
		}
	}
	difference, err := p.Compare()
	if stage == exportStage && difference == nil && err == nil {
		difference, err = p.compareExported()
	}
	if difference != nil {
		difference.Stage = stage
	}
	return difference, err
}

// stage runs one stage on the device, in dispatches of at most this many units.
func (p *Pair) stage(name string, units uint32) error {
	for i, pass := range p.recording.Passes {
		if pass.Stage != name {
			continue
		}
		for first := uint32(0); first < pass.Units; first += min(units, pass.Units) {
			slice := pipeline.Slice{Pass: i, First: first, Count: min(units, pass.Units-first)}
			if err := p.run.Submit([]pipeline.Slice{slice}); err != nil {
				return err
			}
			completed, err := p.run.Wait()
			if err != nil {
				return err
			}
			p.deviceTime += completed.DeviceTime()
		}
	}
	return nil
}

// runReference runs one stage of a colony in the reference.
func runReference(ref *reference.Colony, name string) error {
	for _, stage := range ref.Stages() {
		if stage.Name == name {
			stage.Run()
			return nil
		}
	}
	return fmt.Errorf("the reference has no stage %q", name)
}

// Close frees the resources on the device.
func (p *Pair) Close() { p.run.Close() }
