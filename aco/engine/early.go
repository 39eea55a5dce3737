package engine

import (
	"context"
	"errors"
	"time"

	"github.com/aco-vk/aco-vk/vk/pipeline"
)

// lateSites are the sites of devices that are opened in the background. Until they are open, the
// processor makes the iterations.
type lateSites[C closer] struct {
	later  func(rest func()) // as in [Options]
	done   chan struct{}     // closed after the fields below are set
	opened Opened[C]
	err    error
}

// openGrace is how long devices have to become ready after the tables are prepared and the devices
// are open, and openGracePerCity how much longer for each city. With cached pipelines they need
// this time to load the tables. Without, they need seconds. openGrace is also how long they have to
// be found to work, where they are not known to.
const (
	openGrace        = 50 * time.Millisecond
	openGracePerCity = 50 * time.Nanosecond
)

// openEarly opens the sites of all devices. If these are not ready soon after the tables are
// prepared, all colonies start on the processor, and the devices become ready later.
func openEarly[C closer](ctx context.Context, setup Setup[C], o OpenOptions) (Opened[C], error) {
	late, prepared := &lateSites[C]{later: o.Later, done: make(chan struct{})}, make(chan error, 1)
	go func() {
		defer close(late.done)
		late.opened, late.err = openAll(ctx, announcing[C]{setup, prepared}, o)
	}()
	select {
	case err := <-prepared:
		if err != nil { // the devices may still make pipelines
			late.close()
			return Opened[C]{}, err
		}
	case <-late.done:
	}
	for _, device := range o.Devices { // one that is known to work is open soon
		device.WaitOpen(ctx, openGrace)
	}
	select {
	case <-time.After(openGrace + time.Duration(o.Cities)*openGracePerCity):
	case <-late.done:
		return late.opened, late.err
	}
	all, err := setup.Divide(1)
	var early C
	if err == nil {
		early, err = setup.Start(ctx, all[0], nil, pipeline.Recording{})
	}
	if err != nil {
		late.close()
		return Opened[C]{}, err
	}
	site := &Site[C]{Colonies: early, ColonyRange: all[0], Device: noDevice}
	return Opened[C]{Sites: []*Site[C]{site}, Devices: make([]DeviceResult, len(o.Devices)), late: late}, nil
}

// announcing sends the error of Prepare when the tables are prepared. They are prepared once.
type announcing[C closer] struct {
	Setup[C]
	prepared chan<- error
}

// Prepare implements Setup.
func (a announcing[C]) Prepare(ctx context.Context) error {
	err := a.Setup.Prepare(ctx)
	a.prepared <- err
	return err
}

// close closes the sites once the devices are ready, later if that is possible. late may be nil.
func (late *lateSites[C]) close() {
	if late == nil {
		return
	}
	rest := func() {
		<-late.done
		closeSites(late.opened.Sites)
	}
	select {
	case <-late.done:
	default:
		if late.later != nil {
			late.later(rest)
			return
		}
	}
	rest()
}

// areReady reports whether the devices are ready or have failed. late may be nil.
func (late *lateSites[C]) areReady() bool {
	if late == nil {
		return false
	}
	select {
	case <-late.done: // not if the time of the run ended first
		return !errors.Is(late.err, context.Canceled) && !errors.Is(late.err, context.DeadlineExceeded)
	default:
		return false
	}
}

// waitUntil returns when the processor interrupts an iteration, and devices start none: the
// deadline of a divisible run, or the end of the iterations by the time limit; zero: never.
func (r *Run[S, C]) waitUntil() time.Time {
	if r.traits.Divisible {
		return r.deadline()
	}
	return r.budget.IterationsEnd()
}

// waitOrMove waits for the sites. If the devices become ready meanwhile, the processor interrupts
// its iteration, however long it would take.
func (r *Run[S, C]) waitOrMove(ctx context.Context) {
	grace := r.gracePeriod()
	if !r.traits.Divisible { // an iteration that the clock interrupts is dropped as a whole
		var cancel context.CancelFunc
		ctx, cancel = contextUntil(ctx, time.Time{}, grace)
		defer cancel()
		grace = 0
	}
	if r.late != nil {
		var interrupt context.CancelFunc
		ctx, interrupt = context.WithCancel(ctx)
		defer interrupt()
		go func(late *lateSites[C], ended <-chan struct{}) {
			select {
			case <-late.done:
				if late.areReady() {
					interrupt()
				}
			case <-ended:
			}
		}(r.late, ctx.Done())
	}
	r.wait(ctx, r.waitUntil(), grace)
}

// moveToDevices moves all colonies from the processor to the devices. No site may be busy. If no
// device could be opened, the run ends with the error.
func (r *Run[S, C]) moveToDevices() {
	late := r.late
	if late.err != nil {
		r.late, r.openErr, r.failure = nil, late.err, late.err
		return
	}
	r.devices, r.earlyIterations = late.opened.Devices, r.scheduled
	r.moveColonies(func() {
		r.earlierStages = r.stages()
		closeSites(r.sites)
		r.late, r.sites = nil, late.opened.Sites
	})
	// Devices need another time for an iteration.
	r.clock = stopwatch{Timing: Timing{Warmup: r.clock.Warmup}, completed: r.scheduled}
}

// Close closes all sites of the run. Those of devices that are still being opened are closed later,
// as [Options.Later] says.
func (r *Run[S, C]) Close() { Opened[C]{Sites: r.sites, late: r.late}.Close() }
