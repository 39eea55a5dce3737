package classic

import (
	"cmp"
	"context"
	"maps"
	"time"

	"github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/aco/engine"
	"github.com/aco-vk/aco-vk/aco/option"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/vk/pipeline"
)

// Timer measures the time of stages. Kernel configurations change no tour, so timers with the same
// instance and parameters time the same work in every iteration.
type Timer struct{ colonies colonies }

// OpenTimer prepares a timer for its first iteration, on a device, or on the processor if device
// is nil. It ignores the stop rules. It returns the errors of Solve, or the error of ctx.
func OpenTimer(ctx context.Context, instance *tsp.Instance, device *pipeline.Device, options Options) (*Timer, error) {
	o := Options{
		Parameters: options.Parameters, Kernel: options.Kernel, Options: engine.Options{MaxSubmit: options.MaxSubmit},
	}.WithDefaults()
	if err := o.validate(); err != nil {
		return nil, err
	}
	p, err := newProblem(instance, o)
	if err != nil {
		return nil, err
	}
	opened, err := engine.Open(ctx, newSetup(p, o), engine.OpenOptions{
		Devices: []*pipeline.Device{device}, Started: o.Started,
	})
	if err = cmp.Or(err, opened.Ended); err != nil {
		return nil, err
	}
	return &Timer{opened.Sites[0].Colonies}, nil
}

// Run makes a number of iterations and returns the total time of each stage. If ctx ends first, it
// returns the context's error. It returns an *option.Error for a tour of length 0, which ends
// every run.
func (t *Timer) Run(ctx context.Context, iterations int) (map[string]time.Duration, error) {
	before, _ := t.colonies.Stages()
	before = maps.Clone(before)
	t.colonies.Enqueue(step{Iterations: iterations})
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
			if c.state.Stop != model.Running {
				return nil, option.Errorf(
					"a tour of length %d cannot be improved: there is nothing to time", c.state.BestLength,
				)
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

// Close frees the timer's resources.
func (t *Timer) Close() { t.colonies.Close() }
