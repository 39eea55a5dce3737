package aco

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync/atomic"
)

// ErrDeviceClosed is the error of a run on a device that was closed. It wraps ErrNoDevice.
var ErrDeviceClosed = fmt.Errorf("%w: it was closed", ErrNoDevice)

// ErrDeviceInUse is the error of Solve with Progress.Context of a run, for a device or the solver of
// that run: the call would wait for the run, which waits for its progress function.
var ErrDeviceInUse = errors.New("the run that has made this call uses the device")

// openedDevices numbers the devices of the process.
var openedDevices atomic.Uint64

// take waits until no other run uses the device, and reports whether it is taken: any number of
// runs may use the processor. A device that was lost is opened again. The error is ErrSolverClosed if
// the channel is closed first.
func (d *Device) take(ctx context.Context, closing <-chan struct{}) (taken bool, err error) {
	if now := d.state(); now.device == nil && !now.closed {
		return false, nil
	}
	if isCalledBy(ctx, func(c *callback) bool { return slices.Contains(c.taken, d) }) {
		return false, fmt.Errorf("%s: %w", d.Name(), ErrDeviceInUse)
	}
	if _, err := receive(ctx, d.free, closing); err != nil {
		return false, fmt.Errorf("waiting for %s, which another run uses: %w", d.Name(), err)
	}
	if d.state().closed {
		d.give()
		return false, closedError(d)
	}
	if err := d.reopen(); err != nil {
		d.give()
		return false, err
	}
	return true, nil
}

// receive waits for a value until ctx ends, with its error, or until a channel is closed, with
// ErrSolverClosed. A value that is there counts even if ctx has ended: the run has a first tour.
func receive[T any](ctx context.Context, from <-chan T, closing <-chan struct{}) (value T, err error) {
	select {
	case <-closing:
		return value, ErrSolverClosed
	default:
	}
	select {
	case value = <-from:
		return value, nil
	default:
	}
	select {
	case value = <-from:
	case <-closing:
		err = ErrSolverClosed
	case <-ctx.Done():
		err = ctx.Err()
	}
	return value, err
}

func closedError(d *Device) error { return fmt.Errorf("%s: %w", d.Name(), ErrDeviceClosed) }

// give ends a use of the device.
func (d *Device) give() { d.free <- struct{}{} }

// takeDevices takes the devices of a run in the order in which they were opened, so that two runs
// do not wait for each other.
func (r *request) takeDevices(ctx context.Context) error {
	ordered := slices.SortedFunc(slices.Values(r.devices), func(a, b *Device) int { return cmp.Compare(a.number, b.number) })
	for i, d := range ordered {
		if i > 0 && d == ordered[i-1] && d.state().device != nil {
			return refuse("Devices", "%s is in the list twice; open it twice", d.Name())
		}
		taken, err := d.take(ctx, r.solver.closing)
		if err != nil {
			return err
		}
		if taken {
			r.taken = append(r.taken, d)
		}
	}
	return nil
}

// giveDevices ends the use of the devices that the run has taken.
func (r *request) giveDevices() {
	for _, d := range r.taken {
		d.give()
	}
	r.taken = nil
	if r.lender != nil {
		r.lender <- r.loan
		r.lender = nil
	}
}
