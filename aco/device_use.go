package aco

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strconv"
	"sync/atomic"
)

// ErrDeviceClosed is the error of a run on a device that was closed. It wraps ErrNoDevice.
var ErrDeviceClosed = fmt.Errorf("%w: it was closed", ErrNoDevice)

// ErrDeviceInUse is the error if Options.Progress calls Solve, or Close, for a device of the run that
// calls it: they would wait for this run, which waits for them.
var ErrDeviceInUse = errors.New("the run that has called Progress uses the device")

// openedDevices numbers the devices of the process.
var openedDevices atomic.Uint64

// take waits until no other run uses the device, and reports whether it is taken: any number of
// runs may use the processor.
func (d *Device) take(ctx context.Context) (taken bool, err error) {
	if now := d.state(); now.device == nil && !now.closed {
		return false, nil
	}
	if err := d.checkCaller(); err != nil {
		return false, err
	}
	select {
	case <-d.free:
	case <-ctx.Done():
		return false, fmt.Errorf("waiting for %s, which another run uses: %w", d.Name(), ctx.Err())
	}
	if d.state().closed {
		d.give()
		return false, closedError(d)
	}
	return true, nil
}

// checkCaller returns an error if the caller is called by Options.Progress of the run that uses the
// device.
func (d *Device) checkCaller() error {
	if now := d.telling.Load(); now != 0 && now == goroutine() {
		return fmt.Errorf("%s: %w", d.Name(), ErrDeviceInUse)
	}
	return nil
}

// goroutine returns the number of the calling goroutine, 0 if it is not known.
func goroutine() uint64 {
	var text [64]byte
	words := bytes.Fields(text[:runtime.Stack(text[:], false)]) // goroutine 7 [running]:
	if len(words) < 2 {
		return 0
	}
	number, _ := strconv.ParseUint(string(words[1]), 10, 64)
	return number
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
		taken, err := d.take(ctx)
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
}
