package classic

import (
	"context"
	"maps"
	"time"

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
	c, _, err := open(ctx, p, device, o)
	if err != nil {
		return nil, err
	}
	return &Timer{c}, nil
}

// Run makes so many more iterations, whole ones, and returns the time of each stage in all of them together. When ctx ends
// first, the error is the context's. A tour of length 0, which ends every run, is a *problem.Error.
func (t *Timer) Run(ctx context.Context, iterations int) (map[string]time.Duration, error) {
	took := maps.Clone(t.colonies.stageTimes())
	for left := iterations; left > 0; {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		// The state counts an iteration once its best tour is known, before the pheromone is updated; a batch counts whole ones.
		b, err := t.colonies.advance(ctx, left, time.Time{})
		if err != nil {
			return nil, err
		}
		for _, c := range b.colonies {
			if c.state.Stop != problem.Running {
				return nil, refuse("a tour of length %d cannot be improved: there is nothing to time", c.state.BestLength)
			}
		}
		left -= b.whole
	}
	for stage, all := range t.colonies.stageTimes() {
		took[stage] = all - took[stage]
	}
	return took, nil
}

// Close frees what the timer holds.
func (t *Timer) Close() { t.colonies.close() }
