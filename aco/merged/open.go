package merged

import (
	"context"
	"errors"
	"sync"

	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/pipeline"
)

// openSites prepares the model, while devices make their pipelines, and has them ready for the first iteration.
func openSites(ctx context.Context, m *model.Model, devices []*pipeline.Device, o Options) ([]*site, error) {
	own, err := spread(m, len(devices))
	if err != nil {
		return nil, err
	}
	recordings, refused := make([]pipeline.Recording, len(devices)), make([]error, len(devices))
	for i, device := range devices {
		if device == nil {
			continue
		}
		if recordings[i], refused[i] = Recipe(own[i], limitsOf(device)); refused[i] == nil {
			refused[i] = recordings[i].Plan().Fit(limitsOf(device))
		}
	}
	if err := errors.Join(refused...); err != nil {
		return nil, err
	}
	runs, errs := make([]*pipeline.Run, len(devices)), make([]error, len(devices))
	var starting sync.WaitGroup
	for i, device := range devices {
		if device != nil {
			starting.Go(func() { runs[i], errs[i] = pipeline.Start(device, recordings[i]) })
		}
	}
	err = m.Prepare(ctx, o.InitialTour)
	starting.Wait()
	err = errors.Join(err, errors.Join(errs...))
	if err == nil {
		err = sameFirstTour(m, o)
	}
	var sites []*site
	if own, _ = spread(m, len(devices)); err == nil {
		sites, err = ready(ctx, own, runs, devices, o)
	}
	if err != nil {
		for _, run := range runs {
			if run != nil {
				run.Close()
			}
		}
		return nil, err
	}
	return sites, nil
}

// ready has colonies ready for their first iteration.
func ready(ctx context.Context, own []*model.Model, runs []*pipeline.Run, devices []*pipeline.Device, o Options) ([]*site, error) {
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
	return sites, errors.Join(errs...)
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
	if run.Has("trails") {
		if err := run.Fill("trails", 0); err != nil {
			return nil, err
		}
	}
	return d, d.adopt(m.First, startsOf(m, m.FirstColony, m.Colonies, m.First, m.Length))
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
