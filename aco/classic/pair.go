package classic

import (
	"context"
	"math"
	"slices"

	"github.com/aco-vk/aco-vk/aco/problem"
	"github.com/aco-vk/aco-vk/aco/reference"
	"github.com/aco-vk/aco-vk/pipeline"
)

// Pair is the colonies of a run on a device and their twins in the reference: both make an iteration stage by stage, and after each
// all that one holds is held against the other. One goroutine uses it at a time.
type Pair struct {
	device     *deviceColonies
	references []*reference.Colony // by colony
}

// Passes are those of an iteration on the device.
func (p *Pair) Passes() []pipeline.Pass { return p.device.passes }

// Stages names an iteration's stages in their order.
func (p *Pair) Stages() []string {
	var names []string
	for _, stage := range p.references[0].Stages() {
		names = append(names, stage.Name)
	}
	return names
}

// Stopped says whether a rule holds in every colony: no stage does anything any more.
func (p *Pair) Stopped() bool {
	return !slices.ContainsFunc(p.references, func(twin *reference.Colony) bool { return twin.State.Stop == problem.Running })
}

// RunStage runs one stage on the device and in the reference and returns the first difference, nil where all is equal.
func (p *Pair) RunStage(ctx context.Context, stage string) (*Difference, error) {
	if err := p.submit(p.cut(stage, math.MaxUint32)); err != nil {
		return nil, err
	}
	if err := p.runReferences(ctx, stage); err != nil {
		return nil, err
	}
	difference, err := p.Compare()
	if difference != nil {
		difference.Stage = stage
	}
	return difference, err
}

// runReferences runs one stage of the reference in each colony that goes on.
func (p *Pair) runReferences(ctx context.Context, name string) error {
	for _, twin := range p.references {
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
	for i := 0; i < len(passes); i = pipeline.LoopEnd(passes, i) {
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
