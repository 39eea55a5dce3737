package tune

import (
	"context"
	"errors"
	"math"
	"slices"
	"time"

	"github.com/aco-vk/aco-vk/aco/classic"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/vk/pipeline"
)

const (
	// roundTime is the least time of a measurement. It is long compared to the creation of buffers
	// and pipelines between two measurements: a GPU that is idle most of the time lowers its clock
	// (with a quarter of this time an H200 goes from 1980 to 1380 MHz within seconds).
	roundTime = 80 * time.Millisecond
	maxRound  = 1000 // most iterations in a measurement
	// A configuration is abandoned after slowFactor times the time of the fastest so far, plus
	// grace: some drivers compile at the first dispatch, and the system may be busy.
	slowFactor = 4
	grace      = 500 * time.Millisecond
)

// Search measures kernel configurations for an instance and options on a device. It returns the
// fastest values of all fields that neither the options nor an earlier outcome set; Outcome{}
// stands for no earlier one. The deadline of the context is the time for the search: when the
// context ends, Search returns the context's error and the outcome so far. It also returns the
// errors of [classic.Solve] for the same options.
func Search(
	ctx context.Context, instance *tsp.Instance, device *pipeline.Device, options classic.Options, earlier Outcome,
) (Outcome, error) {
	m := &deviceMeter{
		instance: instance, device: device, options: Fill(instance, device, options, earlier.Kernel),
		fastest: math.MaxInt64,
	}
	if err := m.calibrate(ctx); err != nil {
		return earlier, err
	}
	searched := axes(pipeline.LimitsOf(device.Info()))
	out, err := search(ctx, m.options.Kernel, searched, m)
	for _, a := range searched {
		if a.unset(out.Kernel) { // the earlier outcome may be of an instance that can use more values
			a.copy(&out.Kernel, earlier.Kernel)
		}
	}
	out.Measured = append(slices.Clone(earlier.Measured), out.Measured...)
	return out, err
}

// deviceMeter measures on a device. All configurations run the same iterations, that is, the same
// work.
type deviceMeter struct {
	instance *tsp.Instance
	device   *pipeline.Device
	options  classic.Options
	round    int           // iterations in a measurement
	fastest  time.Duration // of all iterations so far
}

func (m *deviceMeter) with(kernel classic.KernelConfig) classic.Options {
	o := m.options
	o.Kernel = kernel
	return o
}

func (m *deviceMeter) check(kernel classic.KernelConfig) error {
	_, err := classic.PlanFor(m.instance, m.device, m.with(kernel))
	return err
}

// calibrate sets the number of iterations in a measurement, with the options' own configuration,
// and warms the device up.
func (m *deviceMeter) calibrate(ctx context.Context) error {
	t, err := m.open(ctx, m.options.Kernel)
	if err != nil {
		return contextError(ctx, err)
	}
	defer t.Close()
	m.round = max(1, min(maxRound, int(roundTime/max(1, m.fastest))))
	_, err = m.run(ctx, t, m.round)
	return contextError(ctx, err)
}

// open makes a timer and runs two iterations: in the first the timer finds the sizes of
// submissions, the second runs at full speed.
func (m *deviceMeter) open(ctx context.Context, kernel classic.KernelConfig) (*classic.Timer, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	t, err := classic.OpenTimer(ctx, m.instance, m.device, m.with(kernel))
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

// run runs iterations. If they are much slower than the fastest so far it stops them and returns
// ErrSlow.
func (m *deviceMeter) run(ctx context.Context, t *classic.Timer, iterations int) (map[string]time.Duration, error) {
	limited := ctx
	if m.fastest < math.MaxInt64/slowFactor/maxRound {
		var cancel context.CancelFunc
		limited, cancel = context.WithTimeout(ctx, grace+slowFactor*time.Duration(iterations)*m.fastest)
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

func (m *deviceMeter) time(ctx context.Context, kernel classic.KernelConfig, stages []string) (time.Duration, error) {
	t, err := m.open(ctx, kernel)
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

// contextError returns the context's error if the context has ended, because it is then the cause
// of err. Otherwise it returns err.
func contextError(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return err
}
