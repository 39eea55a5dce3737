package merged

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/aco/merged/reference"
	"github.com/aco-vk/aco-vk/aco/stages"
	"github.com/aco-vk/aco-vk/pipeline"
)

// Pair is the colonies of a run on a device and their twins in the reference: both make an iteration stage by stage, and after each
// all that one holds is held against the other. One goroutine uses it at a time.
type Pair struct {
	model     *model.Model
	run       *pipeline.Run
	recording pipeline.Recording
	twins     []*reference.Colony // by colony
}

// Set gives the iterations from now on their settings.
func (p *Pair) Set(settings model.Settings) error {
	for _, twin := range p.twins {
		twin.Settings = settings
	}
	for name, value := range map[string]uint32{"kick": settings.Kick, "scales": settings.Scales, "temperature": settings.Temperature} {
		if err := p.run.Set(name, value); err != nil {
			return err
		}
	}
	return nil
}

// Kicks returns the settings that the rounds of a run begin with.
func (p *Pair) Kicks() model.Settings { return kicksOf(p.model) }

// Passes are those of an iteration on the device.
func (p *Pair) Passes() []pipeline.Pass { return p.recording.Passes }

// Stages names an iteration's stages in their order.
func (p *Pair) Stages() []string {
	var names []string
	for _, pass := range p.recording.Passes {
		names = append(names, pass.Stage)
	}
	return slices.Compact(names)
}

// Stopped says whether a rule holds in every colony: no stage does anything any more.
func (p *Pair) Stopped() bool {
	return !slices.ContainsFunc(p.twins, func(twin *reference.Colony) bool { return twin.State.Stop == model.Running })
}

// RunStage runs one stage on the device and in the reference and returns the first difference, nil where all is equal.
func (p *Pair) RunStage(ctx context.Context, stage string) (*stages.Difference, error) {
	if err := p.stage(stage, math.MaxUint32); err != nil {
		return nil, err
	}
	for _, twin := range p.twins {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if err := runTwin(twin, stage); err != nil {
			return nil, err
		}
	}
	difference, err := p.Compare()
	if difference != nil {
		difference.Stage = stage
	}
	return difference, err
}

// stage runs one stage on the device, cut into dispatches of so many units.
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
			if _, err := p.run.Wait(); err != nil {
				return err
			}
		}
	}
	return nil
}

// runTwin runs one stage of a colony in the reference.
func runTwin(twin *reference.Colony, name string) error {
	for _, stage := range twin.Stages() {
		if stage.Name == name {
			stage.Run()
			return nil
		}
	}
	return fmt.Errorf("the reference has no stage %q", name)
}

// Close frees what the pair holds on the device.
func (p *Pair) Close() { p.run.Close() }
