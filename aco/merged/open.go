package merged

import (
	"context"
	"errors"
	"sync"

	"github.com/aco-vk/aco-vk/aco/classic"
	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/pipeline"
)

// openSites has the devices ready for the first iteration. Where some of them fail, the others take their colonies.
func openSites(ctx context.Context, m *model.Model, devices []*pipeline.Device, o Options) ([]*site, []classic.DeviceResult, error) {
	var sites []*site
	results, places, err := classic.Start(devices, o.Started, func(left []*pipeline.Device) (errs []error) {
		sites, errs = trySites(ctx, m, left, o)
		return errs
	})
	for i, s := range sites {
		s.place = places[i]
	}
	return sites, results, err
}

// trySites prepares the model, while devices make their pipelines, and has them ready. The errors are by device; without one, there
// are sites.
func trySites(ctx context.Context, m *model.Model, devices []*pipeline.Device, o Options) (sites []*site, errs []error) {
	own, err := spread(m, len(devices))
	if err != nil {
		return nil, []error{err}
	}
	recordings, refused := make([]pipeline.Recording, len(devices)), make([]error, len(devices))
	for i, device := range devices {
		if device == nil {
			continue
		}
		recordings[i], refused[i] = fitting(own[i], limitsOf(device))
	}
	if err := errors.Join(refused...); err != nil {
		return nil, []error{err}
	}
	runs := make([]*pipeline.Run, len(devices))
	errs = make([]error, len(devices))
	defer func() {
		if errors.Join(errs...) == nil {
			return
		}
		sites = nil
		for _, run := range runs {
			if run != nil {
				run.Close()
			}
		}
	}()
	var starting sync.WaitGroup
	for i, device := range devices {
		if device != nil {
			starting.Go(func() { runs[i], errs[i] = pipeline.Start(device, recordings[i]) })
		}
	}
	if m.StartTour == nil { // no device has failed before
		err = m.Prepare(ctx, o.InitialTour)
	}
	starting.Wait()
	if err == nil {
		err = sameFirstTour(m, o)
	}
	if err != nil {
		errs = []error{err}
	}
	if errors.Join(errs...) != nil {
		return nil, errs
	}
	own, _ = spread(m, len(devices))
	sites, errs = ready(ctx, own, runs, devices, o)
	return sites, errs
}

// ready has colonies ready for their first iteration.
func ready(ctx context.Context, own []*model.Model, runs []*pipeline.Run, devices []*pipeline.Device, o Options) ([]*site, []error) {
	sites, errs := make([]*site, len(devices)), make([]error, len(devices))
	var starting sync.WaitGroup
	for i, m := range own {
		sites[i] = &site{first: m.FirstColony, count: m.Colonies}
		if devices[i] == nil {
			sites[i].colonies = newCPUColonies(m)
			continue
		}
		starting.Go(func() { sites[i].colonies, errs[i] = startDevice(ctx, runs[i], m, limitsOf(devices[i]), o) })
	}
	starting.Wait()
	return sites, errs
}

// startDevice brings to a device what it needs before the first iteration.
func startDevice(ctx context.Context, run *pipeline.Run, m *model.Model, limits pipeline.Limits, o Options) (colonies, error) {
	recording, err := Recipe(m, limits)
	if err != nil {
		return nil, err
	}
	recording.Values["first_colony"] = uint32(m.FirstColony)
	for name, value := range recording.Values {
		if err := run.Set(name, value); err != nil {
			return nil, err
		}
	}
	d := newDeviceColonies(run, recording, m, o.MaxSubmit)
	if err := uploadTables(ctx, run, m); err != nil {
		return nil, err
	}
	if run.HasBuffer("trails") {
		if err := run.Fill("trails", 0); err != nil {
			return nil, err
		}
	}
	return d, d.adopt(m.StartTour, startsOf(m, m.FirstColony, m.Colonies, m.StartTour, m.StartLength))
}

func closeSites(sites []*site) {
	for _, s := range sites {
		s.close()
	}
}

// startOf returns the state of a colony that begins with a tour of this length.
func startOf(length uint64) model.State {
	return model.State{Length: length, Best: length, Measured: length}
}
