package main

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"strings"
	"sync"

	"github.com/aco-vk/aco-vk/aco"
)

// errNoSolver is the error of a call with a pointer that is no open solver.
var errNoSolver = errors.New("solver is NULL, closed, or not a solver; open one")

// solvers are the open solvers by number. C has the numbers in place of pointers, so a wrong one is an error,
// not a crash. No number is used twice.
var solvers = struct {
	mutex sync.Mutex
	last  uint64
	open  map[uintptr]*solver
	runs  map[uint64]*run // by a number that is not the caller's
}{open: map[uintptr]*solver{}, runs: map[uint64]*run{}}

// solver is an open solver.
type solver struct {
	*aco.Solver
	done context.Context
	end  context.CancelFunc
}

// run is a run of a solver.
type run struct {
	number uint64 // its own
	name   uint64 // the number that the caller gave
	outer  *run   // whose progress function began it; nil: none
	solver *solver
	within context.Context // the context of its progress function, if that has been called
	cancel context.CancelFunc
}

// open opens a solver for names of devices, separated by commas.
func open(names string) (uintptr, error) {
	var devices []*aco.Device
	if names != "" && names != aco.DeviceAuto {
		for name := range strings.SplitSeq(names, ",") {
			device, err := aco.OpenDevice(strings.TrimSpace(name), aco.DeviceOptions{})
			if err != nil {
				return 0, errors.Join(append(closeAll(devices), err)...)
			}
			devices = append(devices, device)
		}
	}
	s, err := aco.NewSolver(devices...)
	if err != nil {
		return 0, errors.Join(append(closeAll(devices), err)...)
	}
	done, end := context.WithCancel(context.Background())
	solvers.mutex.Lock()
	defer solvers.mutex.Unlock()
	solvers.last++
	number := uintptr(solvers.last)
	solvers.open[number] = &solver{s, done, end}
	return number, nil
}

func closeAll(devices []*aco.Device) (errs []error) {
	for _, d := range devices {
		errs = append(errs, d.Close())
	}
	return errs
}

// begin returns the context of a new run. outer is the run whose progress function begins it; 0: none.
func begin(number uintptr, outer, name uint64) (context.Context, *run, error) {
	solvers.mutex.Lock()
	defer solvers.mutex.Unlock()
	s := solvers.open[number]
	if s == nil {
		return nil, nil, errNoSolver
	}
	ctx, from := s.done, solvers.runs[outer]
	if from != nil && from.within != nil {
		ctx = from.within
	}
	ctx, cancel := context.WithCancel(ctx)
	solvers.last++
	r := &run{number: solvers.last, name: name, outer: from, solver: s, cancel: cancel}
	solvers.runs[r.number] = r
	return ctx, r, nil
}

// inside notes the context of the run's progress function.
func (r *run) inside(ctx context.Context) {
	solvers.mutex.Lock()
	defer solvers.mutex.Unlock()
	r.within = ctx
}

// finish forgets a run.
func (r *run) finish() {
	r.cancel()
	solvers.mutex.Lock()
	defer solvers.mutex.Unlock()
	delete(solvers.runs, r.number)
}

// cancel ends the runs of a solver with a name, 0: all, and returns how many there are.
func cancel(number uintptr, name uint64) (int, error) {
	solvers.mutex.Lock()
	defer solvers.mutex.Unlock()
	s := solvers.open[number]
	if s == nil {
		return 0, errNoSolver
	}
	count := 0
	for _, r := range solvers.runs {
		if r.solver == s && (name == 0 || r.name == name) {
			r.cancel()
			count++
		}
	}
	return count, nil
}

// closeSolver ends the runs of a solver and closes it. outer is the run whose progress function calls it.
func closeSolver(number uintptr, outer uint64) error {
	s, err := forget(number, outer)
	if err != nil {
		return err
	}
	s.end()
	return s.Close()
}

// forget takes a solver out of the open ones.
func forget(number uintptr, outer uint64) (*solver, error) {
	solvers.mutex.Lock()
	defer solvers.mutex.Unlock()
	s := solvers.open[number]
	if s == nil {
		return nil, errNoSolver
	}
	for r := solvers.runs[outer]; r != nil; r = r.outer {
		if r.solver == s {
			return nil, fmt.Errorf("aco_vk_close would wait for the run whose progress function calls it: %w", aco.ErrDeviceInUse)
		}
	}
	delete(solvers.open, number)
	return s, nil
}

// version returns the version of the library.
func version() string {
	if release != "" {
		return release
	}
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" && info.Main.Version != "(devel)" {
		return strings.TrimPrefix(info.Main.Version, "v")
	}
	return "devel"
}

// release is the version that the packages are built as, such as "1.2.3". The linker sets it.
var release string
