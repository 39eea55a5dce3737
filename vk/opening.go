//go:build cgo

package vk

import (
	"context"
	"time"
)

// opening is the state of a device that is opened in the background. nil stands for one that was
// opened before OpenDevice returned.
type opening struct {
	approved chan struct{} // closed when DeviceOptions.Before has returned
	refused  error         // of Before
	done     chan struct{} // closed when the device is open, or when err is set
	err      error         // why it is not open
}

// openLater opens the device in the background.
func (d *Device) openLater(o DeviceOptions) {
	d.opening = &opening{approved: make(chan struct{}), done: make(chan struct{})}
	go func(o DeviceOptions, state *opening) {
		defer close(state.done)
		state.refused = o.Before()
		state.err = state.refused
		close(state.approved)
		if state.err == nil {
			state.err = d.openNow(o)
		}
		if state.err != nil {
			state.err = &OpeningError{state.err}
			d.in.open.remove(d.ticket)
		}
	}(o, d.opening)
}

// mostOpening is how long WaitOpen waits for a driver. Drivers open a device in .01 to .3 s.
const mostOpening = time.Second

// WaitOpen waits until the device is open or could not be opened, or until ctx ends: up to a limit for
// DeviceOptions.Before, and then up to a second.
func (d *Device) WaitOpen(ctx context.Context, limit time.Duration) {
	if d == nil || d.opening == nil {
		return
	}
	late := time.NewTimer(limit)
	defer late.Stop()
	select {
	case <-d.opening.approved:
	case <-late.C:
		return
	case <-ctx.Done():
		return
	}
	late.Reset(mostOpening)
	select {
	case <-d.opening.done:
	case <-late.C:
	case <-ctx.Done():
	}
}

// IsOpening reports whether the device is still being opened. Close waits for that.
func (d *Device) IsOpening() bool { return d != nil && d.opening.inProgress() }

// waitApproval waits for DeviceOptions.Before and returns its error, or the error of ctx if that ends
// first.
func (s *opening) waitApproval(ctx context.Context) error {
	if s == nil {
		return nil
	}
	select {
	case <-s.approved:
	case <-ctx.Done():
		return ctx.Err()
	}
	if s.refused != nil {
		return &OpeningError{s.refused}
	}
	return nil
}

// wait waits until the device is open, and returns why it is not.
func (s *opening) wait() error {
	if s == nil {
		return nil
	}
	<-s.done
	return s.err
}

// inProgress reports whether the device is not open yet.
func (s *opening) inProgress() bool {
	if s == nil {
		return false
	}
	select {
	case <-s.done:
		return false
	default:
		return true
	}
}
