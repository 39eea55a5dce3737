package classic

import (
	"context"
	"maps"
	"time"

	"github.com/aco-vk/aco-vk/aco/engine"
	"github.com/aco-vk/aco-vk/aco/problem"
	"github.com/aco-vk/aco-vk/pipeline"
	"github.com/aco-vk/aco-vk/tsp"
)

// Timer runs iterations for the time that their stages take. All forms of one instance and one set of parameters make the
// same tours, so timers of two forms time the same work, iteration by iteration.
type Timer struct{ colonies colonies }

// OpenTimer makes a timer ready for its first iteration, on a device, or on the processor when device is nil. Of the
// options' rules none is kept. It refuses what Solve refuses; when ctx ends first, the error is the context's.
func OpenTimer(ctx context.Context, instance *tsp.Instance, device *pipeline.Device, options Options) (*Timer, error) {
	o := Options{Parameters: options.Parameters, Kernel: options.Kernel, MaxSubmit: options.MaxSubmit}.WithDefaults()
	if err := o.validate(); err != nil {
		return nil, err
	}
	p, err := problem.NewUnprepared(instance, o.Parameters)
	if err != nil {
		return nil, err
	}
	sites, _, err := engine.Open(ctx, newSetup(p, o), p.Colonies, []*pipeline.Device{device}, o.Started)
	if err != nil {
		return nil, err
	}
	return &Timer{sites[0].Colonies}, nil
}

// Run makes so many more iterations, whole ones, and returns the time of each stage in all of them together. When ctx ends
// first, the error is the context's. A tour of length 0, which ends every run, is a *problem.Error.
func (t *Timer) Run(ctx context.Context, iterations int) (map[string]time.Duration, error) {
	before, _ := t.colonies.Stages()
	before = maps.Clone(before)
	t.colonies.Enqueue(engine.Step{Iterations: iterations})
	for {
		if err := t.colonies.Submit(time.Time{}); err != nil {
			return nil, err
		}
		if !t.colonies.Busy() {
			break
		}
		if err := t.colonies.Wait(ctx); err != nil {
			return nil, err
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		for _, c := range t.colonies.batch() {
			if c.state.Stop != problem.Running {
				return nil, problem.Errorf("a tour of length %d cannot be improved: there is nothing to time", c.state.BestLength)
			}
		}
	}
	took, _ := t.colonies.Stages()
	took = maps.Clone(took)
	for stage := range took {
		took[stage] -= before[stage]
	}
	return took, nil
}

// Close frees what the timer holds.
func (t *Timer) Close() { t.colonies.Close() }
