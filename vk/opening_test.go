//go:build cgo

package vk

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"
)

// A device that is opened in the background is described at once, and used like any other.
func TestOpenLater(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		in := openInstance(t)
		index, begin, checked := firstUsable(t, in), make(chan struct{}), false
		d := openOn(t, in, index, DeviceOptions{
			Before: func() error { <-begin; return nil },
			Check:  func(context.Context, *Device, []PipelineSpec) error { checked = true; return nil },
		})
		if d.Info().Name != in.Devices()[index].Name || d.Driver() != in.Driver(index) {
			t.Errorf("device %q of driver %s", d.Info().Name, d.Driver())
		}
		d.WaitOpen(t.Context(), 0) // does not wait
		if !d.opening.inProgress() {
			t.Error("the device is open before it may be")
		}
		close(begin)
		d.WaitOpen(t.Context(), time.Hour)
		if d.opening.inProgress() {
			t.Error("the device is not open yet")
		}
		increment := incrementSpec(t)
		if err := d.CheckPipelines(t.Context(), []PipelineSpec{increment}); err != nil || !checked {
			t.Errorf("error %v, checked: %v", err, checked)
		}
		shared := false
		d.ShareCache(func() { shared = true })
		b := newBuffer(t, d, "words", 4, DeviceLocal)
		upload(t, b, []uint32{5})
		if got := download(t, b); !shared || got[0] != 5 {
			t.Errorf("%d was uploaded as 5; the cache was shared: %v", got[0], shared)
		}
		b.Close()
		if err := d.Close(); err != nil {
			t.Error(err)
		}
		if err := d.CheckPipelines(t.Context(), nil); err == nil {
			t.Error("a closed device checks pipelines")
		}
	})
}

// An error in the background is the error of every call.
func TestOpenLaterFails(t *testing.T) {
	in := openInstance(t)
	refused := errors.New("refused")
	for name, o := range map[string]DeviceOptions{
		"before": {Before: func() error { return refused }},
		"closed": {Before: func() error { return nil }},
	} {
		t.Run(name, func(t *testing.T) {
			d := openOn(t, in, firstUsable(t, in), o)
			if name == "closed" { // while it is opened
				if err := d.Close(); err != nil {
					t.Error(err)
				}
				if _, err := d.NewBuffer("b", 4, DeviceLocal); err == nil {
					t.Error("a closed device has a buffer")
				}
				return
			}
			failed := (*OpeningError)(nil)
			if err := d.CheckPipelines(t.Context(), nil); !errors.As(err, &failed) || !errors.Is(err, refused) {
				t.Errorf("pipelines: error %v", err)
			}
			if _, err := d.NewBuffer("b", 4, DeviceLocal); !errors.As(err, &failed) {
				t.Errorf("buffer: error %v", err)
			}
			d.ShareCache(func() { t.Error("the cache of a device that is not open is shared") })
			if d.Driver() != "" || d.Usage() != (Usage{}) || d.Close() != nil {
				t.Errorf("driver %q, %+v", d.Driver(), d.Usage())
			}
		})
	}
}
