package engine

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"github.com/aco-vk/aco-vk/internal/timeline"
	"github.com/aco-vk/aco-vk/vk/pipeline"
)

// Setup is an algorithm before the first iteration.
type Setup[C closer] interface {
	// Divide divides the colonies over a number of devices. If the devices of the run share one
	// colony, each range is that colony.
	Divide(devices int) ([]ColonyRange, error)
	// Plan returns the recording of an iteration of some colonies on a device, or an error if it
	// does not fit. The tables are not prepared yet. If device is nil, the colonies are for the
	// processor, and only the error counts.
	Plan(colonies ColonyRange, device *pipeline.Device) (pipeline.Recording, error)
	// Prepare computes the data that all sites share, while devices make their pipelines. It is
	// called once.
	Prepare(context.Context) error
	// Start prepares some colonies for their first iteration, on a device that has the recording,
	// or on the processor if run is nil. It may be called for several sites concurrently.
	Start(
		ctx context.Context, colonies ColonyRange, run *pipeline.Run, recording pipeline.Recording,
	) (C, error)
	// Join returns the sites of the run, given one for each started device. If the devices share
	// one colony, they become one site, mostly with a [Group], which records their losses in
	// results.
	Join(started []*Site[C], results []DeviceResult) []*Site[C]
}

// closer is the part of Colonies that opening sites needs.
type closer interface{ Close() }

// OpenOptions say how sites are opened.
type OpenOptions struct {
	Devices []*pipeline.Device // nil is the processor
	Cities  int                // of the instance
	Started time.Time          // start of the clock
	// Early makes the processor start with all colonies if the devices are not ready soon after
	// the tables are prepared. Then the context must last as long as the run.
	Early bool
	Watch func(Progress)    // receives the phases; may be nil
	Later func(rest func()) // as in [Options]
}

// Opened are the sites of a run before its first iteration.
type Opened[C closer] struct {
	Sites   []*Site[C]
	Devices []DeviceResult // in the order of the devices
	// Ended is the error of the context, or of the setup if its time was too short; nil if the sites
	// are ready. With an error there are no sites, and the result of the run is its first tour.
	Ended error

	late *lateSites[C] // not nil: the devices, while the processor makes the iterations
}

// IsEarly reports whether the processor makes the first iterations. The setup then still uses the
// data that it has prepared.
func (o Opened[C]) IsEarly() bool { return o.late != nil }

// Close closes the sites. Those of devices that are still being opened are closed later, as
// [Options.Later] says.
func (o Opened[C]) Close() {
	o.late.close()
	closeSites(o.Sites)
}

// Open divides the colonies over devices, in order, and prepares them for their first iteration.
// If devices fail, the others take over their colonies, which changes no tour.
func Open[C closer](ctx context.Context, setup Setup[C], o OpenOptions) (opened Opened[C], err error) {
	if o.Watch != nil {
		setup = watched[C]{setup, o}
	}
	if o.Early {
		opened, err = openEarly(ctx, setup, o)
	} else {
		opened, err = openAll(ctx, setup, o)
	}
	if errors.Is(err, context.DeadlineExceeded) || err != nil && ctx.Err() != nil && errors.Is(err, ctx.Err()) {
		return Opened[C]{Devices: make([]DeviceResult, len(o.Devices)), Ended: err}, nil
	}
	return opened, err
}

// watched reports the phases of a setup.
type watched[C closer] struct {
	Setup[C]
	options OpenOptions
}

// Prepare implements Setup.
func (w watched[C]) Prepare(ctx context.Context) error {
	o := w.options
	o.Watch(Progress{Phase: PhaseCandidates, Elapsed: time.Since(o.Started)})
	err := w.Setup.Prepare(ctx)
	if err == nil && slices.ContainsFunc(o.Devices, func(d *pipeline.Device) bool { return d != nil }) {
		o.Watch(Progress{Phase: PhasePipelines, Elapsed: time.Since(o.Started)})
	}
	return err
}

// openAll opens the sites of all devices. It tries again without the devices that fail.
func openAll[C closer](ctx context.Context, setup Setup[C], o OpenOptions) (Opened[C], error) {
	results := make([]DeviceResult, len(o.Devices))
	prepare := sync.OnceValue(func() error { return setup.Prepare(ctx) })
	for {
		var left []*pipeline.Device
		var numbers []int
		for i, device := range o.Devices {
			if results[i].Lost == nil {
				left, numbers = append(left, device), append(numbers, i)
			}
		}
		sites, errs, err := openSites(ctx, setup, prepare, left)
		if err == nil && errors.Join(errs...) == nil {
			for i, s := range sites {
				s.Device = numbers[i]
			}
			return Opened[C]{Sites: setup.Join(sites, results), Devices: results}, nil
		}
		if err != nil {
			return Opened[C]{}, err
		}
		failed := 0
		for i, err := range errs {
			switch {
			case pipeline.DeviceFailed(err):
				failed++
				results[numbers[i]].Lost = &Loss{Elapsed: time.Since(o.Started), Err: err, InSetup: true}
			case err != nil:
				return Opened[C]{}, err
			}
		}
		if failed == len(left) {
			return Opened[C]{}, errors.Join(errs...)
		}
	}
}

// openSites plans on all devices, makes their pipelines while it prepares the tables, and starts
// all sites. If the tables cannot be prepared, it makes no more pipelines. errs has the errors of the
// devices; err is any other error. After an error nothing is left open.
func openSites[C closer](
	ctx context.Context, setup Setup[C], prepare func() error, devices []*pipeline.Device,
) (sites []*Site[C], errs []error, err error) {
	ranges, err := setup.Divide(len(devices))
	if err != nil {
		return nil, nil, err
	}
	runs := make([]*pipeline.Run, len(devices))
	recordings, err := planAll(setup, ranges, devices)
	if err != nil {
		return nil, nil, err
	}
	errs = make([]error, len(devices))
	sites = make([]*Site[C], len(devices))
	abandon := func(err error) ([]*Site[C], []error, error) {
		for i, run := range runs {
			if run != nil && sites[i] == nil {
				run.Close()
			}
		}
		closeSites(sites)
		return nil, errs, err
	}
	var starting sync.WaitGroup
	making, cancel := context.WithCancel(ctx)
	defer cancel()
	for i, device := range devices {
		if device != nil {
			starting.Go(func() { runs[i], errs[i] = pipeline.Start(making, device, recordings[i]) })
		}
	}
	if err = prepare(); err != nil {
		cancel()
	}
	starting.Wait()
	if err != nil || errors.Join(errs...) != nil {
		return abandon(err)
	}
	for i := range devices {
		starting.Go(func() {
			var c C
			defer timeline.From(ctx).Add(timeline.Upload, time.Now())
			if c, errs[i] = setup.Start(ctx, ranges[i], runs[i], recordings[i]); errs[i] == nil {
				sites[i] = &Site[C]{Colonies: c, ColonyRange: ranges[i]}
			}
		})
	}
	starting.Wait()
	if errors.Join(errs...) != nil {
		return abandon(nil)
	}
	return sites, nil, nil
}

// closeSites closes sites. Some of them may be nil.
func closeSites[C closer](sites []*Site[C]) {
	for _, s := range sites {
		if s != nil {
			s.Colonies.Close()
		}
	}
}
