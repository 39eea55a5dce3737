package engine

import (
	"context"
	"slices"
	"time"

	"github.com/aco-vk/aco-vk/pipeline"
)

// watched reports the phases of a setup.
type watched[C Colonies] struct {
	Setup[C]
	devices bool // there is a device
	started time.Time
	watch   func(Progress)
}

// Watched returns a setup that reports its phases before the first iteration. watch may be nil.
func Watched[C Colonies](setup Setup[C], devices []*pipeline.Device, started time.Time, watch func(Progress)) Setup[C] {
	if watch == nil {
		return setup
	}
	return watched[C]{setup, slices.ContainsFunc(devices, func(d *pipeline.Device) bool { return d != nil }), started, watch}
}

// Prepare implements Setup.
func (w watched[C]) Prepare(ctx context.Context) error {
	w.watch(Progress{Phase: PhaseCandidates, Elapsed: time.Since(w.started)})
	err := w.Setup.Prepare(ctx)
	if err == nil && w.devices {
		w.watch(Progress{Phase: PhasePipelines, Elapsed: time.Since(w.started)})
	}
	return err
}
