package tune

import (
	"context"
	"errors"
	"math"
	"slices"
	"time"

	"github.com/aco-vk/aco-vk/aco/classic"
	"github.com/aco-vk/aco-vk/pipeline"
	"github.com/aco-vk/aco-vk/tsp"
)

const (
	// roundTime is about what a measurement takes at the least. It is long beside the making of buffers and pipelines between two
	// of them: a GPU that mostly rests lowers its clock (an H200 from 1980 to 1380 MHz within seconds, with a fourth of it).
	roundTime = 80 * time.Millisecond
	mostRound = 1000 // iterations of a round
	// A form is abandoned that takes hopeless times as long as the fastest so far, and grace more: some drivers compile at
	// the first dispatch, and systems are busy.
	hopeless = 4
	grace    = 500 * time.Millisecond
)

// Search measures forms of an instance with the options' parameters on a device, and chooses in each axis that neither the
// options' form nor an earlier outcome has chosen; Outcome{} is that of no search. It ends with the context, whose deadline is
// its budget: then the error is the context's and the outcome what there is until then, the earlier one included. What
// classic.Solve refuses with the options' form, it refuses.
func Search(ctx context.Context, instance *tsp.Instance, device *pipeline.Device, options classic.Options, earlier Outcome) (Outcome, error) {
	m := &deviceMeter{instance: instance, device: device, options: Fill(instance, device, options, earlier.Kernel), fastest: math.MaxInt64}
	if err := m.begin(ctx); err != nil {
		return earlier, err
	}
	along := axes(pipeline.LimitsOf(device.Info()))
	out, err := search(ctx, m.options.Kernel, along, m)
	for _, a := range along {
		if a.open(out.Kernel) { // of another instance, perhaps, that had the choice
			a.take(&out.Kernel, earlier.Kernel)
		}
	}
	out.Measured = append(slices.Clone(earlier.Measured), out.Measured...)
	return out, err
}

// deviceMeter measures on a device. All forms make the same iterations, so that they do the same work.
type deviceMeter struct {
	instance *tsp.Instance
	device   *pipeline.Device
	options  classic.Options
	round    int           // iterations
	fastest  time.Duration // iteration so far, by the clock, with whatever form
}

func (m *deviceMeter) with(form classic.KernelConfig) classic.Options {
	o := m.options
	o.Kernel = form
	return o
}

func (m *deviceMeter) refuses(form classic.KernelConfig) error {
	_, err := classic.PlanFor(m.instance, m.device, m.with(form))
	return err
}

// begin finds out how many iterations make a round, with the options' own form, and wakes the device.
func (m *deviceMeter) begin(ctx context.Context) error {
	t, err := m.open(ctx, m.options.Kernel)
	if err != nil {
		return ended(ctx, err)
	}
	defer t.Close()
	m.round = max(1, min(mostRound, int(roundTime/max(1, m.fastest))))
	_, err = m.run(ctx, t, m.round)
	return ended(ctx, err)
}

// open makes a timer and its first two iterations: one in which the sizes of submissions are found, and one at full speed.
func (m *deviceMeter) open(ctx context.Context, form classic.KernelConfig) (*classic.Timer, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	t, err := classic.OpenTimer(ctx, m.instance, m.device, m.with(form))
	if err != nil {
		return nil, err
	}
	for range 2 {
		if _, err := m.run(ctx, t, 1); err != nil {
			t.Close()
			return nil, err
		}
	}
	return t, nil
}

// run makes iterations, and abandons them when they are hopelessly slow.
func (m *deviceMeter) run(ctx context.Context, t *classic.Timer, iterations int) (map[string]time.Duration, error) {
	limited := ctx
	if m.fastest < math.MaxInt64/hopeless/mostRound {
		var cancel context.CancelFunc
		limited, cancel = context.WithTimeout(ctx, grace+hopeless*time.Duration(iterations)*m.fastest)
		defer cancel()
	}
	started := time.Now()
	stages, err := t.Run(limited, iterations)
	switch {
	case err == nil:
		m.fastest = min(m.fastest, time.Since(started)/time.Duration(iterations))
	case ctx.Err() == nil && errors.Is(err, context.DeadlineExceeded):
		err = ErrSlow
	}
	return stages, err
}

func (m *deviceMeter) time(ctx context.Context, form classic.KernelConfig, stages []string) (time.Duration, error) {
	t, err := m.open(ctx, form)
	if err != nil {
		return 0, err
	}
	defer t.Close()
	took, err := m.run(ctx, t, m.round)
	if err != nil {
		return 0, err
	}
	var sum time.Duration
	for _, stage := range stages {
		sum += took[stage]
	}
	return sum / time.Duration(m.round), nil
}

// ended returns the context's error when it has one: what failed then failed of it.
func ended(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return err
}
