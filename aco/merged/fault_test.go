package merged

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"

	"github.com/aco-vk/aco-vk/aco/engine"
	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/aco/merged/reference"
	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
	"github.com/aco-vk/aco-vk/vk"
	"github.com/aco-vk/aco-vk/vk/pipeline"
)

// faultyColonies are colonies of the reference. They call inject before each iteration.
type faultyColonies struct {
	*cpuColonies
	inject func(*faultyColonies) error
}

func (s *faultyColonies) Wait(ctx context.Context) error {
	if err := s.inject(s); err != nil {
		return err
	}
	return s.cpuColonies.Wait(ctx)
}

// runWithFaults makes a run on two sites with two colonies each. The first sites get faults.
func runWithFaults(t *testing.T, o Options, faults ...func(*faultyColonies) error) *Result {
	t.Helper()
	instance := tsptest.Generate(t, "uniform", 150, 3)
	if o.Parameters.Colonies == 0 {
		o.Parameters = parameters(4)
	}
	o = o.WithDefaults()
	m := mustDecide(t, instance, make([]*pipeline.Device, 2), o).model
	must.Do(t, m.Prepare(t.Context(), nil))
	ranges := must.Get(engine.Spread(4, 2))(t)
	var sites []*site
	for i, own := range ranges {
		s := &site{Colonies: newCPUColonies(modelOf(m, own)), Device: i, ColonyRange: own}
		if i < len(faults) {
			s.Colonies = &faultyColonies{s.Colonies.(*cpuColonies), faults[i]}
		}
		sites = append(sites, s)
	}
	opened := engine.Opened[colonies]{Sites: sites, Devices: make([]engine.DeviceResult, 2)}
	return resultOf(t, o, m, instance, opened)
}

// resultOf returns the result of a run on opened sites.
func resultOf(t *testing.T, o Options, m *model.Model, instance *tsp.Instance, opened engine.Opened[colonies]) *Result {
	t.Helper()
	r := must.Get(newRun(o, m, instance, opened))(t)
	r.Loop(t.Context())
	return must.Get(r.result())(t)
}

// mustRun returns a run of all colonies of a model on one site.
func mustRun(t testing.TB, o Options, m *model.Model, instance *tsp.Instance, on colonies) *run {
	t.Helper()
	s := &site{Colonies: on, ColonyRange: engine.ColonyRange{Count: m.Colonies}}
	r, err := newRun(o, m, instance, engine.Opened[colonies]{Sites: []*site{s}, Devices: make([]engine.DeviceResult, 1)})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// runOneSite makes a run on one site.
func runOneSite(
	t *testing.T, o Options, m *model.Model, instance *tsp.Instance, inject func(*faultyColonies) error,
) (*run, *faultyColonies) {
	t.Helper()
	colonies := &faultyColonies{newCPUColonies(m), inject}
	r := mustRun(t, o.WithDefaults(), m, instance, colonies)
	r.Loop(t.Context())
	return r, colonies
}

// A device with a wrong result is dropped at once. The run continues with the other device and
// keeps the verified tours.
func TestWrongResultsDropTheDevice(t *testing.T) {
	for fault, change := range map[string]func(*reference.Colony){
		"tour":   func(c *reference.Colony) { c.State.Faults++ },
		"length": func(c *reference.Colony) { c.State.Length-- },
	} {
		t.Run(fault, func(t *testing.T) {
			checkDropped(t, Options{Rules: engine.Rules{Iterations: 300}, Parameters: parameters(4)}, change)
		})
	}
}

// checkDropped checks runs in which one or both devices get a fault after 100 iterations.
func checkDropped(t *testing.T, o Options, change func(*reference.Colony)) {
	want := runWithFaults(t, o)
	wrong := func(s *faultyColonies) error {
		if s.Completed() == 100 {
			change(s.references[1])
		}
		return nil
	}
	result := runWithFaults(t, o, wrong)
	lost := result.Devices[0].Lost
	if result.Failure != nil || lost == nil || !errors.Is(lost.Err, pipeline.ErrWrongResult) || result.Devices[1].Lost != nil || result.Iterations != 300 {
		t.Errorf("fault on one device: %v, %+v, %d iterations", result.Failure, result.Devices, result.Iterations)
	}
	if result.Length > want.Length*105/100 {
		t.Errorf("length %d, without the fault %d", result.Length, want.Length)
	}
	if result.Schedule.validate() == nil {
		t.Error("the schedule of a run that lost a device was accepted")
	}
	result = runWithFaults(t, o, wrong, wrong)
	if result.Failure == nil || result.Stop != engine.StopFailure || result.Length > result.FirstLength || result.Iterations >= 150 {
		t.Errorf("faults on both devices: %v, length %d of %d after %d iterations", result.Failure, result.Length, result.FirstLength, result.Iterations)
	}
}

// An invalid tour at the end of a run drops the device, although its state claims a short length.
func TestWrongTourAtTheEnd(t *testing.T) {
	result := runWithFaults(t, Options{Rules: engine.Rules{Iterations: 103}}, func(s *faultyColonies) error {
		if s.Completed() == 102 {
			s.references[0].Best[3], s.references[0].State.Best = s.references[0].Best[5], 1
		}
		return nil
	})
	if result.Failure != nil || result.Devices[0].Lost == nil || result.Length >= result.FirstLength || result.Trace[len(result.Trace)-1].Length != result.Length {
		t.Errorf("%v, %+v, length %d of %d, trace %v", result.Failure, result.Devices, result.Length, result.FirstLength, result.Trace)
	}
}

// If a device is lost, the run loses what its colonies found since the last recombination. Without
// another device the run ends with that tour.
func TestLostDevice(t *testing.T) {
	lose := func(s *faultyColonies) error {
		if s.Completed() >= 200 {
			return fmt.Errorf("submit: %w", vk.ErrHung)
		}
		return nil
	}
	o := Options{
		Rules:   engine.Rules{Iterations: 300},
		Options: engine.Options{Checkpoint: engine.Checkpoint{File: filepath.Join(t.TempDir(), "file"), Every: time.Nanosecond}},
	}
	want := runWithFaults(t, Options{Rules: engine.Rules{Iterations: 300}})
	result := runWithFaults(t, o, lose)
	if result.Failure != nil || result.Devices[0].Lost == nil || result.Devices[1].Lost != nil || result.Iterations != 300 {
		t.Errorf("%v, %+v, %d iterations", result.Failure, result.Devices, result.Iterations)
	}
	if result.Schedule.validate() == nil {
		t.Error("the schedule of a run that lost a device was accepted")
	}
	checkEqual(t, "resumed from a checkpoint before the loss", mustResume(t, tsptest.Generate(t, "uniform", 150, 3), o.Checkpoint.File, nil, nil), want)
	instance := tsptest.Generate(t, "uniform", 150, 3)
	o = Options{Rules: engine.Rules{Iterations: 300}, Parameters: parameters(2)}
	m, err := model.New(context.Background(), instance, o.Parameters)
	if err != nil {
		t.Fatal(err)
	}
	r, _ := runOneSite(t, o, m, instance, lose)
	result, err = r.result()
	if err != nil || !errors.Is(result.Failure, vk.ErrHung) || result.Length >= result.FirstLength {
		t.Errorf("%v, %v, length %d of %d", err, result.Failure, result.Length, result.FirstLength)
	}
}

// A single colony has no recombination before the end. If its device is lost, the run loses what
// it found since its best tour was verified.
func TestLostDeviceOfOneColony(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		instance := tsptest.Generate(t, "uniform", 150, 3)
		o := Options{Rules: engine.Rules{Iterations: 300}, Parameters: parameters(1)}
		m := must.Get(model.New(t.Context(), instance, o.Parameters))(t)
		var live engine.Best
		o.Best = &live
		r, lost := runOneSite(t, o, m, instance, func(s *faultyColonies) error {
			switch {
			case s.Completed() == 150:
				time.Sleep(1100 * time.Millisecond) // a verification is due
			case s.Completed() == 200:
				return fmt.Errorf("submit: %w", vk.ErrHung)
			}
			return nil
		})
		result, err := r.result()
		if err != nil || !errors.Is(result.Failure, vk.ErrHung) || uint64(result.Length) > lost.references[0].State.Best*102/100 || result.Length >= result.FirstLength {
			t.Errorf("%v, %v, length %d of %d; the colony found %d", err, result.Failure, result.Length, result.FirstLength, lost.references[0].State.Best)
		}
		if tour, length := live.Tour(); length != result.Length || tour.Length(instance) != length {
			t.Errorf("the best tour of the run has length %d, want %d", length, result.Length)
		}
		o.Best = nil
		whole := mustSolve(t, instance, []*pipeline.Device{nil}, o)
		r, _ = runOneSite(t, o, m, instance, func(s *faultyColonies) error {
			if s.Completed() == 150 {
				time.Sleep(1100 * time.Millisecond)
			}
			return nil
		})
		if result, err = r.result(); err != nil {
			t.Fatal(err)
		}
		checkEqual(t, "with a verification during the run", result, whole)
	})
}
