package aco

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/aco-vk/aco-vk/internal/timeline"
	"github.com/aco-vk/aco-vk/internal/vkdevice"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/vk"
)

// ErrSolverClosed is the error of a run of a Solver that was closed. It wraps ErrDeviceClosed.
var ErrSolverClosed = fmt.Errorf("the solver was closed: %w", ErrDeviceClosed)

// Solver keeps devices open for many runs, with the pipelines that earlier runs have made. Any number
// of goroutines may use it. The zero value is a solver without devices, as NewSolver makes one. Its owner
// closes it.
type Solver struct {
	free    chan *Device  // an element for each run that can begin; nil: that of the device to open
	quick   chan *Device  // an element for each quick run at once while no device is open, always nil
	cores   int           // the number of runs that the processor has at once
	closing chan struct{} // closed by Close

	mutex   sync.Mutex
	devices []*Device
	closed  bool
	running sync.WaitGroup
	// unfinished: a run has ended before its device was ready.
	unfinished atomic.Bool
}

// NewSolver returns a solver that has open devices; Close closes them. Without devices, its first
// run opens the best GPU, else it is the processor. A run of [Automatic] with at most .1 s opens
// none: until another run has opened one, it uses the processor. NewSolver refuses nil, and a device
// that is given twice.
func NewSolver(devices ...*Device) (*Solver, error) {
	for i, d := range devices {
		if d == nil {
			return nil, refuse("Devices", "a device is nil; OpenDevice returns devices")
		}
		if slices.Contains(devices[:i], d) {
			return nil, refuse("Devices", "%s is in the list twice", d.Name())
		}
	}
	s := newSolver(len(devices))
	for _, d := range devices {
		s.add(d, 0)
	}
	return s, nil
}

// newSolver returns a solver for a number of devices. 0: the automatic choice.
func newSolver(devices int) *Solver {
	s := &Solver{}
	s.makeReady(devices)
	return s
}

// makeReady makes a zero solver ready for a number of devices. 0: the automatic choice.
func (s *Solver) makeReady(devices int) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.free != nil {
		return
	}
	s.cores = runtime.GOMAXPROCS(0)
	s.free, s.closing = make(chan *Device, max(devices, 1)*s.cores), make(chan struct{})
	s.quick = make(chan *Device, s.cores)
	for range s.cores {
		s.quick <- nil
	}
	if devices == 0 {
		s.free <- nil
	}
}

// add adds a device that some runs already have, and makes it free for the others.
func (s *Solver) add(d *Device, has int) {
	s.mutex.Lock()
	s.devices = append(s.devices, d)
	s.mutex.Unlock()
	runs := 1
	if d.state().device == nil {
		runs = s.cores
	}
	for range runs - has {
		s.free <- d
	}
}

// Devices returns the open devices of the solver.
func (s *Solver) Devices() []*Device {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return slices.Clone(s.devices)
}

// Solve waits for a free device of the solver and solves an instance on it, as the function [Solve]
// does. The clock of a time limit starts when it has the device, unless Options.Started is set. With
// Options.Devices, it waits for these devices and uses all of them. Runs on the processor share it,
// as many at once as it has cores.
//
// If ctx ends before a device is free, the error wraps that of ctx. After Close it is
// ErrSolverClosed, and with Progress.Context of a run of the solver ErrDeviceInUse.
func (s *Solver) Solve(ctx context.Context, instance *tsp.Instance, options Options) (result *Result, err error) {
	defer func() { err = typed(err) }()
	if ctx == nil {
		return nil, errNoContext
	}
	if err := s.begin(); err != nil {
		return nil, err
	}
	defer s.running.Done()
	if instance, options, err = rescaled(ctx, instance, options); err != nil {
		return nil, err
	}
	legs, in, run, err := priced(ctx, instance, options)
	if err != nil {
		return nil, err
	}
	if result, err = s.solve(ctx, in, run); err == nil && legs != nil {
		err = result.withoutPrice(instance, options, legs)
	}
	return result, err
}

// begin notes that a run has begun.
func (s *Solver) begin() error {
	s.makeReady(0)
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.closed {
		return ErrSolverClosed
	}
	s.running.Add(1)
	return nil
}

// Close waits for the runs of the solver and closes its devices. So a function of the Options of such a
// run must not call it. Runs that wait for a device end with ErrSolverClosed. End the contexts of the
// others to close it soon. Errors are of closing the devices. A second Close does nothing.
func (s *Solver) Close() error {
	s.makeReady(0)
	s.mutex.Lock()
	first := !s.closed
	if s.closed = true; first {
		close(s.closing)
	}
	s.mutex.Unlock()
	s.running.Wait()
	return s.closeDevices()
}

func (s *Solver) closeDevices() error {
	var errs []error
	for _, d := range s.Devices() {
		errs = append(errs, d.Close())
	}
	return errors.Join(errs...)
}

// end closes a solver that had one run, and adds its error to that of the run. It does not wait for a
// device that the run has not waited for.
func (s *Solver) end(err *error) {
	if s.unfinished.Load() {
		go func() { _ = s.closeDevices() }() // nobody can receive the error
		return
	}
	if failed := s.closeDevices(); failed != nil {
		*err = errors.Join(*err, failed)
	}
}

// take waits for an element of free or quick.
func (s *Solver) take(ctx context.Context, from chan *Device) (*Device, error) {
	if isCalledBy(ctx, func(c *callback) bool { return c.solver == s }) {
		return nil, ErrDeviceInUse
	}
	d, err := receive(ctx, from, s.closing)
	if err != nil {
		return nil, fmt.Errorf("waiting for a free device: %w", err)
	}
	return d, nil
}

// open opens the automatic choice of a device, for a run that has taken none.
func (s *Solver) open(ctx context.Context) (*Device, error) {
	device, err := openDevice(DeviceAuto, vkdevice.Options{
		Vulkan: vk.Options{Timeline: timeline.From(ctx)},
		Open: func(instance *vk.Instance, index int) (*vk.Device, error) { // while candidates are computed
			return instance.OpenDevice(index, vk.DeviceOptions{Before: func() error { return nil }})
		},
	})
	if err == nil {
		s.add(device, 1)
	}
	return device, err
}
