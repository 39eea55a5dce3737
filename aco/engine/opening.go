package engine

import (
	"context"
	"errors"
	"time"

	"github.com/aco-vk/aco-vk/pipeline"
)

// Opening opens the sites of a run in the background. Until they are open, the processor makes the iterations.
type Opening[C Colonies] struct {
	done    chan struct{} // closed after the fields below are set
	sites   []*Site[C]
	results []DeviceResult
	err     error
	early   []DeviceResult // what Begin has returned
}

// openGrace is how long devices have to become ready after the problem is prepared. With cached pipelines they need this time to load the
// tables. Without, they need seconds.
const openGrace = 50 * time.Millisecond

// noDevice is Site.Device of the processor while the devices of the run are not ready.
const noDevice = -1

// Begin is like Open, but does not wait long for devices. If they are not ready soon after the problem is prepared, all colonies start on
// the processor, and opening has the sites later; results are complete then. Otherwise opening is nil. The context must last as long as the opening.
func Begin[C Colonies](ctx context.Context, setup Setup[C], devices []*pipeline.Device, started time.Time) (sites []*Site[C], results []DeviceResult, opening *Opening[C], err error) {
	o, prepared := &Opening[C]{done: make(chan struct{})}, make(chan struct{})
	go func() {
		defer close(o.done)
		o.sites, o.results, o.err = Open(ctx, announcing[C]{setup, prepared}, devices, started)
	}()
	select {
	case <-prepared:
	case <-o.done:
	}
	select {
	case <-time.After(openGrace):
	case <-o.done:
		return o.sites, o.results, nil, o.err
	}
	all, err := setup.Parts(1)
	var early C
	if err == nil {
		early, err = setup.Start(ctx, all[0], nil, pipeline.Recording{})
	}
	if err != nil {
		o.Close()
		return nil, nil, nil, err
	}
	o.early = make([]DeviceResult, len(devices))
	return []*Site[C]{{Colonies: early, Part: all[0], Device: noDevice}}, o.early, o, nil
}

// announcing closes a channel when the problem is prepared.
type announcing[C Colonies] struct {
	Setup[C]
	prepared chan<- struct{}
}

// Prepare implements Setup.
func (a announcing[C]) Prepare(ctx context.Context) error {
	err := a.Setup.Prepare(ctx)
	if err == nil {
		close(a.prepared)
	}
	return err
}

// Close waits until the devices are ready, and closes the sites.
func (o *Opening[C]) Close() {
	if o != nil {
		<-o.done
		Close(o.sites)
	}
}

// isReady reports whether the devices are ready or have failed.
func (o *Opening[C]) isReady() bool {
	if o == nil {
		return false
	}
	select {
	case <-o.done: // not if the time of the run was over first
		return !errors.Is(o.err, context.Canceled) && !errors.Is(o.err, context.DeadlineExceeded)
	default:
		return false
	}
}

// Await makes the run move its colonies to the sites of an opening once these are ready; nil: there is none. Then moveColonies copies the
// colonies, calls replaceSites, and restores them on the new sites.
func (r *Run[C]) Await(o *Opening[C], moveColonies func(replaceSites func())) {
	r.opening, r.moveColonies = o, moveColonies
}

// handOver moves all colonies from the processor to the devices. No site may be busy. If no device could be opened, the run ends with the
// error.
func (r *Run[C]) handOver() {
	o := r.opening
	if o.err != nil {
		r.opening, r.openingErr, r.failure = nil, o.err, o.err
		return
	}
	copy(o.early, o.results)
	r.EarlyIterations = r.Scheduled
	r.moveColonies(func() {
		r.EarlierStages = r.Stages()
		Close(r.Sites)
		r.opening, r.Sites = nil, o.sites
	})
	r.clock = stopwatch{Timing: Timing{Completed: r.Scheduled, Warmup: r.clock.Warmup}} // devices need another time for an iteration
}

// CloseSites closes all sites of the run. If devices are still being opened, it waits for them.
func (r *Run[C]) CloseSites() {
	r.opening.Close()
	Close(r.Sites)
}

// OpeningErr returns the error of opening the devices, if the run has ended because of it.
func (r *Run[C]) OpeningErr() error { return r.openingErr }
