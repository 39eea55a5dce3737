package merged

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/aco-vk/aco-vk/aco/engine"
	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/internal/testkind"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
	"github.com/aco-vk/aco-vk/vk"
	"github.com/aco-vk/aco-vk/vk/pipeline"
	"github.com/aco-vk/aco-vk/vk/vktest"
)

// slowSetup has two sites that are ready when a channel is closed. They stand for devices that
// compile pipelines.
type slowSetup struct {
	setup
	ready <-chan struct{}
	err   error // of the devices
}

func (s slowSetup) Start(ctx context.Context, own engine.ColonyRange, run *pipeline.Run, recording pipeline.Recording) (colonies, error) {
	if own.Count < s.model.Colonies {
		select {
		case <-s.ready:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
		if s.err != nil {
			return nil, s.err
		}
	}
	return s.setup.Start(ctx, own, run, recording)
}

// runSlowly makes a run of four colonies on two slow sites, which are ready after a number of
// iterations. In its bubble each iteration takes a millisecond.
func runSlowly(t *testing.T, o Options, readyAt int, failure error) (result *Result, ended error) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		instance := tsptest.Generate(t, "uniform", 150, 3)
		o.Parameters = parameters(4)
		devices := make([]*pipeline.Device, 2)
		ready := make(chan struct{})
		var once sync.Once
		o.watch = func(p engine.Progress) {
			if time.Sleep(time.Millisecond); p.Iteration >= readyAt {
				once.Do(func() { close(ready) })
				synctest.Wait() // until the devices are open
			}
		}
		o = o.WithDefaults()
		m := mustDecide(t, instance, devices, o).model
		ctx, cancel := context.WithCancel(t.Context())
		slow := slowSetup{setup{model: m, options: o}, ready, failure}
		opened, err := engine.Open(ctx, slow, engine.OpenOptions{Devices: devices, Started: o.Started, Early: true})
		if err != nil || !opened.IsEarly() {
			t.Fatalf("the run waits for the devices: %v", err)
		}
		own := *m
		r := must.Get(newRun(o, &own, instance, opened))(t)
		r.Loop(t.Context())
		cancel()
		r.Close()
		result, ended = r.result()
	})
	return result, ended
}

// A run that begins on the processor makes the same tour as its steps on one site, whenever its
// devices are ready.
func TestEarlyIterations(t *testing.T) {
	for name, readyAt := range map[string]int{"in the descent": 2, "in a round": 25, "later": 60} {
		o := Options{Rules: engine.Rules{TimeLimit: time.Hour, Stall: 60}}
		result := must.Get(runSlowly(t, o, readyAt, nil))(t)
		if result.EarlyIterations < readyAt || result.EarlyIterations >= result.Iterations {
			t.Errorf("%s: %d of %d iterations were early", name, result.EarlyIterations, result.Iterations)
		}
		if devices := []int{result.Colonies[0].Device, result.Colonies[3].Device}; !slices.Equal(devices, []int{0, 1}) {
			t.Errorf("%s: the colonies ended on the devices %v", name, devices)
		}
		instance := tsptest.Generate(t, "uniform", 150, 3)
		again, err := Solve(t.Context(), instance, make([]*pipeline.Device, 1), Options{Parameters: result.Parameters, Schedule: &result.Schedule}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if again.Length != result.Length || !slices.Equal(again.Tour, result.Tour) {
			t.Errorf("%s: the steps make a tour of length %d, the run made one of %d", name, again.Length, result.Length)
		}
	}
}

// When colonies move to devices, the times of the phases at the end are expected anew.
func TestTimesAfterMove(t *testing.T) {
	instance := tsptest.Generate(t, "uniform", 150, 3)
	devices := make([]*pipeline.Device, 1)
	o := Options{Parameters: parameters(4), Rules: engine.Rules{TimeLimit: time.Hour}}.WithDefaults()
	m := mustDecide(t, instance, devices, o).model
	opened, err := engine.Open(t.Context(), setup{model: m, options: o}, engine.OpenOptions{Devices: devices, Started: o.Started})
	if err != nil {
		t.Fatal(err)
	}
	r := must.Get(newRun(o, m, instance, opened))(t)
	defer r.Close()
	const loaded = 30 * time.Minute
	r.Budget().Expect(engine.Shortening, loaded)
	r.moveColonies(func() {})
	if reserve := r.Budget().Reserve(); reserve >= loaded {
		t.Errorf("%v are reserved for the end", reserve)
	}
}

// A run that ends before its devices are ready has the processor's tour, which Or-opt cannot
// shorten.
func TestDevicesNotReadyInTime(t *testing.T) {
	o := Options{Rules: engine.Rules{TimeLimit: time.Hour, Stall: 16}}
	result := must.Get(runSlowly(t, o, 1<<30, nil))(t)
	if result.EarlyIterations != result.Iterations || result.Colonies[0].Device != -1 || result.Length >= result.FirstLength {
		t.Errorf("%d of %d iterations were early, on device %d; length %d, first %d",
			result.EarlyIterations, result.Iterations, result.Colonies[0].Device, result.Length, result.FirstLength)
	}
	if gain := tsptest.OrOptGain(tsptest.Generate(t, "uniform", 150, 3), result.Tour); gain > 0 {
		t.Errorf("a move of Or-opt shortens the tour by %d", gain)
	}
}

// hurriedSetup has no time for first tours.
type hurriedSetup struct{ setup }

func (s hurriedSetup) Prepare(ctx context.Context) error {
	s.model.End = time.Now
	return s.model.Prepare(ctx, s.options.InitialTour)
}

// A run whose time is too short for first tours ends with what Or-opt makes of the space-filling curve
// or of the initial tour: the end of the preparation leaves time for that. The run cannot be repeated,
// and says why.
func TestTimeForOrOptAfterPreparation(t *testing.T) {
	testkind.Whole(t)
	instance := tsptest.Generate(t, "clustered", 3000, 3)
	for kind, initial := range map[model.StartKind]tsp.Tour{model.StartCurve: nil, model.StartInitial: tsptest.RandomTour(3000)} {
		o := Options{Parameters: parameters(2), InitialTour: initial, Rules: engine.Rules{TimeLimit: time.Hour}}.WithDefaults()
		devices := make([]*pipeline.Device, 1)
		s := mustDecide(t, instance, devices, o)
		opened, err := engine.Open(t.Context(), hurriedSetup{s}, engine.OpenOptions{Devices: devices, Started: o.Started})
		if err != nil || opened.Ended == nil {
			t.Fatalf("%v, ended by %v", err, opened.Ended)
		}
		result := resultOf(t, o, s.model, instance, opened)
		if gain := tsptest.OrOptGain(instance, result.Tour); gain > 0 || result.Stop != engine.StopTimeLimit || result.FirstTour != kind {
			t.Errorf("stopped by %s, from %s: a move of Or-opt shortens the tour by %d", result.Stop, result.FirstTour, gain)
		}
		_, err = Solve(t.Context(), instance, make([]*pipeline.Device, 1), Options{Parameters: result.Parameters, Schedule: &result.Schedule}, nil)
		if err == nil || !strings.Contains(err.Error(), "too short for its first tours") {
			t.Errorf("a replay: %v", err)
		}
	}
}

// If there is no time for first tours, no more pipelines are made: the time that is left is for
// Or-opt.
func TestNoPipelinesAfterPreparation(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		vktest.Open(t) // there is a device
		in := must.Get(vk.Open(vk.Options{}))(t)
		ended := false
		device, err := in.OpenDevice(0, vk.DeviceOptions{Check: func(ctx context.Context, _ *vk.Device, _ []vk.PipelineSpec) error {
			select {
			case <-ctx.Done():
				ended = true
			case <-time.After(20 * time.Second):
			}
			return ctx.Err()
		}})
		if err != nil {
			t.Fatal(err)
		}
		o := Options{Parameters: parameters(2), Rules: engine.Rules{TimeLimit: time.Hour}}.WithDefaults()
		devices := []*pipeline.Device{device}
		s := mustDecide(t, tsptest.Generate(t, "uniform", 100, 3), devices, o)
		opened, err := engine.Open(t.Context(), hurriedSetup{s}, engine.OpenOptions{Devices: devices, Started: o.Started})
		if err != nil || opened.Ended == nil || !ended {
			t.Errorf("%v, ended by %v; no more pipelines: %t", err, opened.Ended, ended)
		}
		if err := errors.Join(device.Close(), in.Close()); err != nil {
			t.Error(err)
		}
	})
}

// The preparation leaves time for Or-opt: what that needs, or a part of what is left, or all if the
// preparation cannot end.
func TestTimeLeftToShorten(t *testing.T) {
	m, s := &model.Model{}, speed{1e-9}
	m.Cities = 1_000_000 // a millisecond for one distance of each city
	const prepare = prepareDistances * time.Millisecond
	for left, want := range map[time.Duration]time.Duration{
		time.Hour: s.raw(m) + nearDistances*time.Millisecond,
		prepare:   prepare / shorteningShare, prepare / 2: prepare / 2 / shorteningShare, prepare/2 - 1: prepare/2 - 1,
		-time.Second: 0,
	} {
		if got := s.leftToShorten(m, left); got != want {
			t.Errorf("of %v, Or-opt has %v, want %v", left, got, want)
		}
	}
}

// If no device can be opened, the run ends with the error.
func TestDevicesFailWhileTheProcessorRuns(t *testing.T) {
	failure := &vk.Error{Op: "create pipeline", Result: vk.InitializationFailed}
	if _, err := runSlowly(t, Options{Rules: engine.Rules{TimeLimit: time.Hour}}, 3, failure); !errors.Is(err, failure) {
		t.Errorf("%v, want %v", err, failure)
	}
}
