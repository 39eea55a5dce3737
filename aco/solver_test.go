package aco

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/internal/vkdevice"
	"github.com/aco-vk/aco-vk/tsp"
)

// Many callers share the device of a solver: each has the tour that it would have alone, and the
// pipelines are made once.
func TestSolverOnDevice(t *testing.T) {
	device, made := openVulkan(t)
	s := must.Get(NewSolver(device))(t)
	instance, o := generated(t, 40), Options{Iterations: 2, Method: Merged{Colonies: 2}}
	requireEqualRuns(t, made, func() (*Result, error) { return s.Solve(t.Context(), instance, o) })
	if _, err := s.Solve(t.Context(), instance, Options{Iterations: 1, Method: Chained{}}); err != nil {
		t.Errorf("a method of the processor: %v", err)
	}
	testSolverClose(t, s, device)
}

// A run that compares all tours waits for no device.
func TestFewCitiesWaitForNoDevice(t *testing.T) {
	s := must.Get(NewSolver(onProcessor(t)...))(t)
	for range cap(s.free) {
		<-s.free
	}
	for cities := 3; cities <= 9; cities++ {
		in := asymmetric(cities)
		for _, path := range []*tsp.Ends{nil, {0, 1}, {tsp.FreeEnd, tsp.FreeEnd}} {
			result, err := s.Solve(t.Context(), in, Options{Path: path})
			if err != nil || result.Algorithm != AlgorithmExhaustive {
				t.Errorf("%d cities, path %v: %+v, %v", cities, path, result, err)
			}
		}
	}
}

// testSolverClose closes a solver while one run has its device and two others wait for it, one by name.
func testSolverClose(t *testing.T, s *Solver, device *Device) {
	instance, began := generated(t, 40), make(chan struct{})
	ctx, cancel := context.WithCancel(t.Context())
	var once sync.Once
	ended, waiting := make(chan error, 1), make(chan error, 2)
	go func() {
		_, err := s.Solve(ctx, instance, Options{Progress: func(Progress) { once.Do(func() { close(began) }) }})
		ended <- err
	}()
	<-began
	ending, end := context.WithCancel(t.Context())
	late := waitingContext{ending, make(chan struct{}, 10)}
	go func() {
		<-late.waits
		end()
	}()
	if _, err := s.Solve(late, instance, Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v of a run whose context ends before the device is free", err)
	}
	for _, o := range []Options{{}, {Devices: []*Device{device}}} {
		wait := waitingContext{t.Context(), make(chan struct{}, 10)}
		go func() {
			_, err := s.Solve(wait, instance, o)
			waiting <- err
		}()
		<-wait.waits
	}
	closed := make(chan error)
	go func() { closed <- s.Close() }()
	for range 2 {
		if err := <-waiting; !errors.Is(err, ErrSolverClosed) || !errors.Is(err, ErrNoDevice) {
			t.Errorf("error %v of a run that waits", err)
		}
	}
	cancel()
	if err := <-ended; err != nil {
		t.Errorf("error %v of the run", err)
	}
	if err := <-closed; err != nil {
		t.Error(err)
	}
	if _, err := s.Solve(t.Context(), instance, Options{}); !errors.Is(err, ErrSolverClosed) {
		t.Errorf("error %v after Close", err)
	}
	if _, err := solveOn(t.Context(), device, instance, Options{}); !errors.Is(err, ErrDeviceClosed) {
		t.Errorf("error %v of the device after Close", err)
	}
	if err := s.Close(); err != nil {
		t.Errorf("a second Close: %v", err)
	}
}

// waitingContext tells when a run waits for its end.
type waitingContext struct {
	context.Context
	waits chan struct{}
}

func (w waitingContext) Done() <-chan struct{} {
	select {
	case w.waits <- struct{}{}:
	default:
	}
	return w.Context.Done()
}

// Without devices a solver opens the automatic choice once, also for runs that come at once.
func TestSolverOpensDevice(t *testing.T) {
	s := must.Get(NewSolver())(t)
	instance := generated(t, 40)
	if _, err := s.Solve(t.Context(), instance, Options{Iterations: -1}); err == nil || len(s.Devices()) > 0 {
		t.Errorf("refused options: %v, devices %v", err, s.Devices())
	}
	var running sync.WaitGroup
	for range 8 {
		running.Go(func() {
			progress := func(p Progress) {
				if _, err := s.Solve(p.Context(), instance, Options{}); !errors.Is(err, ErrDeviceInUse) {
					t.Errorf("error %v of a run in the run", err)
				}
			}
			if _, err := s.Solve(t.Context(), instance, Options{Iterations: 1, Method: MMAS{}, Progress: progress}); err != nil {
				t.Error(err)
			}
		})
	}
	running.Wait()
	if devices := s.Devices(); len(devices) != 1 || devices[0].Name() != processorName {
		t.Errorf("devices %v", devices)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}

// Runs that need no device of the solver neither open one nor wait: Chained, and so few cities that all
// tours are compared.
func TestSolverWithoutDevice(t *testing.T) {
	s := must.Get(NewSolver())(t)
	for range 4 * cap(s.free) {
		o := Options{Method: Chained{}, Path: &tsp.Ends{0, 3}}
		if result, err := s.Solve(t.Context(), generated(t, 5), o); err != nil || result.Algorithm != AlgorithmExhaustive {
			t.Fatalf("%v, %+v", err, result)
		}
	}
	if _, err := s.Solve(t.Context(), generated(t, 20), Options{Method: Chained{}, Iterations: 1}); err != nil || len(s.Devices()) > 0 {
		t.Errorf("%v, devices %v", err, s.Devices())
	}
}

// A run that ends before a device would be open has none. A longer one opens it.
func TestQuickRunOpensNoDevice(t *testing.T) {
	s := must.Get(NewSolver())(t)
	instance, quick := generated(t, 40), Options{TimeLimit: time.Millisecond}
	for range 2 * cap(s.quick) {
		if result, err := s.Solve(t.Context(), instance, quick); err != nil || result.Devices[0].Name != processorName || len(s.Devices()) > 0 {
			t.Fatalf("%v, %+v, devices %v", err, result, s.Devices())
		}
	}
	for _, o := range []Options{{TimeLimit: vkdevice.OpeningTime + 1}, {TimeLimit: vkdevice.OpeningTime, Iterations: 1},
		{TimeLimit: vkdevice.OpeningTime, Method: MMAS{}}, {}} {
		r := &request{ctx: t.Context(), options: o}
		if err := r.options.validate(instance); err != nil || r.isQuick() {
			t.Errorf("%+v: quick, error %v", o, err)
		}
	}
	if _, err := s.Solve(t.Context(), instance, Options{Iterations: 1}); err != nil || len(s.Devices()) != 1 {
		t.Fatalf("%v, devices %v", err, s.Devices())
	}
	if len(s.quick) != cap(s.quick) {
		t.Errorf("%d of %d are free", len(s.quick), cap(s.quick))
	}
}

func TestSolverRefusals(t *testing.T) {
	device := onProcessor(t)[0]
	for _, devices := range [][]*Device{{nil}, {device, device}} {
		if _, err := NewSolver(devices...); !isOption(err, "Devices") {
			t.Errorf("%v: error %v", devices, err)
		}
	}
	var none context.Context
	instance := generated(t, 40)
	if _, err := Solve(none, instance, Options{}); !isOption(err, "Context") {
		t.Errorf("error %v without a context", err)
	}
	if _, err := Plan(none, instance, Options{}); !isOption(err, "Context") {
		t.Errorf("error %v of a plan without a context", err)
	}
	o := Options{Started: time.Now().Add(time.Hour)}
	if _, err := Solve(t.Context(), instance, o); !isOption(err, "Started") {
		t.Errorf("error %v of a start in the future", err)
	}
}

// isOption reports whether an error refuses an option.
func isOption(err error, option string) bool {
	refused, ok := errors.AsType[*OptionError](err)
	return ok && refused.Option == option
}

// The zero value is a solver.
func TestZeroSolver(t *testing.T) {
	var s Solver
	if result, err := s.Solve(t.Context(), generated(t, 7), Options{}); err != nil || len(result.Tour) != 7 {
		t.Errorf("%v, %v", result, err)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	if _, err := s.Solve(t.Context(), generated(t, 7), Options{}); !errors.Is(err, ErrSolverClosed) {
		t.Error(err)
	}
	if err := new(Solver).Close(); err != nil {
		t.Error(err)
	}
}
